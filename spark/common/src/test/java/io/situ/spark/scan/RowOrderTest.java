// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.spark.sql.catalyst.FunctionIdentifier;
import org.apache.spark.sql.catalyst.analysis.FunctionRegistry;
import org.apache.spark.sql.catalyst.expressions.Explode;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Inline;
import org.apache.spark.sql.catalyst.expressions.JsonTuple;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.PosExplode;
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateFunction;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.DataType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import scala.collection.immutable.Nil$;

/** Which aggregates and generators do not depend on the order of rows, as each Spark has them. */
@Tag("end-to-end")
@Tag("each-spark")
class RowOrderTest {

  private static boolean isFixed(String name, String type, String ansi) {
    SQLConf conf = new SQLConf();
    conf.setConfString("spark.sql.ansi.enabled", ansi);
    Expression values = new Literal(null, DataType.fromDDL(type));
    Object function =
        SQLConf.withExistingConf(
            conf,
            () ->
                FunctionRegistry.builtin()
                    .lookupFunctionBuilder(FunctionIdentifier.apply(name))
                    .get()
                    .apply(Nil$.MODULE$.$colon$colon(values)));
    return RowOrder$.MODULE$.isFixed((AggregateFunction) function);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "sum; INT; true",
        "sum; BIGINT; true",
        "sum; DECIMAL(12,2); true",
        "sum; INTERVAL DAY TO SECOND; true",
        "sum; DOUBLE; false",
        "avg; SMALLINT; true",
        "avg; DECIMAL(12,2); true",
        "avg; INTERVAL YEAR TO MONTH; true",
        "avg; INT; false",
        "try_sum; TINYINT; true",
        "try_sum; SMALLINT; true",
        "try_sum; INT; true",
        "try_sum; BIGINT; false",
        "try_sum; DECIMAL(12,2); false",
        "try_sum; INTERVAL DAY TO SECOND; false",
        "try_avg; SMALLINT; true",
        "try_avg; DECIMAL(12,2); false",
        "try_avg; INTERVAL YEAR TO MONTH; false",
      })
  void sumsAndAveragesThatMayOverflowAndBecomeNullAreNotFixed(
      String name, String type, boolean fixed) {
    assertThat(isFixed(name, type, "false")).isEqualTo(fixed);
    assertThat(isFixed(name, type, "true")).isEqualTo(fixed);
  }

  /** A class of Hive's functions is not on this class path: any other stands for it. */
  @Test
  void onlySparksOwnGeneratorsAreKnownToDependOnTheRowAlone() {
    for (Class<?> own : List.of(Explode.class, PosExplode.class, Inline.class, JsonTuple.class)) {
      assertThat(RowOrder$.MODULE$.isByRow(own)).as(own.getName()).isTrue();
    }
    assertThat(RowOrder$.MODULE$.isByRow(RowOrderTest.class)).isFalse();
  }
}
