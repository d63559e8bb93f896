// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.shuffle;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.apache.spark.SparkConf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SparkShuffleChoiceTest {

  /** Also what only tasks need, and what `auto` would share nothing for. */
  @ParameterizedTest
  @CsvSource({
    "off, wait, ten",
    "auto, wait, -1s",
    "off, sync, yes",
    "auto, sync, yes",
    "auto, expiry, 600",
    "aut, sync, true"
  })
  void aValueThatIsNotValidIsRefusedInTheDriver(String mode, String key, String value) {
    SparkConf conf =
        new SparkConf(false)
            .set("spark.situ.shuffle", mode)
            .set("spark.situ.shuffle." + key, value);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> SparkShuffleChoice.make(conf))
        .withMessageStartingWith("spark.situ.shuffle")
        .withMessageContaining("; it must be ");
  }
}
