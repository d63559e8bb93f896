// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.mapreduce.launch.LaunchKeys;
import io.situ.mapreduce.yarn.Framework;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.InvalidJobConfException;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.util.GenericOptionsParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LaunchConfTest {

  private static final String JARS = "tmpjars";
  private static final String OWN = "file:/lib/own.jar,file:/lib/other.jar";
  private static final String SITU = "file:/opt/situ.jar";

  @Test
  void jarsOfTheUserAreSentBesideSitus() {
    Configuration made = LaunchConf.compose(plan(Map.of(JARS, SITU)), conf("yarn", JARS, OWN));

    assertThat(made.getStrings(JARS))
        .containsExactly("file:/lib/own.jar", "file:/lib/other.jar", SITU);
  }

  @Test
  void situsJarIsSentWhereTheUserNamesNone() {
    Configuration made = LaunchConf.compose(plan(Map.of(JARS, SITU)), conf("yarn"));

    assertThat(made.getStrings(JARS)).containsExactly(SITU);
  }

  @Test
  void jarsOfTheUserStayWhereSituSendsNone() {
    Configuration made = LaunchConf.compose(plan(Map.of()), conf("yarn", JARS, OWN));

    assertThat(made.get(JARS)).isNull();
  }

  /** The local runner has the launcher's class path. */
  @Test
  void situsJarIsNotSentToTheLocalRunner() {
    Configuration made = LaunchConf.compose(plan(Map.of(JARS, SITU)), conf("local", JARS, OWN));

    assertThat(made.get(JARS)).isNull();
  }

  @ParameterizedTest
  @CsvSource({"site.xml, own", "mapred-default.xml, default of Situ"})
  void aDefaultGivesWayToWhatTheUserSays(String source, String expected) {
    Configuration user = conf("yarn");
    add(user, source, "mapreduce.some.key", "own");
    LaunchPlan plan =
        new LaunchPlan(
            Path.of("job.jar"),
            Optional.empty(),
            Path.of("folder"),
            Map.of(),
            Map.of("mapreduce.some.key", "default of Situ"),
            Map.of());

    LaunchConf.compose(plan, user);

    assertThat(user.get("mapreduce.some.key")).isEqualTo(expected);
  }

  /** Hadoop's wildcard stands for uploaded jars alone, and a kept one would not reach the tasks. */
  @Test
  void aKeptJarIsNamedForTheHosts(@TempDir Path scratch) throws IOException {
    String jar = Files.writeString(scratch.resolve("situ.jar"), "content").toUri().toString();
    Configuration user = keeping(Files.createDirectory(scratch.resolve("vol")));
    LaunchPlan plan = plan(Map.of(JARS, jar));

    Configuration made = LaunchConf.compose(plan, user);
    LaunchConf.keepJars(user, made);
    assertThat(made.get(JARS)).startsWith("situ://vol/kept/");
    assertThat(made.get("mapreduce.client.libjars.wildcard")).isEqualTo("false");

    Configuration other = keeping(scratch.resolve("vol"));
    other.set(LaunchKeys.JAR.name(), "off");
    Configuration sent = LaunchConf.compose(plan, other);
    LaunchConf.keepJars(other, sent);
    assertThat(sent.get(JARS)).isEqualTo(jar);
    assertThat(sent.get("mapreduce.client.libjars.wildcard")).isNull();
  }

  @Test
  void situsJarIsSentBesideThoseOfTheCommandLine(@TempDir Path scratch) throws Exception {
    String own = "file:" + Files.createFile(scratch.resolve("own.jar"));

    assertThat(sent("-libjars", own)).containsExactly(own, SITU);
    assertThat(sent("-D", JARS + "=" + OWN))
        .containsExactly("file:/lib/own.jar", "file:/lib/other.jar", SITU);
    assertThat(sent("-D", JARS + "=")).containsExactly(SITU);
    assertThat(sent()).containsExactly(SITU);
  }

  /** A kept jar has another name than the one that the program was started with. */
  @Test
  void aKeptJarIsSentBesideThoseOfTheCommandLine(@TempDir Path scratch) throws Exception {
    String jar = Files.writeString(scratch.resolve("situ.jar"), "content").toUri().toString();
    Configuration user = keeping(Files.createDirectory(scratch.resolve("vol")));
    Configuration made = LaunchConf.compose(plan(Map.of(JARS, jar)), user);
    LaunchConf.keepJars(user, made);

    assertThat(sent(made, "-D", JARS + "=" + OWN))
        .hasSize(3)
        .startsWith("file:/lib/own.jar", "file:/lib/other.jar")
        .last()
        .asString()
        .startsWith("situ://vol/kept/");
  }

  private static List<String> sent(String... args) throws Exception {
    return sent(LaunchConf.compose(plan(Map.of(JARS, SITU)), conf("yarn")), args);
  }

  /** What a job would send to the cluster. It has no output, and so is refused before that. */
  private static List<String> sent(Configuration made, String... args) throws Exception {
    Configuration launched = new Configuration();
    launched.addResource(made);
    launched.set("yarn.resourcemanager.address", "localhost:1");
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    try {
      new GenericOptionsParser(launched, args);
    } finally {
      Thread.currentThread().setContextClassLoader(before);
    }
    Job job = Job.getInstance(launched);
    assertThatThrownBy(job::submit).isInstanceOf(InvalidJobConfException.class);
    job.getCluster().close();
    return List.of(job.getConfiguration().getStrings(JARS));
  }

  private static Configuration keeping(Path root) {
    Configuration conf = conf("yarn");
    conf.setBoolean("fs.situ.impl.disable.cache", true);
    conf.set("fs.situ.store.vol.root", root.toString());
    conf.set(LaunchKeys.DIRECTORY.name(), "situ://vol/kept");
    return conf;
  }

  private static LaunchPlan plan(Map<String, String> settings) {
    return new LaunchPlan(
        Path.of("job.jar"), Optional.empty(), Path.of("folder"), settings, Map.of(), Map.of());
  }

  private static Configuration conf(String framework, String... keyAndValue) {
    Configuration conf = new Configuration(false);
    add(conf, "mapred-site.xml", Framework.KEY.name(), framework);
    if (keyAndValue.length > 0) {
      add(conf, "mapred-site.xml", keyAndValue[0], keyAndValue[1]);
    }
    return conf;
  }

  /** Values of files, unlike those that a program sets, give way to what is added later. */
  private static void add(Configuration conf, String file, String key, String value) {
    String xml =
        "<configuration><property><name>"
            + key
            + "</name><value>"
            + value
            + "</value></property></configuration>";
    conf.addResource(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)), file);
  }
}
