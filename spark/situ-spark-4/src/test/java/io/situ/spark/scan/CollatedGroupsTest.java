// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Groups of strings that are equal and not the same, of which the first stands for all. */
@Tag("end-to-end")
class CollatedGroupsTest {

  private static final ScanSession SESSION = ScanSession.shared();
  private static final SparkSession spark = SESSION.spark();

  @BeforeAll
  static void write() {
    spark
        .range(0, 60_000, 1, 1)
        .selectExpr("id", "if(id < 30000, 'Word', 'WORD') AS word")
        .write()
        .option("parquet.block.size", 1 << 16)
        .parquet(SESSION.scratch().resolve("words").toString());
    spark.read().parquet("situ://small/words").createOrReplaceTempView("words");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT word COLLATE UTF8_LCASE AS w, count(*) FROM words GROUP BY 1",
        "SELECT DISTINCT word COLLATE UNICODE_CI AS w FROM words",
        "SELECT named_struct('w', array(word COLLATE UTF8_LCASE)) AS w, count(*) FROM words"
            + " GROUP BY 1",
        "SELECT count(DISTINCT word COLLATE UTF8_LCASE) FROM words",
      })
  void keepStockSparksPartitions(String query) {
    ScanSession.Answer answer = ScanSession.answer(spark.sql(query));

    assertThat(answer.scans()).hasSize(1);
    assertThat(answer.packed()).isEmpty();
    assertThat(answer.rows()).isEqualTo(SESSION.stock(() -> spark.sql(query)).rows());
  }

  @Test
  void groupsOfPlainStringsArePacked() {
    ScanSession.Answer answer =
        ScanSession.answer(spark.sql("SELECT word, count(*) FROM words GROUP BY 1 ORDER BY 1"));

    assertThat(answer.packed()).hasSize(1);
    assertThat(answer.rows()).isEqualTo(List.of("[WORD,30000]", "[Word,30000]"));
  }
}
