// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.airlift.compress.zstd.ZstdOutputStream;
import io.situ.mapreduce.record.JobRecord.Distances;
import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.security.AccessControlException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** On the events that an application of Spark 4.1.4 wrote: three tasks that read 64 KiB each. */
class EventLogsTest {

  static final String ID = "local-1795681049507";

  @TempDir private Path logs;

  static byte[] events() throws IOException {
    try (InputStream in = EventLogsTest.class.getResourceAsStream("events.jsonl")) {
      return in.readAllBytes();
    }
  }

  private Optional<SparkApplication> read() throws IOException {
    return new EventLogs(Map.of()).read(logs.toString(), Optional.of(ID));
  }

  private static byte[] zstd(byte[] bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (OutputStream compressed = new ZstdOutputStream(out)) {
      compressed.write(bytes);
    }
    return out.toByteArray();
  }

  static void assertWhole(SparkApplication application) {
    assertThat(application.name()).isEqualTo("b.py");
    assertThat(application.version()).isEqualTo("4.1.4");
    assertThat(application.jobs().ended()).isEqualTo(3);
    assertThat(application.tasks().ended()).isEqualTo(3);
    assertThat(application.read()).contains(new Distances(3 * 65_536, 0, 0, 0));
    assertThat(application.data().bytesRead()).isEqualTo(3 * 65_536);
    assertThat(application.times().ended()).isPresent();
  }

  @ParameterizedTest
  @ValueSource(strings = {ID, ID + "_1", ID + ".inprogress"})
  void readsALogOfOneFile(String name) throws IOException {
    Files.write(logs.resolve(name), events());
    Files.write(logs.resolve(ID + "0"), new byte[0]);

    assertWhole(read().orElseThrow());
  }

  /** As on a host that is no member of the realm. */
  @Test
  void readsALogOfThisHostWithoutATicket() throws IOException {
    Files.write(logs.resolve(ID), events());
    EventLogs secure = new EventLogs(Map.of("hadoop.security.authentication", "kerberos"));

    assertWhole(secure.read(logs.toString(), Optional.of(ID)).orElseThrow());
    assertWhole(secure.read(logs.toUri().toString(), Optional.of(ID)).orElseThrow());
  }

  @Test
  void namesTheWayToHadoopsConfigurationWhereItLacksTheFileSystem() {
    assertThatThrownBy(() -> new EventLogs(Map.of()).read("viewfs://c/logs", Optional.of(ID)))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("'viewfs://c/logs' cannot be opened (")
        .hasMessageContaining("Empty Mount table")
        .hasMessageEndingWith("--conf DIR or HADOOP_CONF_DIR names Hadoop's configuration");
  }

  @Test
  void readsACompressedLog() throws IOException {
    Files.write(logs.resolve(ID + ".zstd"), zstd(events()));

    assertWhole(read().orElseThrow());
  }

  @Test
  void readsTheFilesOfARollingLogInTheirOrder() throws IOException {
    String[] lines = new String(events(), StandardCharsets.UTF_8).split("\n", -1);
    Path directory = Files.createDirectory(logs.resolve("eventlog_v2_" + ID));
    Files.createFile(directory.resolve("appstatus_" + ID));
    for (int i = 0; i < lines.length - 1; i++) {
      byte[] line = (lines[i] + "\n").getBytes(StandardCharsets.UTF_8);
      Files.write(directory.resolve("events_" + (i + 5) + "_" + ID + ".zstd"), zstd(line));
    }

    assertWhole(read().orElseThrow());
  }

  /** As Spark's RollingEventLogFilesFileReader does. */
  @Test
  void beginsWithTheLastFileThatWasCompacted() throws IOException {
    String[] lines = new String(events(), StandardCharsets.UTF_8).split("\n", -1);
    Path directory = Files.createDirectory(logs.resolve("eventlog_v2_" + ID));
    int half = lines.length / 2;
    String[] files = {
      "events_1_" + ID + ".zstd.compact",
      "not read\nany more\n",
      "events_3_" + ID + ".zstd",
      "not read\nany more\n",
      "events_3_" + ID + ".zstd.compact",
      join(lines, 0, half),
      "events_4_" + ID + ".zstd",
      join(lines, half, lines.length - 1),
      "events_4_" + ID + ".zstd.compact.inprogress",
      join(lines, 0, lines.length - 1) + "not read\nany more\n"
    };
    for (int i = 0; i < files.length; i += 2) {
      byte[] content = files[i + 1].getBytes(StandardCharsets.UTF_8);
      Files.write(directory.resolve(files[i]), zstd(content));
    }

    SparkApplication application = read().orElseThrow();

    assertWhole(application);
    SparkReport report = new SparkReport(application, OptionalInt.empty());
    assertThat(report.lines())
        .contains(
            "  note     its event log was compacted by the History Server: not all is counted");
    assertThat(report.toJson().path("logCompacted").asBoolean()).isTrue();
  }

