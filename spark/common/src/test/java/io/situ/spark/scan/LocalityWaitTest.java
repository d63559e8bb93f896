// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.spark.SparkConf;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LocalityWaitTest {

  private static final String NODE = "spark.locality.wait.node";

  private static SparkConf with(String... settings) {
    SparkConf conf = new SparkConf(false);
    for (int i = 0; i < settings.length; i += 2) {
      conf.set(settings[i], settings[i + 1]);
    }
    LocalityWait.set(conf);
    return conf;
  }

  @ParameterizedTest
  @CsvSource({"100m,128m,1280ms", "100m,32m,320ms", "8m,128m,16000ms", "1,128m,30000ms"})
  void itIsWhatReadingAPartitionCosts(String remote, String partition, String wait) {
    SparkConf conf =
        with("spark.situ.scan.cost.remote", remote, "spark.sql.files.maxPartitionBytes", partition);

    assertThat(conf.get(NODE)).isEqualTo(wait);
    assertThat(conf.contains("spark.locality.wait")).isFalse();
  }

  @Test
  void withoutKeysItIsThatOfSparksPartitions() {
    assertThat(with().get(NODE)).isEqualTo("1280ms");
  }

  @Test
  void whatTheUserSaysStays() {
    assertThat(with("spark.locality.wait", "7s").contains(NODE)).isFalse();
    assertThat(with(NODE, "7s").get(NODE)).isEqualTo("7s");
    assertThat(with("spark.situ.scan.locality", "off").contains(NODE)).isFalse();
    assertThat(with("spark.locality.wait.rack", "7s").get(NODE)).isEqualTo("1280ms");
  }

  @Test
  void aKeyWithoutMeaningIsNamed() {
    assertThatThrownBy(() -> with("spark.situ.scan.cost.remote", "fast"))
        .hasMessageContaining("spark.situ.scan.cost.remote is 'fast'; it must be");
  }
}
