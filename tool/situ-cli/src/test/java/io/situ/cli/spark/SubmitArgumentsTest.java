// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.spark;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SubmitArgumentsTest {

  @TempDir private Path scratch;
  private Path defaults;
  private Map<String, String> environment = Map.of();

  @BeforeEach
  void nameDefaults() {
    defaults = scratch.resolve("spark-defaults.conf");
  }

  private SubmitArguments parse(String... words) throws IOException {
    return new SubmitArguments(List.of(words), defaults, environment);
  }

  @Test
  void addsItsJarToThoseOfTheUser() throws IOException {
    SubmitArguments arguments = parse("--jars", "a.jar,b.jar", "--class", "Main", "app.jar", "in");

    arguments.addJar(Path.of("/situ.jar"));

    assertThat(arguments.words())
        .containsExactly("--jars", "a.jar,b.jar,/situ.jar", "--class", "Main", "app.jar", "in");
  }

  @Test
  void addsItsJarToThoseOfTheDefaults() throws IOException {
    Files.writeString(defaults, "spark.jars  /opt/a.jar\nspark.plugins=one.Plugin\n");
    SubmitArguments arguments = parse("app.py");

    arguments.addJar(Path.of("/situ.jar"));
    arguments.add("spark.plugins", "io.situ.Plugin");

    assertThat(arguments.words())
        .containsExactly(
            "--jars",
            "/opt/a.jar,/situ.jar",
            "--conf",
            "spark.plugins=one.Plugin,io.situ.Plugin",
            "app.py");
  }

  @Test
  void aJarOfSituForTheSameSparkStandsInForItsOwn() throws IOException {
    Path own = Path.of("/tree/situ-spark-4_2.13-1.0-SNAPSHOT.jar");
    String there = "a.jar, local:///opt/situ-spark-4_2.13-0.9.jar";

    SubmitArguments named = parse("--jars", there, "x");
    assertThat(named.addJar(own)).isFalse();
    assertThat(named.words()).containsExactly("--jars", there, "x");

    Files.writeString(defaults, "spark.jars situ-spark-4_2.13-0.9.jar\n");
    SubmitArguments byDefault = parse("x");
    assertThat(byDefault.addJar(own)).isFalse();
    assertThat(byDefault.words()).containsExactly("x");

    for (String other : List.of("situ-spark-3.5_2.12-1.0.jar", "/situ-spark-4_2.13-1/a.jar")) {
      SubmitArguments more = parse("--jars", other, "x");
      assertThat(more.addJar(own)).isTrue();
      assertThat(more.setting("spark.jars")).contains(other + "," + own);
    }
  }

  @Test
  void knowsWhereSparkSendsJarsToTheDriver() throws IOException {
    String[] cluster = {"--deploy-mode", "cluster", "x"};
    String[] uploading = concat("--conf", "spark.kubernetes.file.upload.path=hdfs:///tmp", cluster);

    assertThat(parse("--master", "spark://a:7077", "x").sendsJars()).isTrue();
    assertThat(parse(concat("--master", "yarn", cluster)).sendsJars()).isTrue();
    assertThat(parse(concat("--master", "spark://a:7077", cluster)).sendsJars()).isFalse();
    assertThat(parse(concat("--master", "spark://a:7077", uploading)).sendsJars()).isFalse();
    assertThat(parse(concat("--master", "k8s://a", cluster)).sendsJars()).isFalse();
    assertThat(parse(concat("--master", "k8s://a", uploading)).sendsJars()).isTrue();
  }

  @Test
  void defaultsCountBelowAPropertiesFileWhereSparkIsAskedToLoadThem() throws IOException {
    Files.writeString(defaults, "spark.jars=/opt/a.jar\nspark.plugins=one.Plugin\n");
    Path file = Files.writeString(scratch.resolve("own.conf"), "spark.plugins=two.Plugin\n");

    SubmitArguments arguments =
        parse(
            "--properties-file", file.toString(), "--load-spark-defaults", "--conf", "a.b=c", "x");

    assertThat(arguments.setting("spark.jars")).contains("/opt/a.jar");
    assertThat(arguments.setting("spark.plugins")).contains("two.Plugin");
    assertThat(arguments.setting("a.b")).contains("c");
    assertThat(arguments.name()).isEqualTo("x");
  }

  @Test
  void knowsWhatIsSetForHadoop() throws IOException {
    assertThat(parse("--conf", "spark.hadoop.fs.situ.store.vol.root=/mnt", "x").hadoop())
        .containsExactly(Map.entry("fs.situ.store.vol.root", "/mnt"));
  }

  @Test
  void addsNothingTwice() throws IOException {
    SubmitArguments arguments = parse("--conf", "spark.plugins=io.situ.Plugin", "app.py");

    arguments.add("spark.plugins", "io.situ.Plugin");

    assertThat(arguments.words())
        .containsExactly("--conf", "spark.plugins=io.situ.Plugin", "app.py");
  }

  @Test
  void jarsOfTheOptionCountBeforeThoseOfTheKey() throws IOException {
    assertThat(parse("--jars", "a", "--conf", "spark.jars=b", "x").setting("spark.jars"))
        .contains("a");
    assertThat(parse("--conf", "spark.jars=b", "--jars", "a", "x").setting("spark.jars"))
        .contains("a");
    assertThat(parse("--conf", "spark.jars=a", "--conf", "spark.jars=b", "x").setting("spark.jars"))
        .contains("b");
    assertThat(parse("--jars", "a", "--jars", "b", "x").words())
        .containsExactly("--jars", "b", "x");
  }

  @Test
  void leavesTheApplicationsOwnArgumentsAlone() throws IOException {
    SubmitArguments arguments = parse("--verbose", "app.py", "--jars", "x", "--conf", "y");

    assertThat(arguments.words())
        .containsExactly("--verbose", "app.py", "--jars", "x", "--conf", "y");
  }

  @Test
  void knowsTheDeployModeFromOptionAndDefaults() throws IOException {
    assertThat(parse("app.py").clusterMode()).isFalse();
    assertThat(parse("--deploy-mode", "cluster", "app.py").clusterMode()).isTrue();
    assertThat(parse("--deploy-mode=cluster", "app.py").clusterMode()).isTrue();
    Files.writeString(defaults, "spark.submit.deployMode cluster\n");
    assertThat(parse("app.py").clusterMode()).isTrue();
    assertThat(parse("--deploy-mode", "client", "app.py").clusterMode()).isFalse();
  }

  @Test
  void readsThePropertiesFileInPlaceOfTheDefaults() throws IOException {
    Files.writeString(defaults, "spark.jars a.jar\n");
    Path other = Files.writeString(scratch.resolve("other"), "spark.eventLog.dir /logs\n");

    SubmitArguments arguments = parse("--properties-file", other.toString(), "app.py");

    assertThat(arguments.setting("spark.jars")).isEmpty();
    assertThat(arguments.setting("spark.eventLog.dir")).contains("/logs");
    assertThat(arguments.words()).containsExactly("--properties-file", other.toString(), "app.py");
  }

  @Test
  void readsDefaultsWithBytesThatAreNotUtf8() throws IOException {
    Files.writeString(defaults, "# f\u00fcr alle\nspark.jars a.jar\n", ISO_8859_1);

    assertThat(parse("x").setting("spark.jars")).contains("a.jar");
  }

  @Test
  void refusesAPropertiesFileThatCannotBeRead() throws IOException {
    Path broken = Files.writeString(scratch.resolve("broken"), "a=\\u00zz\n");

    assertUnreadable(
        scratch.resolve("none"),
        "spark-submit's properties file '%s' cannot be read: there is no such file");
    assertUnreadable(scratch, "spark-submit's properties file '%s' cannot be read: Is a directory");
    assertUnreadable(broken, "'%s' is no properties file: Malformed \\uxxxx encoding.");
  }

  private void assertUnreadable(Path file, String message) {
    assertThatThrownBy(() -> parse("--properties-file", file.toString(), "app.py"))
        .isInstanceOf(IOException.class)
        .hasMessage(message, file);
  }

  @Test
  void refusesOptionsWithoutValue() {
    assertThatThrownBy(() -> parse("--master"))
        .hasMessage("spark-submit's option --master has no value");
    assertThatThrownBy(() -> parse("--conf", "spark.x", "app.py"))
        .hasMessage("spark-submit's option --conf is 'spark.x', not KEY=VALUE");
  }

  @Test
  void knowsACallThatRunsNothing() throws IOException {
    assertThat(parse("--version").runsApplication()).isFalse();
    assertThat(parse("app.py").runsApplication()).isTrue();
  }

  @Test
  void namesTheApplication() throws IOException {
    assertThat(parse("/opt/jobs/app.py").name()).isEqualTo("app.py");
    assertThat(parse("--name", "mine", "app.py").name()).isEqualTo("mine");
  }

  @Test
  void aDriverOnTheClusterIsKnownToHaveSucceededOnYarnOnly() throws IOException {
    String[] cluster = {"--deploy-mode", "cluster", "x"};
    assertThat(parse("x").showsSuccess()).isTrue();
    assertThat(parse(concat("--master", "yarn", cluster)).showsSuccess()).isTrue();
    assertThat(parse(concat("--conf", "spark.master=yarn", cluster)).showsSuccess()).isTrue();
    assertThat(parse(concat("--master", "spark://a:7077", cluster)).showsSuccess()).isFalse();
    assertThat(parse(concat("--master", "k8s://a", cluster)).showsSuccess()).isFalse();
    assertThat(parse(cluster).showsSuccess()).isFalse();

    Files.writeString(defaults, "spark.master yarn\nspark.yarn.submit.waitAppCompletion false\n");
    assertThat(parse(cluster).showsSuccess()).isFalse();
    assertThat(parse("x").showsSuccess()).isTrue();
    assertThat(
            parse(concat("--conf", "spark.yarn.submit.waitAppCompletion=true", cluster))
                .showsSuccess())
        .isTrue();
  }

  @Test
  void theEnvironmentCountsWhereNothingElseSetsMasterAndDeployMode() throws IOException {
    environment = Map.of("MASTER", "yarn", "DEPLOY_MODE", "cluster");
    assertThat(parse("x").clusterMode()).isTrue();
    assertThat(parse("x").showsSuccess()).isTrue();
    assertThat(parse("x").words()).containsExactly("x");
    assertThat(parse("--deploy-mode", "client", "x").clusterMode()).isFalse();
    assertThat(parse("--master", "k8s://a", "x").showsSuccess()).isFalse();

    Files.writeString(defaults, "spark.master spark://a:7077\n");
    assertThat(parse("x").clusterMode()).isTrue();
    assertThat(parse("x").showsSuccess()).isFalse();
  }

  private static String[] concat(String option, String value, String... more) {
    return Stream.concat(Stream.of(option, value), Arrays.stream(more)).toArray(String[]::new);
  }
}