  /** Files of this host; one is compacted when it is first opened. */
  public static final class Compacting extends RawLocalFileSystem {

    private static final AtomicReference<Path> COMPACTED = new AtomicReference<>();

    @Override
    public URI getUri() {
      return URI.create("compacting:///");
    }

    @Override
    public FSDataInputStream open(org.apache.hadoop.fs.Path file, int buffer) throws IOException {
      Path part = COMPACTED.getAndSet(null);
      if (part != null) {
        Files.move(part, part.resolveSibling(part.getFileName() + ".compact"));
      }
      return super.open(file, buffer);
    }
  }

  @Test
  void listsAgainWhatIsCompactedMeanwhile() throws IOException {
    String[] lines = new String(events(), StandardCharsets.UTF_8).split("\n", -1);
    Path directory = Files.createDirectory(logs.resolve("eventlog_v2_" + ID));
    Path first = directory.resolve("events_1_" + ID);
    int half = lines.length / 2;
    Files.writeString(first, join(lines, 0, half));
    Files.writeString(
        directory.resolve("events_2_" + ID + ".inprogress"), join(lines, half, lines.length - 1));
    EventLogs compacting = new EventLogs(Map.of("fs.compacting.impl", Compacting.class.getName()));
    Compacting.COMPACTED.set(first);

    SparkApplication application =
        compacting.read("compacting://" + logs, Optional.of(ID)).orElseThrow();

    assertThat(first).doesNotExist();
    assertWhole(application);
    assertThat(application.compacted()).isTrue();
  }

  private static final Map.Entry<String, String> RUN = Map.entry("spark.situ.run", "run-7");

  /** A log with the setting, older than all others. */
  private void writeOwnLog() throws IOException {
    String settings =
        "{\"Event\":\"SparkListenerEnvironmentUpdate\",\"Spark Properties\":{\"spark.situ.run\":"
            + "\"run-7\"}}\n";
    Path own = logs.resolve(ID);
    Files.writeString(own, settings + new String(events(), StandardCharsets.UTF_8));
    Files.setLastModifiedTime(own, FileTime.fromMillis(System.currentTimeMillis() - 60_000));
  }

  private Optional<SparkApplication> readOwnLog() throws IOException {
    return new EventLogs(Map.of("fs.guarded.impl", Guarded.class.getName()))
        .read("guarded://" + logs, RUN, System.currentTimeMillis());
  }

  /** Files of this host, of which some may not be read, which is said in either way. */
  public static final class Guarded extends RawLocalFileSystem {

    @Override
    public URI getUri() {
      return URI.create("guarded:///");
    }

    @Override
    public FSDataInputStream open(org.apache.hadoop.fs.Path file, int buffer) throws IOException {
      if (file.getName().endsWith("-closed")) {
        throw new AccessControlException("Permission denied: inode=" + file);
      }
      if (file.getName().endsWith("-locked")) {
        throw new FileNotFoundException(file + " (Permission denied)");
      }
      return super.open(file, buffer);
    }

    @Override
    public FileStatus[] listStatus(org.apache.hadoop.fs.Path file) throws IOException {
      if (file.getName().endsWith("-closed")) {
        throw new AccessControlException("Permission denied: inode=" + file);
      }
      return super.listStatus(file);
    }
  }

  @Test
  void findsItsLogBesideSomeThatCannotBeRead() throws IOException {
    writeOwnLog();
    Files.writeString(logs.resolve("app-damaged.zstd"), "this is no frame of Zstandard");
    Files.writeString(logs.resolve("app-closed"), "{}");
    Files.writeString(logs.resolve("app-locked"), "{}");
    Files.createDirectory(logs.resolve("eventlog_v2_app-closed"));

    assertWhole(readOwnLog().orElseThrow());
  }

  @ParameterizedTest
  @ValueSource(strings = {"app-closed", "app-locked", "app-damaged.zstd"})
  void namesALogThatCannotBeReadWhereNoneIsFound(String name) throws IOException {
    assertThat(readOwnLog()).isEmpty();
    Files.writeString(logs.resolve(name), "this is no frame of Zstandard");

    assertThatThrownBy(this::readOwnLog)
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("none of the event logs that can be read is its own, and one ")
        .hasMessageContaining(name);
  }

