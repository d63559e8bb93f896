// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.shuffle;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SparkLineTest {

  @ParameterizedTest
  @ValueSource(strings = {"4.0.4", "4.1.3", "4.2.0", "4.2.1-SNAPSHOT"})
  void takesTheVersionsItWasBuiltFor(String version) {
    assertThatCode(() -> SparkLine.require(version)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(strings = {"3.5.9", "4.3.0", "4.20.0", "5.0.0"})
  void refusesOthersInOneSentence(String version) {
    assertThatThrownBy(() -> SparkLine.require(version))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("this is Spark " + version)
        .hasMessageContaining("leave spark.shuffle.manager out");
  }
}
