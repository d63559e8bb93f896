// SPDX-License-Identifier: Apache-2.0
package io.situ.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.situ.spark.support.SparkHome;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.apache.spark.SparkConf;
import org.apache.spark.deploy.master.Master;
import org.apache.spark.deploy.worker.Worker;
import org.apache.spark.rpc.RpcEnv;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import scala.Option;

/** {@code situ spark} with a Spark that knows nothing of Situ, as a user starts it. */
@Tag("end-to-end")
class SparkToolTest {

  private static final Path SOURCE =
      Path.of(System.getProperty("situ.source")).toAbsolutePath().normalize();

  @TempDir private Path scratch;
  private Path spark;
  private Path texts;
  private Path program;

  @BeforeEach
  void layOut() throws IOException {
    texts = Files.createDirectory(scratch.resolve("texts"));
    Files.writeString(texts.resolve("a.txt"), "alpha beta\n");
    Files.writeString(texts.resolve("b.txt"), "beta gamma\n");
    program = jar(scratch.resolve("words.jar"), "SparkWords.class");
    spark = Files.createDirectory(scratch.resolve("spark"));
    Path jars = Files.createDirectory(spark.resolve("jars"));
    String classPath = Files.readString(Path.of(System.getProperty("spark.classpath")));
    for (String entry : classPath.strip().split(File.pathSeparator, -1)) {
      Path jar = Path.of(entry);
      Files.createSymbolicLink(jars.resolve(jar.getFileName()), jar);
    }
    // What Spark's own script does; its distribution is not published as an artifact of Maven.
    Path submit = Files.createDirectory(spark.resolve("bin")).resolve("spark-submit");
    Files.writeString(
        submit,
        "#!/bin/sh\nexec java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC "
            + System.getProperty("spark.java.options")
            + " -cp '"
            + jars
            + "/*' org.apache.spark.deploy.SparkSubmit \"$@\"\n");
    Files.setPosixFilePermissions(submit, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static Path jar(Path jar, String name) throws IOException {
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
        InputStream in = SparkToolTest.class.getResourceAsStream(name)) {
      out.putNextEntry(new ZipEntry("io/situ/testing/" + name));
      in.transferTo(out);
    }
    return jar;
  }

  private record Result(int code, String out, String err) {}

  private record Running(Process process, Path out, Path err) {

    Result result() throws Exception {
      int code = process.waitFor();
      return new Result(code, Files.readString(out), Files.readString(err));
    }

    void awaitOutput(String line) throws Exception {
      while (process.isAlive() && !Files.readString(out).contains(line)) {
        TimeUnit.MILLISECONDS.sleep(20);
      }
    }

    /** As a terminal does, which sends a signal to all that it runs, or as a user. */
    void kill(String signal, boolean all) throws Exception {
      String to = (all ? "-" : "") + process.pid();
      assertThat(new ProcessBuilder("kill", "-" + signal, "--", to).start().waitFor()).isZero();
    }
  }

  private Result situ(Map<String, String> environment, Object... words) throws Exception {
    return start(environment, words).result();
  }

  /** In a group of its own, and where Ctrl-C is heard whatever this process does. */
  private Running start(Map<String, String> environment, Object... words) throws Exception {
    List<String> command = new ArrayList<>(List.of("setsid", "env", "--default-signal=INT"));
    command.add(SOURCE.resolve("bin/situ").toString());
    for (Object word : words) {
      command.add(word.toString());
    }
    Path out = Files.createTempFile(scratch, "out", "");
    Path err = Files.createTempFile(scratch, "err", "");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(scratch.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().keySet().removeIf(key -> key.startsWith("SPARK_"));
    builder.environment().putAll(base());
    builder.environment().putAll(environment);
    return new Running(builder.start(), out, err);
  }

  private Map<String, String> base() {
    return Map.of(
        "SITU_STATE_DIR",
        scratch.resolve("a state").toString(),
        "SITU_NO_BUILD",
        "1",
        "SPARK_LOCAL_IP",
        "127.0.0.1",
        "SPARK_HOME",
        spark.toString());
  }

  private Object[] words(Path directory) {
    return new Object[] {"--class", "io.situ.testing.SparkWords", program, "situ://" + directory};
  }

  private Result spark(Object... before) throws Exception {
    List<Object> all = new ArrayList<>(List.of(before));
    all.addAll(List.of(words(texts)));
    return situ(Map.of(), all.toArray());
  }

  private Path runs() {
    return scratch.resolve("a state/runs");
  }

  @Test
  void runsAnApplicationOnFilesThatAreThereWithSettingsOfTheToolAndRemembersWhatItReported()
      throws Exception {
    Path hosts = Files.writeString(scratch.resolve("hosts.tsv"), texts + "\tholder1\n");

    Result run = spark("-D", "fs.situ.placement.file=" + hosts, "spark", "--json");

    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.err())
        .contains("word alpha 1", "word beta 2", "word gamma 1")
        .contains("place a.txt holder1");
    JsonNode reported = new ObjectMapper().readTree(run.out());
    assertThat(reported.path("bytesRemote").asLong()).isEqualTo(22);
    try (Stream<Path> kept = Files.walk(runs())) {
      String id = reported.path("application").asText();
      assertThat(kept.map(path -> path.getFileName().toString()))
          .contains("report.json")
          .noneMatch(name -> name.contains("events") || name.startsWith(id));
    }
    Result last = situ(Map.of(), "report", "--json");
    assertThat(new ObjectMapper().readTree(last.out())).isEqualTo(reported);
  }

  /** Has Spark write event logs, with more settings, and returns where. */
  private Path setEventLog(String... more) throws IOException {
    Path logs = Files.createDirectory(scratch.resolve("logs"));
    List<String> settings = new ArrayList<>(List.of(more));
    settings.add("spark.eventLog.enabled true");
    settings.add("spark.eventLog.dir file://" + logs);
    Files.write(
        Files.createDirectory(spark.resolve("conf")).resolve("spark-defaults.conf"), settings);
    return logs;
  }

  @Test
  void readsTheEventLogThatTheUserHasSet() throws Exception {
    Path logs = setEventLog();

    Result run = spark("spark");
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.out())
        .contains("word alpha 1", "word beta 2", "word gamma 1")
        .contains("words (local-", ") succeeded in ")
        .contains("  records  2 in, 0 out")
        .contains("22 B from unknown locations");
    String id = run.out().replaceAll("(?s).*words \\((local-\\d+)\\).*", "$1");
    Result named = situ(Map.of(), "report", id);
    Map<String, String> elsewhere =
        new TreeMap<>(Map.of("SITU_STATE_DIR", scratch.resolve("other").toString()));
    Result found = situ(elsewhere, "report", id);
    Result given = situ(elsewhere, "report", id, "--event-log", logs);
    Result missing = situ(elsewhere, "report", "local-1");

    assertThat(run.out()).endsWith(named.out());
    assertThat(named.out()).startsWith("words (" + id + ") succeeded in ");
    assertThat(logs).isNotEmptyDirectory();
    assertThat(found.out()).startsWith("words (" + id + ") ended after ");
    assertThat(given.out()).isEqualTo(found.out());
    assertThat(missing.code()).isEqualTo(3);
    assertThat(missing.err()).contains("there is no event log of 'local-1' in 'file://" + logs);
  }

