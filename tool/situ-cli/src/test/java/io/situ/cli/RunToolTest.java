// SPDX-License-Identifier: Apache-2.0
package io.situ.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.situ.cli.console.ExitCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Stock jobs, run as a user runs them, on files that are there. */
@Tag("end-to-end")
class RunToolTest extends ToolRunFixture {

  private static final FileTime LONG_AGO = FileTime.fromMillis(1_000_000_000_000L);

  @BeforeEach
  void writeMoreInput() throws IOException {
    Files.writeString(in.resolve("a"), "in place in place\n");
    Files.writeString(in.resolve("b"), "no copy, in place\n");
    Files.setLastModifiedTime(in.resolve("a"), LONG_AGO);
  }

  private Tool.Result run(Object... args) throws Exception {
    return situ.run(job(args));
  }

  private static String counts(Path directory) throws IOException {
    return Files.readString(directory.resolve("part-r-00000"));
  }

  @Test
  void wordcountCountsTheWordsOfFilesThatAreThere() throws Exception {
    Tool.Result result = run("wordcount", in, out);

    assertThat(result.err()).isEmpty();
    assertThat(result.code()).isZero();
    assertThat(counts(out)).isEqualTo("copy,\t1\nin\t3\nno\t1\nplace\t3\n");
    assertThat(result.out())
        .contains("wordcount succeeded in")
        .contains("input    2 objects, 36 B; written before the first task: ")
        .contains("records  2 in, 4 out")
        .contains("output   " + out);
    assertThat(Files.getLastModifiedTime(in.resolve("a"))).isEqualTo(LONG_AGO);
    assertThat(temporary).isEmptyDirectory();

    JsonNode report = new ObjectMapper().readTree(situ.run("report", "--last", "--json").out());
    assertReported(report);
    String job = report.path("jobs").get(0).path("id").asText();
    assertThat(situ.run("report", job).out()).isEqualTo(result.out());
  }

  private static void assertReported(JsonNode report) {
    assertThat(report.path("state").asText()).isEqualTo("SUCCEEDED");
    assertThat(report.path("bytesWrittenBefore").asLong(-1)).isPositive();
    assertThat(report.path("inputObjects").asInt()).isEqualTo(2);
    assertThat(report.path("inputBytes").asInt()).isEqualTo(36);
    assertThat(report.path("recordsIn").asInt()).isEqualTo(2);
    assertThat(report.path("maps").asInt()).isPositive();
    assertThat(report.has("dataLocalMaps")).isTrue();
    long read =
        report.path("bytesLocal").asLong()
            + report.path("bytesRack").asLong()
            + report.path("bytesRemote").asLong()
            + report.path("bytesUnknown").asLong();
    assertThat(read).isGreaterThanOrEqualTo(36);
    assertThat(report.path("hosts").get(0).path("bytesRead").asInt()).isGreaterThanOrEqualTo(36);
    assertThat(report.path("phases").path("map").asDouble()).isPositive();
  }

  /** A plain directory in the place of a Lustre that this host has no connection to. */
  @Test
  void aSingleFileAndFilesOfSubdirectoriesAreInputAndWarningsOfTheirStoreAreInTheReport()
      throws Exception {
    Path store = Files.createDirectory(scratch.resolve("store"));
    Files.writeString(store.resolve("a"), "in place in place\n");
    Path more = store.resolve("more");
    Files.createDirectories(more.resolve("deep/er"));
    Files.writeString(more.resolve("d"), "place\n");
    Files.writeString(more.resolve("deep/er/c"), "place\n");

    Tool.Result result =
        run(
            "-D",
            "fs.situ.store.l.driver=lustre",
            "-D",
            "fs.situ.store.l.root=" + store,
            "wordcount",
            "situ://l/a",
            "situ://l/more",
            out);

    assertThat(result.code()).as(result.err()).isZero();
    assertThat(counts(out)).isEqualTo("in\t2\nplace\t4\n");
    String note =
        "  note     Lustre's servers are not known, and tasks run anywhere: no connection";
    assertThat(result.out()).containsOnlyOnce(note);
    assertThat(situ.run("report", "--last").out()).containsOnlyOnce(note);
  }

