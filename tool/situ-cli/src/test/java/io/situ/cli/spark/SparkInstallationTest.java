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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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

  @ParameterizedTest
  @ValueSource(
      strings = {
        "spark-core_2.12-3.4.4.jar",
        "spark-core_2.13-3.5.9.jar",
        "spark-core_2.13-5.0.0.jar"
      })
  void refusesASparkThatSituHasNoJarFor(String core) throws IOException {
    Path home = home(core);
    SparkInstallation spark = SparkInstallation.find(Map.of("SPARK_HOME", home.toString()));

    assertThatThrownBy(() -> spark.jar(scratch, "1"))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("Situ has no jar for Spark ")
        .hasMessageContaining(spark.version() + " with Scala " + spark.scala() + ", which is in '");
  }

  @ParameterizedTest
  @CsvSource({
    "spark-core_2.12-3.5.9.jar, spark/situ-spark-3.5/target/situ-spark-3.5_2.12-1.jar",
    "spark-core_2.13-4.1.3.jar, spark/situ-spark-4/target/situ-spark-4_2.13-1.jar"
  })
  void choosesTheJarOfTheLine(String core, String jar) throws IOException {
    Path home = home(core);
    Path built = scratch.resolve(jar);
    Files.createDirectories(built.getParent());
    Files.createFile(built);

    SparkInstallation spark = SparkInstallation.find(Map.of("SPARK_HOME", home.toString()));

    assertThat(spark.jar(scratch, "1")).isEqualTo(built);
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
