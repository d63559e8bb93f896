// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.apache.spark.SparkConf;
import org.junit.jupiter.api.Test;

class LocalDirectoriesTest {

  private final SparkConf conf = new SparkConf(false).set("spark.local.dir", "/a, /b");

  @Test
  void directoriesOfTheConfigurationCountLast() {
    assertThat(SparkShuffleLocation.localDirectories(conf, Map.of())).containsExactly("/a", "/b");
    assertThat(SparkShuffleLocation.localDirectories(conf, Map.of("SPARK_LOCAL_DIRS", "/c,/d")))
        .containsExactly("/c", "/d");
  }

  @Test
  void workersOfSparkNameTheDirectoriesOfTheirExecutors() {
    Map<String, String> environment =
        Map.of("SPARK_EXECUTOR_DIRS", "/e:/f", "SPARK_LOCAL_DIRS", "/c");
    assertThat(SparkShuffleLocation.localDirectories(conf, environment))
        .containsExactly("/e", "/f");
  }

  @Test
  void yarnNamesTheDirectoriesOfItsContainers() {
    Map<String, String> environment =
        Map.of("CONTAINER_ID", "container_1", "LOCAL_DIRS", "/g,/h", "SPARK_LOCAL_DIRS", "/c");
    assertThat(SparkShuffleLocation.localDirectories(conf, environment))
        .containsExactly("/g", "/h");
  }

  @Test
  void withoutAnyItIsTheDirectoryForTemporaryFiles() {
    assertThat(SparkShuffleLocation.localDirectories(new SparkConf(false), Map.of()))
        .containsExactly(System.getProperty("java.io.tmpdir"));
  }
}
