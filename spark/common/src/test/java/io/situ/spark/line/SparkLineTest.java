// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.line;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SparkLineTest {

  @ParameterizedTest
  @MethodSource("io.situ.spark.line.LineExamples#versions")
  void theShuffleTakesTheVersionsItWasBuiltFor(String version) {
    assertThatCode(() -> SparkLine.requireForShuffle(version)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @MethodSource("io.situ.spark.line.LineExamples#otherVersions")
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
  @MethodSource("io.situ.spark.line.LineExamples#otherLines")
  void plansOfAnotherSparkAreLeftAlone(String spark, String scala) {
    assertThat(SparkLine.objection(spark, scala))
        .hasValueSatisfying(
            sentence ->
                assertThat(sentence)
                    .contains("for " + LineExamples.LINE)
                    .contains("this is Spark " + spark + " with Scala " + scala)
                    .contains("use the jar of Situ for this version"));
  }
}