  @Tag("long")
  @Test
  void endsAsItsApplicationWhereTheEventLogCannotBeRead() throws Exception {
    setEventLog("spark.eventLog.compress true", "spark.eventLog.compression.codec lz4");

    Result run = spark("spark");

    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.err())
        .contains("situ: the application has no report: ", "spark.eventLog.compression.codec");
    assertThat(situ(Map.of(), "report", "--last").out()).contains(" succeeded in ");
  }

  @Tag("long")
  @Test
  void reportsADriverThatRanOnTheCluster() throws Exception {
    Path logs = Files.createDirectory(scratch.resolve("logs"));
    Path hosts = Files.writeString(scratch.resolve("hosts.tsv"), texts + "\tholder1\n");
    try (Cluster cluster = Cluster.start(scratch)) {
      List<Object> logged = new ArrayList<>(List.of("-D", "fs.situ.placement.file=" + hosts));
      logged.addAll(cluster.submit(true));
      logged.addAll(List.of("--conf", "spark.eventLog.dir=file://" + logs));
      logged.addAll(List.of(words(texts)));
      logged.add("sql");
      Result result = situ(Map.of(), logged.toArray());

      assertThat(result.code()).as(result.err()).isZero();
      assertThat(result.err()).contains("situ: warning: Spark does not send '", "--jars local:///");
      assertThat(result.out())
          .as(result.err())
          .contains("words (", ") ended after ", "44 B remote")
          .contains("  missing  holder1 held 22 B of what was read and had no executor");
    }
  }

  @Tag("long")
  @Test
  void aJarThatTheHostsHaveStandsInForTheToolsOwn() throws Exception {
    Path logs = Files.createDirectory(scratch.resolve("logs"));
    Path jar = scratch.resolve("situ-spark-4_2.13-there.jar");
    try (Stream<Path> built = Files.list(SOURCE.resolve("spark/situ-spark-4/target"))) {
      Files.copy(
          built
              .filter(one -> one.getFileName().toString().matches("situ-spark-4_2.13-.*\\.jar"))
              .findFirst()
              .orElseThrow(),
          jar);
    }
    try (Cluster cluster = Cluster.start(scratch)) {
      List<Object> all = cluster.submit(true);
      all.addAll(List.of("--jars", "local://" + jar));
      all.addAll(List.of("--conf", "spark.eventLog.dir=file://" + logs));
      all.addAll(List.of(words(texts)));
      Result result = situ(Map.of(), all.toArray());

      assertThat(result.code()).as(result.err()).isZero();
      assertThat(result.err()).doesNotContain("situ: warning: ");
      assertThat(result.out()).as(result.err()).contains("22 B from unknown locations");
    }
  }

  @Tag("long")
  @Test
  void saysWhatIsNotKnownOfADriverThatRanOnTheCluster() throws Exception {
    try (Cluster cluster = Cluster.start(scratch)) {
      List<Object> unlogged = cluster.submit(true);
      unlogged.addAll(List.of("--class", "io.situ.testing.Missing", program));
      assertThat(situ(Map.of(), unlogged.toArray()).err())
          .contains("set spark.eventLog.dir to a directory on a shared file system");

      List<Object> left = cluster.submit(false);
      left.addAll(List.of(words(texts)));
      assertThat(situ(Map.of(), left.toArray()).code()).isZero();
      assertThat(situ(Map.of(), "report").out())
          .contains(" was submitted; whether and how it ended is not known here")
          .doesNotContain("succeeded");
    }
  }

  /** A master and a worker in this process, whose drivers and executors are others. */
  private record Cluster(RpcEnv master, RpcEnv worker) implements AutoCloseable {

    static Cluster start(Path scratch) throws IOException {
      SparkHome.layOut();
      SparkConf conf = new SparkConf().set("spark.ui.enabled", "false");
      RpcEnv master = Master.startRpcEnvAndEndpoint("127.0.0.1", 0, 0, conf)._1();
      RpcEnv worker =
          Worker.startRpcEnvAndEndpoint(
              "127.0.0.1",
              0,
              0,
              2,
              2048,
              new String[] {url(master)},
              Files.createDirectory(scratch.resolve("work")).toString(),
              Option.empty(),
              conf,
              Option.empty());
      return new Cluster(master, worker);
    }

    private static String url(RpcEnv master) {
      return "spark://127.0.0.1:" + master.address().port();
    }

    /** Returns the words of a call that has the driver run there. */
    List<Object> submit(boolean waits) {
      return new ArrayList<>(
          List.of(
              "spark",
              "--master",
              url(master),
              "--deploy-mode",
              "cluster",
              "--driver-memory",
              "600m",
              "--executor-memory",
              "600m",
              "--total-executor-cores",
              "1",
              "--conf",
              "spark.standalone.submit.waitAppCompletion=" + waits));
    }

    @Override
    public void close() {
      worker.shutdown();
      worker.awaitTermination();
      master.shutdown();
      master.awaitTermination();
    }
  }

  @Test
  void theExitCodeIsThatOfSparkSubmit() throws Exception {
    List<Object> all = new ArrayList<>(List.of("spark"));
    all.addAll(List.of(words(texts.resolve("none"))));

    Result result = situ(Map.of(), all.toArray());

    assertThat(result.code()).isEqualTo(1);
    assertThat(result.out()).contains(") failed in ", "  read     0 B local, 0 B same rack");
  }

  @ParameterizedTest
  @CsvSource({"INT, true, 130", "TERM, false, 143"})
  void anApplicationThatIsStoppedIsReported(String signal, boolean all, int code) throws Exception {
    List<Object> words = new ArrayList<>(List.of("spark"));
    words.addAll(List.of(words(texts)));
    words.add("wait");
    Running running = start(Map.of(), words.toArray());
    running.awaitOutput("waiting\n");

    running.kill(signal, all);
    Result result = running.result();

    assertThat(result.code()).as(result.err()).isEqualTo(code);
    assertThat(result.out()).contains(") failed in ", "  records  2 in, 0 out");
    assertThat(result.out()).endsWith(situ(Map.of(), "report").out());
    try (Stream<Path> kept = Files.walk(runs())) {
      assertThat(kept.map(path -> path.getFileName().toString())).doesNotContain("events");
    }
  }

  @Test
  void aProgramThatGoesOnAfterCtrlCIsNotEnded() throws Exception {
    Path submit = spark.resolve("bin/spark-submit");
    Files.writeString(
        submit,
        "#!/bin/bash\ntrap 'heard=1; echo cancelled' INT\necho waiting\n"
            + "while [[ -z ${heard:-} ]]; do sleep 0.1; done\nsleep 0.5\necho next\n");
    Running running = start(Map.of(), "spark", "--version");
    running.awaitOutput("waiting\n");

    running.kill("INT", true);
    Result result = running.result();

    assertThat(result.out()).as(result.err()).isEqualTo("waiting\ncancelled\nnext\n");
    assertThat(result.code()).isZero();
  }

  @Test
  void optionsOfKerberosReachSparkSubmit() throws Exception {
    Path submit = spark.resolve("bin/spark-submit");
    Files.writeString(submit, "#!/bin/sh\necho \"$SPARK_SUBMIT_OPTS for $*\"\n");
    String realm = "-Djava.security.krb5.conf=" + scratch.resolve("krb5.conf");

    Result result =
        situ(
            Map.of("HADOOP_CLIENT_OPTS", "-Xmx1g " + realm, "SPARK_SUBMIT_OPTS", "-Da=b"),
            "spark",
            "--version");

    assertThat(result.out()).as(result.err()).isEqualTo(realm + " -Da=b for --version\n");
  }

  @Test
  void saysWhatIsMissing() throws Exception {
    Result none = situ(Map.of("SPARK_HOME", scratch.resolve("none").toString()), "spark", "a.py");
    Result empty = situ(Map.of(), "spark");
    Result help = situ(Map.of(), "spark", "--help");
    Result misplaced = situ(Map.of(), "--conf", "spark.executor.memory=8g", "spark", "a.py");
    Result wrong = situ(Map.of(), "--conf", scratch.resolve("none"), "spark", "a.py");

    assertThat(none.code()).isEqualTo(3);
    assertThat(none.err()).contains("SPARK_HOME is '" + scratch.resolve("none") + "'");
    assertThat(empty.code()).isEqualTo(2);
    assertThat(empty.err()).contains("an application is missing");
    assertThat(help.out()).contains("spark-submit");
    assertThat(misplaced.code()).isEqualTo(2);
    assertThat(misplaced.err()).contains("situ spark --conf spark.executor.memory=VALUE ARG...");
    assertThat(wrong.code()).isEqualTo(3);
    assertThat(wrong.err()).contains("there is no configuration directory '" + scratch);
    assertThat(runs()).doesNotExist();
  }

  @Test
  void readsTheConfigurationOfHadoopThatSparksEnvironmentNames() throws Exception {
    Path submit = spark.resolve("bin/spark-submit");
    Files.writeString(submit, "#!/bin/sh\necho \"ran $HADOOP_CONF_DIR\"\n");
    Path hadoop = Files.createDirectory(scratch.resolve("hadoop"));
    Files.writeString(
        hadoop.resolve("core-site.xml"),
        "<configuration><property><name>fs.defaultFS</name><value>file:///</value></property>"
            + "<property><name>fs.viewfs.mounttable.c.link./logs</name><value>file://"
            + scratch
            + "</value></property></configuration>");
    Object[] report = {"report", "local-1", "--event-log", "viewfs://c/logs"};
    Object[] other = {"--conf", Files.createDirectory(scratch.resolve("other")), "spark", "x"};
    Result unknown = situ(Map.of(), report);
    Result incomplete = situ(Map.of(), "report", "local-1", "--event-log", "hdfs:///logs");
    // As in Spark's own, which sources spark-env.sh with "set -a".
    Files.writeString(
        spark.resolve("bin/load-spark-env.sh"),
        "export SPARK_HOME HADOOP_CONF_DIR='" + hadoop + "'\n");

    assertThat(unknown.err())
        .contains("--conf DIR or HADOOP_CONF_DIR names Hadoop's configuration");
    assertThat(incomplete.err())
        .contains("no host", "--conf DIR or HADOOP_CONF_DIR names Hadoop's configuration");
    assertThat(situ(Map.of(), report).err())
        .contains("there is no event log of 'local-1' in 'view");
    Result refused = situ(Map.of(), other);
    assertThat(refused.code()).isEqualTo(3);
    assertThat(refused.err()).contains("sets HADOOP_CONF_DIR to '" + hadoop + "'");
    assertThat(refused.out()).doesNotContain("ran");
    assertThat(situ(Map.of(), "--conf", hadoop, "spark", "x").out()).contains("ran " + hadoop);
  }
}
