// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed.secure;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.testbed.BuiltSourceTree;
import io.situ.testbed.secure.SecureHadoopProcess.Result;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The tool on HDFS and YARN that believe no client without a ticket of their realm. */
@Tag("end-to-end")
@Tag("long")
class KerberosToolTest {

  /** An application whose event log is among the tests of the tool. */
  private static final String APPLICATION = "local-1795681049507";

  private static final String EVENTS =
      "tool/situ-cli/src/test/resources/io/situ/cli/spark/events.jsonl";

  @TempDir private static Path home;
  private static SecureHadoopProcess hadoop;

  @TempDir private Path state;

  @BeforeAll
  static void start() throws IOException {
    hadoop = new SecureHadoopProcess(home);
    Path in = Files.createDirectory(hadoop.store().resolve("in"));
    Files.writeString(in.resolve("a"), "in place in place\n");
    Path logs = Files.createDirectory(hadoop.store().resolve("logs"));
    Files.copy(BuiltSourceTree.HOME.resolve(EVENTS), logs.resolve(APPLICATION));
  }

  @AfterAll
  static void stop() throws IOException {
    if (hadoop != null) {
      hadoop.close();
    }
  }

  /** The words of a command on the cluster. */
  private static List<String> onCluster(String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(1, List.of("--conf", hadoop.conf().toString()));
    return all;
  }

  private Result withTicket(String... words) throws Exception {
    return requireDone(hadoop.situ(state, hadoop.ticket(), onCluster(words)));
  }

  private static Result requireDone(Result result) {
    assertThat(result.err()).isEmpty();
    assertThat(result.code()).isZero();
    return result;
  }

  @Test
  void anEventLogAmongAttachedFilesIsRead() throws Exception {
    withTicket("attach", "situ://data/logs", "/logs");

    assertThat(withTicket("report", "--event-log", "hdfs:///logs", APPLICATION).out())
        .contains("3 jobs", "192 KiB local");
  }

  @Tag("long")
  @Test
  void attachedFilesAreServedAndVerified() throws Exception {
    withTicket("attach", "situ://data/in", "/attached");

    assertThat(withTicket("status", "/attached").out())
        .contains("/attached is situ://data/in, attached at ", "1 attached file");
    assertThat(withTicket("verify", "/attached").out()).contains("all as their objects are");
    assertThat(withTicket("repair", "/attached").out()).contains("1 file");
    assertThat(withTicket("detach", "/attached").out()).contains("1 file");
  }

  /** Hadoop's own shuffle of a secure cluster needs its native library, which jars do not have. */
  @Test
  void aJobRunsAndTheClusterReportsIt() throws Exception {
    Result run =
        withTicket(
            "run",
            "-D",
            "situ.mapreduce.shuffle=shared",
            "wordcount",
            "situ://data/in",
            "situ://data/out");
    assertThat(hadoop.store().resolve("out/part-r-00000")).hasContent("in\t2\nplace\t2\n");

    Path ended = state.resolve("runs").resolve(only(state.resolve("runs")));
    String job = only(ended.resolve("jobs")).replace(".json", "");
    assertThat(withTicket("report", job).out()).isEqualTo(run.out());
    Path elsewhere = home.resolve("elsewhere");
    assertThat(requireDone(hadoop.situ(elsewhere, hadoop.ticket(), onCluster("report", job))).out())
        .contains("18 B");
    theSnapshotOfAKilledRunIsReleased(ended, job);
  }

  private static String only(Path directory) {
    String[] names = directory.toFile().list();
    assertThat(names).hasSize(1);
    return names[0];
  }

  /** The next run asks the cluster that was noted, which wants to know who asks. */
  private void theSnapshotOfAKilledRunIsReleased(Path ended, String job) throws Exception {
    String name = "20200101-000000-000-1";
    Path killed = Files.createDirectory(ended.resolveSibling(name));
    Path snapshot = Files.createDirectory(hadoop.store().resolve("situ-run-" + name + "-1-x"));
    Files.createDirectory(killed.resolve("snapshots"));
    Files.writeString(killed.resolve("snapshots/snapshot1"), "situ://" + snapshot);
    Files.createDirectory(killed.resolve("jobs"));
    Files.writeString(
        killed.resolve("jobs/" + job + ".json"),
        "{\"id\": \"" + job + "\", \"framework\": \"yarn\", \"state\": \"RUNNING\"}");
    Files.copy(ended.resolve("cluster.json"), killed.resolve("cluster.json"));

    Path none = home.resolve("none");
    List<String> next = List.of("run", "--jar", jar().toString(), Nothing.class.getName());
    assertThat(hadoop.situ(state, none, next).err())
        .isEqualTo(
            "situ: a snapshot of the run "
                + name
                + " stays: YARN does not say whether "
                + job
                + " still runs: "
                + noTicket()
                + "\n");
    assertThat(snapshot).exists();

    requireDone(hadoop.situ(state, hadoop.ticket(), next));
    assertThat(snapshot).doesNotExist();
  }

  private static Path jar() throws IOException {
    Path jar = home.resolve("nothing.jar");
    String name = Nothing.class.getName().replace('.', '/') + ".class";
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
        InputStream code = Nothing.class.getClassLoader().getResourceAsStream(name)) {
      out.putNextEntry(new ZipEntry(name));
      code.transferTo(out);
    }
    return jar;
  }

  /** A program that needs no cluster. */
  public static final class Nothing {

    private Nothing() {}

    public static void main(String[] args) {}
  }

  private static String noTicket() {
    return "hadoop.security.authentication asks for Kerberos, and "
        + System.getProperty("user.name")
        + " has no ticket that is valid: run kinit";
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "attach situ://data/in /refused",
        "run wordcount situ://data/in situ://data/refused"
      })
  void withoutATicketOneSentenceSaysHowToGetOne(String words) throws Exception {
    assertRefusedWithoutATicket(words);
  }

  @Tag("long")
  @ParameterizedTest
  @ValueSource(
      strings = {
        "status /refused",
        "verify /refused",
        "repair /refused",
        "detach /refused",
        "report job_1500000000000_0007",
        "report --event-log hdfs:///logs " + APPLICATION
      })
  void withoutATicketOneSentenceSaysItOfOtherCommands(String words) throws Exception {
    assertRefusedWithoutATicket(words);
  }

  private void assertRefusedWithoutATicket(String words) throws Exception {
    Result result = hadoop.situ(state, home.resolve("none"), onCluster(words.split(" ")));

    assertThat(result.err()).isEqualTo("situ: " + noTicket() + "\n");
    assertThat(result.out()).isEmpty();
    assertThat(result.code()).isEqualTo(4);
    assertThat(List.of(hadoop.store().toFile().list())).doesNotContain("refused");
  }
}