  /** It is moved when the first log that is looked at is opened. */
  @Test
  void looksAgainForALogThatIsMovedMeanwhile() throws IOException {
    writeOwnLog();
    Path running = Files.move(logs.resolve(ID), logs.resolve(ID + ".inprogress"));
    Files.writeString(logs.resolve("app-damaged.zstd"), "this is no frame of Zstandard");
    EventLogs renaming = new EventLogs(Map.of("fs.compacting.impl", Compacting.class.getName()));
    Compacting.COMPACTED.set(running);

    assertWhole(
        renaming.read("compacting://" + logs, RUN, System.currentTimeMillis()).orElseThrow());
    assertThat(running).doesNotExist();
  }

  @Test
  void saysThatACompressedLogIsDamaged() throws IOException {
    Files.writeString(logs.resolve(ID + ".zstd"), "this is no frame of Zstandard");

    assertThatThrownBy(this::read)
        .isInstanceOf(IOException.class)
        .hasMessageContaining(ID + ".zstd' is damaged: ");
  }

  private static String join(String[] lines, int from, int to) {
    return String.join("\n", Arrays.copyOfRange(lines, from, to)) + "\n";
  }

  @Test
  void aRelativeDirectoryIsOneOfTheWorkingDirectory() {
    assertThatThrownBy(() -> new EventLogs(Map.of()).read("no-such-logs", Optional.of(ID)))
        .isInstanceOf(IOException.class)
        .hasMessage("there is no directory of event logs 'no-such-logs'");
  }

  @Test
  void leavesOutALastLineThatIsCutShort() throws IOException {
    byte[] all = events();
    Files.write(logs.resolve(ID + ".inprogress"), Arrays.copyOf(all, all.length - 20));

    SparkApplication application = read().orElseThrow();

    assertThat(application.times().ended()).isEmpty();
    assertThat(application.tasks().ended()).isEqualTo(3);
    assertThat(new SparkReport(application, OptionalInt.empty()).lines().get(0))
        .contains("was still running when its log was last written, or was killed");
  }

  @Test
  void readsWhatThereIsOfACompressedLogThatIsCutShort() throws IOException {
    byte[] all = zstd(events());
    Files.write(logs.resolve(ID + ".zstd.inprogress"), Arrays.copyOf(all, all.length - 20));

    assertThat(read()).isPresent();
  }

  @Test
  void saysWhichLineIsDamaged() throws IOException {
    String text = new String(events(), StandardCharsets.UTF_8).replaceFirst("\"App Name\":", "");
    Files.writeString(logs.resolve(ID), text);

    assertThatThrownBy(this::read)
        .isInstanceOf(IOException.class)
        .hasMessageContaining(ID + "' is damaged in line 2: ");
  }

  @Test
  void namesACodecThatItDoesNotRead() throws IOException {
    Files.write(logs.resolve(ID + ".lz4"), events());

    assertThatThrownBy(this::read)
        .hasMessageContaining("set spark.eventLog.compression.codec to zstd");
  }

  /** As that of a query's plan, in an event that is read and in one that is not. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SparkListenerEnvironmentUpdate",
        "org.apache.spark.sql.execution.ui.SparkListenerSQLExecutionStart"
      })
  void readsALogWithALongString(String type) throws IOException {
    Files.writeString(
        logs.resolve(ID),
        "{\"Event\":\""
            + type
            + "\",\"Spark Properties\":{\"spark.situ.run\":\"run-7\",\"plan\":\""
            + "x".repeat(21_000_000)
            + "\"}}\n"
            + new String(events(), StandardCharsets.UTF_8));

    assertWhole(read().orElseThrow());
    assertThat(readOwnLog().isPresent()).isEqualTo(type.equals("SparkListenerEnvironmentUpdate"));
  }

  @Test
  void findsNoLogOfAnotherApplication() throws IOException {
    Files.write(logs.resolve("local-1"), events());

    assertThat(read()).isEmpty();
  }

  @Test
  void namesADirectoryThatIsNotThere() {
    assertThatThrownBy(() -> new EventLogs(Map.of()).read(logs + "/none", Optional.of(ID)))
        .hasMessage("there is no directory of event logs '" + logs + "/none'");
  }

  @Test
  void reportsForPeopleAndPrograms() throws IOException {
    Files.write(logs.resolve(ID), events());
    SparkReport report = new SparkReport(read().orElseThrow(), OptionalInt.of(0));

    assertThat(report.lines())
        .contains(
            "  read     192 KiB local, 0 B same rack, 0 B remote",
            "  tasks    3 tasks (0 local) in 3 stages of 3 jobs on 1 host")
        .noneMatch(line -> line.contains("compacted"));
    assertThat(report.lines().get(0)).startsWith("b.py (" + ID + ") succeeded in ");
    assertThat(report.toJson().path("bytesLocal").asLong()).isEqualTo(3 * 65_536);
    assertThat(report.toJson().path("state").asText()).isEqualTo("SUCCEEDED");
  }

  private SparkReport ofScans() throws IOException {
    return of(scans());
  }

  private static String scans() throws IOException {
    try (InputStream in = EventLogsTest.class.getResourceAsStream("scans.jsonl")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private SparkReport of(String events) throws IOException {
    Files.writeString(logs.resolve(ID), events);
    return new SparkReport(read().orElseThrow(), OptionalInt.of(0));
  }

  @Test
  void addsUpWhatTasksReadOfPackedScans() throws IOException {
    SparkReport report = ofScans();

    assertThat(report.application().scans())
        .contains(new SparkApplication.Scans(497_780, 447_780, 497_000));
    assertThat(report.toJson().path("scans").path("bytesPossible").asLong()).isEqualTo(497_000);
    assertThat(report.lines())
        .contains(
            "  possible at most 485 KiB of 486 KiB local (99 %), 437 KiB planned so, of scans"
                + " packed by host");
  }

  /** Half of the scan is planned for a host without one; another got one later. */
  @Test
  void namesHostsThatWhatWasReadLayOnAndThatHadNoExecutor() throws IOException {
    SparkReport report = ofScans();

    assertThat(report.lines())
        .contains(
            "  missing  node3 held 243 KiB of what was read and had no executor by that name: start"
                + " as many executors as hosts hold data (--num-executors), each with so much"
                + " memory that two do not fit on one (--executor-memory)");
    assertThat(report.toJson().path("hostsWithoutExecutor").toString())
        .isEqualTo("[{\"host\":\"node3\",\"bytes\":248890}]");
  }

