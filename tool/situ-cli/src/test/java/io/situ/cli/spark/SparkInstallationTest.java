// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
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
    program(home.resolve("bin/spark-submit"), "#!/bin/sh");
    Files.write(Files.createDirectories(home.resolve("jars")).resolve(core), new byte[0]);
    return home;
  }

  private static Path program(Path file, String... lines) throws IOException {
    Files.createDirectories(file.getParent());
    Files.write(file, List.of(lines));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    return file;
  }

  /** Adds what Spark 3.5 and 4 have beside {@code spark-submit}, as far as it matters here. */
  private static void addScripts(Path bin) throws IOException {
    program(
        bin.resolve("load-spark-env.sh"),
        "if [ -z \"${SPARK_HOME}\" ]; then",
        "  source \"$(dirname \"$0\")\"/find-spark-home",
        "fi",
        "export SPARK_CONF_DIR=\"${SPARK_CONF_DIR:-\"${SPARK_HOME}\"/conf}\"",
        "if [[ -f \"${SPARK_CONF_DIR}/spark-env.sh\" ]]; then",
        "  set -a",
        "  . \"${SPARK_CONF_DIR}/spark-env.sh\"",
        "  set +a",
        "fi");
    program(
        bin.resolve("find-spark-home"),
        "FIND_SPARK_HOME_PYTHON_SCRIPT=\"$(cd \"$(dirname \"$0\")\"; pwd)/find_spark_home.py\"",
        "if [ ! -z \"${SPARK_HOME}\" ]; then",
        "  exit 0",
        "elif [ ! -f \"$FIND_SPARK_HOME_PYTHON_SCRIPT\" ]; then",
        "  export SPARK_HOME=\"$(cd \"$(dirname \"$0\")\"/..; pwd)\"",
        "else",
        "  export SPARK_HOME=$(${PYSPARK_PYTHON:-python3} \"$FIND_SPARK_HOME_PYTHON_SCRIPT\")",
        "fi");
  }

  private static String path(Path bin) {
    return bin + ":" + System.getenv("PATH");
  }

  /** Finds a Spark that has this {@code spark-env.sh}. */
  private SparkInstallation with(Map<String, String> environment, String... lines)
      throws IOException {
    Path home = home("spark-core_2.13-4.1.3.jar");
    addScripts(home.resolve("bin"));
    program(home.resolve("conf/spark-env.sh"), lines);
    Map<String, String> all = new HashMap<>(environment);
    all.put("SPARK_HOME", home.toString());
    return SparkInstallation.find(all);
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
    assertThat(spark.submit()).isEqualTo(home.toRealPath().resolve("bin/spark-submit"));
  }

  @Test
  void findsTheSparkOfPySparkWhoseProgramsAreElsewhere() throws IOException {
    Path home = home("spark-core_2.13-4.1.3.jar");
    Path bin = scratch.toRealPath().resolve("venv/bin");
    Path submit = program(bin.resolve("spark-submit"), "#!/bin/sh");
    addScripts(bin);
    Files.writeString(bin.resolve("find_spark_home.py"), "");
    Path python = program(scratch.resolve("python"), "#!/bin/sh", "echo '" + home + "'");
    Map<String, String> environment =
        Map.of("PATH", path(bin), "PYSPARK_PYTHON", python.toString(), "SPARK_HOME", "");

    SparkInstallation spark = SparkInstallation.find(environment);

    assertThat(spark.home()).isEqualTo(home);
    assertThat(spark.version()).isEqualTo("4.1.3");
    assertThat(spark.submit()).isEqualTo(submit);
    assertThat(spark.defaults(spark.environment()))
        .isEqualTo(home.resolve("conf/spark-defaults.conf"));

    program(python, "#!/bin/sh", "echo 'Could not find valid SPARK_HOME' >&2", "exit 255");
    assertThatThrownBy(() -> SparkInstallation.find(environment))
        .hasMessage(
            "'%s' finds no Spark (Could not find valid SPARK_HOME): set SPARK_HOME to the directory"
                + " of a Spark distribution",
            bin.resolve("load-spark-env.sh"));
  }

  @Test
  void hasTheEnvironmentThatSparksScriptMakes() throws IOException {
    SparkInstallation spark =
        with(Map.of("MASTER", "local"), "echo noise", "MASTER=yarn", "OTHER='a", "b'");

    assertThat(spark.environment()).containsEntry("MASTER", "yarn").containsEntry("OTHER", "a\nb");
  }

  @Test
  void saysThatSparksScriptFails() {
    assertThatThrownBy(() -> with(Map.of(), "echo 'no java here' >&2", "exit 3"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("load-spark-env.sh' fails: ")
        .hasMessageContaining("exit code 3")
        .hasMessageContaining("no java here");
  }

  @Test
  void readsHadoopsConfigurationThatSparkReads() throws IOException {
    Path hadoop = Files.createDirectory(scratch.resolve("hadoop"));
    Path yarn = Files.createDirectory(scratch.resolve("yarn"));
    Map<String, String> onlyYarn = Map.of("YARN_CONF_DIR", yarn.toString());

    assertThat(with(onlyYarn, "HADOOP_CONF_DIR=/none:" + hadoop).hadoopConf()).contains(hadoop);
    assertThat(with(onlyYarn, "").hadoopConf()).contains(yarn);
    assertThat(with(Map.of("HADOOP_CONF_DIR", "/none"), "").hadoopConf()).isEmpty();
  }

  @Test
  void refusesADirectoryThatSparkWouldNotRead() throws IOException {
    Path given = Files.createDirectory(scratch.resolve("given"));
    Path link = Files.createSymbolicLink(scratch.resolve("link"), given);
    Map<String, String> set = Map.of("HADOOP_CONF_DIR", given.toString());

    with(set, "HADOOP_CONF_DIR=${HADOOP_CONF_DIR:-/etc/hadoop/conf}:/etc/hive/conf")
        .requireConf(given);
    with(set, "HADOOP_CONF_DIR=" + link).requireConf(given);
    SparkInstallation other = with(set, "HADOOP_CONF_DIR=/etc/hadoop/conf");

    assertThatThrownBy(() -> other.requireConf(given))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("/conf/spark-env.sh' sets HADOOP_CONF_DIR to '/etc/hadoop/conf'")
        .hasMessageContaining("would not read '--conf " + given + "'")
        .hasMessageContaining("write HADOOP_CONF_DIR=${HADOOP_CONF_DIR:-/etc/hadoop/conf} there");
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