  /** A long value makes the job's configuration longer, which is written before its tasks start. */
  @Tag("long")
  @Test
  void aReportCanBeReadAgainAndWhatIsWrittenBeforeTheTasksIsMeasured() throws Exception {
    Tool.Result first = run("--json", "wordcount", in, out);
    Tool.Result again = situ.run("report", "--last", "--json");

    JsonNode report = new ObjectMapper().readTree(first.out());
    assertThat(new ObjectMapper().readTree(again.out())).isEqualTo(report);
    assertReported(report);

    String value = "x".repeat(100_000);
    Path other = scratch.resolve("other");
    JsonNode more =
        new ObjectMapper()
            .readTree(run("-D", "a.long.value=" + value, "--json", "wordcount", in, other).out());

    long difference =
        more.path("bytesWrittenBefore").asLong() - report.path("bytesWrittenBefore").asLong();
    assertThat(difference).isGreaterThanOrEqualTo(value.length());
  }

  @Test
  void grepRunsItsTwoJobsAndLeavesNothingBetween() throws Exception {
    Tool.Result result = run("grep", in, out, "p[a-z]+e");

    assertThat(result.code()).isZero();
    assertThat(counts(out)).isEqualTo("3\tplace\n");
    assertThat(result.out()).contains("input    2 objects, 36 B").contains("records  2 in, 1 out");
    assertThat(temporary).isEmptyDirectory();
  }

  @Tag("long")
  @Test
  void terasortSortsWhatTeragenMade() throws Exception {
    assertThat(run("teragen", 1000, scratch.resolve("rows")).code()).isZero();
    assertThat(run("terasort", scratch.resolve("rows"), scratch.resolve("sorted")).code()).isZero();
    Tool.Result valid = run("teravalidate", scratch.resolve("sorted"), scratch.resolve("valid"));

    assertThat(valid.code()).isZero();
    assertThat(counts(scratch.resolve("valid"))).startsWith("checksum").doesNotContain("error");
    assertThat(scratch.resolve("sorted/part-r-00000")).hasSize(100_000);
  }

  @Tag("long")
  @Test
  void testdfsioKeepsToADirectoryOfItsOwn() throws Exception {
    Tool.Result wrote = run("testdfsio", in, "-write", "-nrFiles", 2, "-size", "1MB");

    assertThat(wrote.err()).isEmpty();
    assertThat(wrote.code()).isZero();
    assertThat(in.resolve("TestDFSIO/io_data/test_io_0")).hasSize(1 << 20);
    Tool.Result read = run("testdfsio", in, "-read", "-nrFiles", 2, "-size", "1MB");
    assertThat(read.err()).isEmpty();
    assertThat(read.out()).contains("input    2 objects, 2.00 MiB").contains("2.00 MiB from");
    assertThat(scratch.resolve("TestDFSIO_results.log"))
        .content()
        .contains("TestDFSIO ----- : write", "TestDFSIO ----- : read");
    assertThat(run("testdfsio", in, "-clean").code()).isZero();
    assertThat(in.resolve("TestDFSIO")).doesNotExist();
    assertThat(in.resolve("a")).exists();
  }

  @Tag("long")
  @Test
  void bigmapoutputMakesItsInputAndSortsIt() throws Exception {
    Path big = scratch.resolve("big");
    Tool.Result result = run("bigmapoutput", "-input", big, "-output", out, "-create", 2);

    assertThat(result.code()).isZero();
    assertThat(Files.size(out.resolve("part-00000"))).isGreaterThan(2 << 20);
  }

