// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SparkInstallationTest {

  @TempDir private Path scratch;

  private Path home(String core) throws IOException {
    Path home = scratch.resolve("spark");
    Files.createDirectories(home.resolve("bin"));
    Files.createFile(
        home.resolve("bin/spark-submit"),
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
    Files.createFile(Files.createDirectories(home.resolve("jars")).resolve(core));
    return home;
  }

  @Test
  void findsVersionAndScalaBySparkHome() throws IOException {
    Path home = home("spark-core_2.13-4.1.3.jar");

    SparkInstallation spark = SparkInstallation.find(Map.of("SPARK_HOME", home.toString()));

    assertThat(spark.version()).isEqualTo("4.1.3");
    assertThat(spark.scala()).isEqualTo("2.13");
    assertThat(spark.submit()).isEqualTo(home.resolve("bin/spark-submit"));
  }

  @Test
  void followsALinkInThePath() throws IOException {
    Path home = home("spark-core_2.13-4.0.4.jar");
    Path bin = Files.createDirectory(scratch.resolve("usr-bin"));
    Files.createSymbolicLink(bin.resolve("spark-submit"), home.resolve("bin/spark-submit"));

    SparkInstallation spark = SparkInstallation.find(Map.of("PATH", "/nowhere:" + bin));

    assertThat(spark.version()).isEqualTo("4.0.4");
  }

  @Test
  void refusesASparkThatSituHasNoJarFor() throws IOException {
    Path home = home("spark-core_2.12-3.5.9.jar");
    SparkInstallation spark = SparkInstallation.find(Map.of("SPARK_HOME", home.toString()));

    assertThatThrownBy(() -> spark.jar(scratch, "1"))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("Situ has no jar for Spark 3.5.9 with Scala 2.12, which is in '");
  }

  @Test
  void saysWhatIsMissing() throws IOException {
    assertThatThrownBy(() -> SparkInstallation.find(Map.of("PATH", "/nowhere")))
        .hasMessageStartingWith("there is no spark-submit in PATH");
    assertThatThrownBy(() -> SparkInstallation.find(Map.of("SPARK_HOME", scratch.toString())))
        .hasMessageStartingWith("SPARK_HOME is '" + scratch + "', but '");
    Path home = home("other.jar");
    assertThatThrownBy(() -> SparkInstallation.find(Map.of("SPARK_HOME", home.toString())))
        .hasMessageContaining("cannot be found");
  }
}