  /** Half of the scan is planned for node3, whose executor comes later. */
  @ParameterizedTest
  @CsvSource({"node3, false", "10.0.0.3, false", "node3.example.com, false", "10.0.0.4, true"})
  void aHostHadAnExecutorAlsoByItsAddressOrWithItsDomain(String executor, boolean missing)
      throws IOException {
    String hosts = "\"node3\":1000000}";
    String addresses =
        ",\"addresses\":{\"node2\":[],\"node3\":[\"10.0.0.3\",\"fd00:0:0:0:0:0:0:3\"]}";
    String events = scans();
    assertThat(events).contains(hosts);

    SparkReport report =
        of(
            events.replace(hosts, hosts + addresses)
                + "{\"Event\":\"SparkListenerExecutorAdded\",\"Executor ID\":\"2\","
                + "\"Executor Info\":{\"Host\":\""
                + executor
                + "\"}}\n");

    assertThat(report.toJson().has("hostsWithoutExecutor")).isEqualTo(missing);
  }

  @Test
  void saysNothingOfScansThatWereNotPacked() throws IOException {
    Files.write(logs.resolve(ID), events());
    SparkReport report = new SparkReport(read().orElseThrow(), OptionalInt.of(0));

    assertThat(report.toJson().has("scans")).isFalse();
    assertThat(report.toJson().has("hostsWithoutExecutor")).isFalse();
    assertThat(report.lines())
        .noneMatch(line -> line.contains("possible") || line.contains("missing"));
  }

  @Test
  void saysThatNothingWasCountedByDistance() throws IOException {
    String text = new String(events(), StandardCharsets.UTF_8).replace("situ.bytesRead.", "other.");
    Files.writeString(logs.resolve(ID), text);
    SparkReport report = new SparkReport(read().orElseThrow(), OptionalInt.of(0));

    assertThat(report.lines())
        .anyMatch(line -> line.startsWith("  read     not counted by distance: "));
    assertThat(report.toJson().path("bytesLocal").isNull()).isTrue();
  }

  private static String withPlugins(String plugins, String events) {
    return "{\"Event\":\"SparkListenerEnvironmentUpdate\",\"Spark Properties\":"
        + "{\"spark.plugins\":\""
        + plugins
        + "\"}}\n"
        + events;
  }

  /** Its tasks failed, or it had none. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void nothingWasReadWhereThePlugInCountedNothing(boolean tasks) throws IOException {
    String text = new String(events(), StandardCharsets.UTF_8).replace("situ.bytesRead.", "other.");
    String events = tasks ? text : text.replace("SparkListenerTaskEnd", "SparkListenerTaskStart");

    SparkReport report = of(withPlugins("a.Plugin, io.situ.spark.SituPlugin", events));

    assertThat(report.lines()).contains("  read     0 B local, 0 B same rack, 0 B remote");
    assertThat(report.toJson().path("bytesLocal").isIntegralNumber()).isTrue();
    assertThat(report.toJson().path("hosts")).hasSize(tasks ? 1 : 0);
    assertThat(report.toJson().path("hosts"))
        .allMatch(host -> host.path("bytesLocal").isIntegralNumber());
    assertThat(of(withPlugins("a.Plugin", events)).lines())
        .anyMatch(line -> line.startsWith("  read     not counted by distance: "));
  }
}
