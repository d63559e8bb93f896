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
  @ValueSource(strings = {"4.0.4", "4.1.3", "4.2.0", "4.2.1-SNAPSHOT"})
  void theShuffleTakesTheVersionsItWasBuiltFor(String version) {
    assertThatCode(() -> SparkLine.requireForShuffle(version)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(strings = {"3.5.9", "4.3.0", "4.20.0", "5.0.0"})
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
  @CsvSource({"3.5.9, 2.12.18", "3.5.9, 2.13.8", "5.0.0, 3.7.0", "4.5.0, 3.7.0"})
  void plansOfAnotherSparkAreLeftAlone(String spark, String scala) {
    assertThat(SparkLine.objection(spark, scala))
        .hasValueSatisfying(
            sentence ->
                assertThat(sentence)
                    .contains("for Spark 4 with Scala 2.13")
                    .contains("this is Spark " + spark + " with Scala " + scala)
                    .contains("use the jar of Situ for this version"));
  }
}
