// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.line;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SparkLineTest {

  @ParameterizedTest
  @ValueSource(strings = {"3.5.0", "3.5.9", "3.5.10-SNAPSHOT"})
  void theShuffleTakesTheVersionsItWasBuiltFor(String version) {
    assertThatCode(() -> SparkLine.requireForShuffle(version)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(strings = {"3.4.4", "3.50.0", "4.0.4"})
  void theShuffleRefusesOthersInOneSentence(String version) {
    assertThatThrownBy(() -> SparkLine.requireForShuffle(version))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("this is Spark " + version)
        .hasMessageContaining("leave spark.shuffle.manager out");
  }

  @Test
  void theSparkThatTheJarIsForIsTaken() {
    assertThat(SparkLine.objection()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"3.4.4, 2.12.17", "3.5.9, 2.13.8", "4.0.4, 2.13.16"})
  void plansOfAnotherSparkAreLeftAlone(String spark, String scala) {
    assertThat(SparkLine.objection(spark, scala))
        .hasValueSatisfying(
            sentence ->
                assertThat(sentence)
                    .contains("for Spark 3.5 with Scala 2.12")
                    .contains("this is Spark " + spark + " with Scala " + scala)
                    .contains("use the jar of Situ for this version"));
  }
}