  @Test
  void anyJobJarRunsFromWhereItsCallerIs() throws Exception {
    Path examples = Tool.HOME.resolve("tool/situ-stock-hadoop/target/jobs/examples.jar");
    Tool.Result result = run("--json", "--jar", examples, "wordmean", "data/in", "mean");

    assertThat(result.code()).isZero();
    assertThat(result.out()).startsWith("{").doesNotContain("The mean is");
    assertThat(result.err()).contains("The mean is: ");
    assertThat(scratch.resolve("mean/_SUCCESS")).exists();
  }

  private Tool withOptions(String options) {
    List<String> program =
        List.of(
            "env",
            "KRB5CCNAME=FILE:" + scratch.resolve("no-tickets"),
            "HADOOP_CLIENT_OPTS=" + options,
            Tool.HOME.resolve("bin/situ").toString());
    return new Tool(scratch, program, scratch);
  }

  /** As {@code hadoop jar} takes them: a collector replaces the tool's own. */
  @Test
  void optionsOfHadoopClientsReachTheJob() throws Exception {
    Path jar = Tool.jar(scratch.resolve("job.jar"), PrintsOption.class);

    Tool.Result result =
        withOptions(" -Dan.option=given  -XX:+UseSerialGC ")
            .run("run", "--jar", jar, PrintsOption.class.getName());

    assertThat(result.code()).as(result.err()).isZero();
    assertThat(result.out()).contains("an.option is given");
  }

  /** The ResourceManager takes connections, and is not asked. */
  @Test
  void onAClusterWithKerberosOnlyJobsThatMayLogInThemselvesNeedNoTicket() throws Exception {
    Tool tool =
        withOptions("-Djava.security.krb5.realm=EXAMPLE.ORG -Djava.security.krb5.kdc=localhost");
    Path jar = Tool.jar(scratch.resolve("job.jar"), PrintsOption.class);
    Path conf = Files.createDirectory(scratch.resolve("conf"));
    try (ServerSocket yarn = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      Files.writeString(
          conf.resolve("yarn-site.xml"),
          "<configuration><property><name>yarn.resourcemanager.address</name><value>localhost:"
              + yarn.getLocalPort()
              + "</value></property><property><name>hadoop.security.authentication</name>"
              + "<value>kerberos</value></property></configuration>");

      Tool.Result own = tool.run(job("--conf", conf, "--jar", jar, PrintsOption.class.getName()));
      assertThat(own.code()).as(own.err()).isZero();
      Tool.Result known = tool.run(job("--conf", conf, "wordcount", in, out));
      assertThat(known.err()).contains("has no ticket that is valid: run kinit");
      assertThat(known.code()).isEqualTo(ExitCode.PERMISSION.code());
      Path examples = Tool.HOME.resolve("tool/situ-stock-hadoop/target/jobs/examples.jar");
      Tool.Result submits = tool.run(job("--conf", conf, "--jar", examples, "wordmean", in, out));
      assertThat(submits.err()).contains("has no ticket that is valid: run kinit");
      assertThat(submits.code()).isNotZero();
    }
  }

  public static final class PrintsOption {

    private PrintsOption() {}

    public static void main(String[] args) {
      System.out.println("an.option is " + System.getProperty("an.option"));
    }
  }

  @Test
  void theToolWorksThroughALinkAndFromAnywhereAndAJobCanHaveItsOwnSettings() throws Exception {
    Path link = Files.createSymbolicLink(scratch.resolve("my situ"), Tool.HOME.resolve("bin/situ"));
    Tool tool = new Tool(scratch, List.of(link.toString()), in);

    String reduces = "-Dmapreduce.job.reduces=3";
    assertThat(tool.run("run", "wordcount", reduces, ".", "../out").code()).isZero();
    StringBuilder counts = new StringBuilder();
    for (int part = 0; part < 3; part++) {
      counts.append(Files.readString(out.resolve("part-r-0000" + part)));
    }
    assertThat(counts.toString().lines())
        .containsExactlyInAnyOrder("copy,\t1", "in\t3", "no\t1", "place\t3");
  }
}
