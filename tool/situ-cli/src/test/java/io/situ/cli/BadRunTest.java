// SPDX-License-Identifier: Apache-2.0
package io.situ.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.situ.cli.console.ExitCode;
import io.situ.cli.yarn.ResourceManagerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a user can do wrong: one sentence, the documented exit code, and nothing left behind. */
@Tag("end-to-end")
class BadRunTest extends ToolRunFixture {

  private void assertRefused(ExitCode exit, String words, Object... args) throws Exception {
    assertRefused(situ.run(args), exit, words);
  }

  /** What is refused before there is a run. */
  private static void assertRefusedAtOnce(ExitCode exit, String words, Object... args) {
    assertRefused(new InProcessTool().run(args), exit, words);
  }

  private static void assertRefused(Tool.Result result, ExitCode exit, String words) {
    assertThat(result.err()).contains(words).startsWith("situ: ").endsWith("\n");
    assertThat(result.err().strip()).doesNotContain("\n");
    assertThat(result.out()).isEmpty();
    assertThat(result.code()).isEqualTo(exit.code());
  }

  @Test
  void missingInput() throws Exception {
    Path none = scratch.resolve("none");
    assertRefusedAtOnce(
        ExitCode.BAD_INPUT,
        "there is nothing to read at '" + none + "'",
        job("wordcount", none, out));
    assertThat(out).doesNotExist();
  }

  @Test
  void anOptionBehindTheJobIsNamed() throws Exception {
    assertRefusedAtOnce(
        ExitCode.USAGE,
        "'--conf' stands before the job: situ run --conf ... wordcount",
        job("wordcount", in, out, "--conf", scratch));
    assertThat(out).doesNotExist();
  }

  @Test
  void snapshotOfWhatCannotBeFrozen() throws Exception {
    assertRefused(
        ExitCode.FAILED, "'" + in + "' cannot be frozen", job("--snapshot", "wordcount", in, out));
    assertThat(situ.run("report").out())
        .startsWith("wordcount failed\n  reason   '" + in + "' cannot be frozen");
    assertRefusedAtOnce(
        ExitCode.USAGE, "not a pattern such as", job("--snapshot", "wordcount", in + "/x*", out));
    assertRefusedAtOnce(ExitCode.USAGE, "has no input", job("--snapshot", "teragen", "1", out));
    assertRefusedAtOnce(
        ExitCode.USAGE, "not of a jar", job("--snapshot", "--jar", in.resolve("a")));
    assertThat(out).doesNotExist();
  }

  @Test
  void outputThatIsThere() throws Exception {
    Files.createDirectory(out);
    assertRefusedAtOnce(
        ExitCode.BAD_INPUT, "'" + out + "' is there already", job("wordcount", in, out));
  }

  @Test
  void outputInTheInput() throws Exception {
    assertRefusedAtOnce(
        ExitCode.BAD_INPUT,
        "lies in the input '" + in + "'",
        job("wordcount", in, in.resolve("out")));
    assertThat(in.resolve("out")).doesNotExist();
  }

  @Test
  void tooFewArguments() throws Exception {
    assertRefusedAtOnce(
        ExitCode.USAGE, "use it as: situ run grep DIR OUT REGEX", job("grep", in, out));
    assertRefusedAtOnce(
        ExitCode.USAGE,
        "'a(' is no regular expression of Java: Unclosed group",
        job("grep", in, out, "a("));
    assertRefusedAtOnce(
        ExitCode.USAGE,
        "GROUP is '2', but '(a)' has groups 0 to 1",
        job("grep", in, out, "(a)", "2"));
    assertRefusedAtOnce(ExitCode.USAGE, "GROUP is 'x'", job("grep", in, out, "(a)", "x"));
  }

  @Test
  void unknownJob() throws Exception {
    assertRefusedAtOnce(ExitCode.USAGE, "there is no job 'wordcuont'", job("wordcuont", in, out));
  }

  @Test
  void unknownKey() throws Exception {
    assertRefusedAtOnce(
        ExitCode.USAGE,
        "unknown configuration key fs.situ.blocksize (did you mean fs.situ.block.size?)",
        job("-D", "fs.situ.blocksize=1m", "wordcount", in, out));
  }

  @Test
  void aValueThatMakesNoSenseIsNamedByItsKey() throws Exception {
    assertRefused(
        ExitCode.USAGE,
        "fs.situ.block.size is 'many'; it must be a size such as 64m",
        job("-D", "fs.situ.block.size=many", "wordcount", in, out));
    assertThat(out).doesNotExist();
    assertThat(temporary).isEmptyDirectory();
  }

  @Tag("long")
  @Test
  void otherValuesThatMakeNoSenseAreNamedByTheirKey() throws Exception {
    assertRefused(
        ExitCode.USAGE,
        "mapreduce.job.reduces is 'several', which is not a number",
        job("-D", "mapreduce.job.reduces=several", "wordcount", in, out));
    assertRefused(
        ExitCode.USAGE,
        "situ.mapreduce.regroup is 'perhaps'; it must be auto, always or off",
        job("-D", "situ.mapreduce.regroup=perhaps", "wordcount", in, out));
    assertRefused(
        ExitCode.USAGE,
        "No FileSystem for scheme \"nofs\"",
        job("-D", "fs.defaultFS=nofs://x", "wordcount", in, out));
    assertThat(out).doesNotExist();
    assertThat(temporary).isEmptyDirectory();
  }

  private void assertUnusable(String reason, String... properties) throws Exception {
    Path conf = Files.createDirectories(scratch.resolve("conf"));
    StringBuilder xml = new StringBuilder("<configuration>");
    for (String property : properties) {
      String[] pair = property.split("=");
      xml.append("<property><name>" + pair[0] + "</name>");
      xml.append("<value>" + pair[1] + "</value></property>");
    }
    Files.writeString(conf.resolve("yarn-site.xml"), xml + "</configuration>");
    String sentence = "'" + conf + "' cannot be used: " + reason;
    assertRefused(ExitCode.USAGE, sentence, "report", "--conf", conf, "job_1500000000000_0001");
  }

  /** There is no use in trying again later. */
  @Test
  void aConfigurationOfAClusterThatIsNotValid() throws Exception {
    assertUnusable("situ.mapreduce.framework is 'yran'; ", "situ.mapreduce.framework=yran");
    assertRefused(
        ExitCode.USAGE,
        "cannot be used: situ.mapreduce.framework is 'yran'; ",
        job("--conf", scratch.resolve("conf"), "wordcount", in, out));
    assertThat(out).doesNotExist();
  }

  @Tag("long")
  @Test
  void addressesOfAClusterThatAreNotValid() throws Exception {
    assertUnusable(
        "Does not contain a valid host:port authority: localhost:port (configuration property"
            + " 'yarn.resourcemanager.address')",
        "yarn.resourcemanager.address=localhost:port");
    String[] several = {
      "yarn.resourcemanager.ha.enabled=true", "yarn.resourcemanager.hostname=localhost"
    };
    assertUnusable(
        "yarn.resourcemanager.ha.enabled is true and yarn.resourcemanager.ha.rm-ids names none",
        several);
    assertUnusable(
        "yarn.resourcemanager.ha.enabled is true and yarn.resourcemanager.ha.rm-ids names none",
        several[0],
        "yarn.resourcemanager.hostname.rm1=localhost",
        "yarn.resourcemanager.hostname.rm2=localhost");
    assertUnusable(
        "Invalid configuration! yarn.resourcemanager.hostname.b or yarn.resourcemanager.address.b",
        several[0],
        "yarn.resourcemanager.ha.rm-ids=a,b",
        "yarn.resourcemanager.address.a=localhost:1");
  }

  private Object[] reportOfCluster(ResourceManagerProcess yarn, String key, String value)
      throws IOException {
    Path conf = Files.createDirectories(scratch.resolve("conf"));
    Files.writeString(
        conf.resolve("mapred-site.xml"),
        "<configuration><property><name>"
            + key
            + "</name><value>"
            + value
            + "</value></property></configuration>");
    String address = "yarn.resourcemanager.address=" + yarn.address();
    return new Object[] {"report", "-D", address, "--conf", conf, "job_1500000000000_0001"};
  }

  @Tag("long")
  @Test
  void aClusterWhoseHistoryServerCannotBeAsked() throws Exception {
    try (ResourceManagerProcess yarn = new ResourceManagerProcess("-")) {
      assertRefused(
          ExitCode.USAGE,
          "cannot be used: Does not contain a valid host:port authority: localhost:port"
              + " (configuration property 'mapreduce.jobhistory.address')",
          reportOfCluster(yarn, "mapreduce.jobhistory.address", "localhost:port"));
      assertRefused(
          ExitCode.UNAVAILABLE,
          "does not say how job_1500000000000_0001 ended: ",
          reportOfCluster(yarn, "yarn.ipc.rpc.class", "no.Such"));
    }
  }

  @Tag("long")
  @Test
  void whatAJobPrintsIsAppendedToALogOfItsCaller() throws Exception {
    Path log = Files.writeString(scratch.resolve("log"), "an earlier line\n");
    String script = "exec \"$0\" \"$@\" 2>> '" + log + "'";
    List<String> program = List.of("bash", "-c", script, Tool.HOME.resolve("bin/situ").toString());
    Path jar = Tool.HOME.resolve("tool/situ-stock-hadoop/target/jobs/examples.jar");

    Tool.Result result =
        new Tool(scratch, program, scratch).run(job("--json", "--jar", jar, "wordmean", in, out));

    assertThat(result.code()).isZero();
    assertThat(result.out()).startsWith("{").doesNotContain("The mean is");
    assertThat(log).content().startsWith("an earlier line\n").contains("The mean is: ");
  }

  @Test
  void unknownStore() throws Exception {
    assertRefusedAtOnce(
        ExitCode.USAGE,
        "set fs.situ.store.nowhere.root",
        job("wordcount", "situ://nowhere/a", out));
  }

  @Test
  void missingJarAndMissingClass() throws Exception {
    assertRefusedAtOnce(
        ExitCode.BAD_INPUT, "there is no job jar", job("--jar", scratch.resolve("no.jar")));
    Path empty = scratch.resolve("empty.jar");
    try (var jar = new java.util.jar.JarOutputStream(Files.newOutputStream(empty))) {
      jar.putNextEntry(new java.util.zip.ZipEntry("nothing"));
    }
    assertRefused(
        ExitCode.USAGE, "there is no class no.Such in the job jar", job("--jar", empty, "no.Such"));
  }

  @Test
  void inputOfAnotherUser() throws Exception {
    assumeTrue(isRoot(), "only root can become another user");
    assumeTrue(worldMayRead(Tool.HOME), "another user may not read this source tree");
    Files.setPosixFilePermissions(in, PosixFilePermissions.fromString("rwx------"));
    open(scratch);
    Path state = Files.createDirectory(scratch.resolve("state"));
    Files.setAttribute(state, "unix:uid", 65534);
    Tool other =
        new Tool(
            scratch,
            List.of(
                "setpriv",
                "--reuid=65534",
                "--regid=65534",
                "--clear-groups",
                Tool.HOME.resolve("bin/situ").toString()),
            scratch);

    assertRefused(
        other.run("run", "wordcount", in, out),
        ExitCode.PERMISSION,
        "'" + in + "': permission denied");
    Path closed = Files.createDirectory(scratch.resolve("closed"));
    Path readable = Files.createDirectory(scratch.resolve("readable"));
    Files.writeString(readable.resolve("a"), "x\n");
    open(readable);
    Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rwxr-xr-x"));
    assertRefused(
        other.run("run", "wordcount", readable, closed.resolve("out")),
        ExitCode.PERMISSION,
        closed.toString());
  }

  @Test
  void twoRunsWithOneOutput() throws Exception {
    Tool.Running a = situ.start(job("wordcount", in, out));
    Tool.Running b = situ.start(job("wordcount", in, out));
    List<Tool.Result> results = List.of(a.result(), b.result());

    Tool.Result lost = results.stream().filter(result -> result.code() != 0).findFirst().get();
    assertThat(results.stream().map(Tool.Result::code)).containsExactlyInAnyOrder(0, 3);
    assertRefused(lost, ExitCode.BAD_INPUT, out.toString());
    assertThat(Files.readString(out.resolve("part-r-00000"))).isEqualTo("in\t1\nplace\t1\n");
  }

  @Test
  void aJobThatFailsSaysWhy() throws Exception {
    Files.write(in.resolve("a.gz"), new byte[] {1, 2, 3});
    Tool.Result result = situ.run(job("wordcount", in, out));

    assertRefused(result, ExitCode.FAILED, "Unexpected end of input stream");
    assertThat(result.err()).contains("its log is " + scratch.resolve("state"));
    assertThat(situ.run("report").out())
        .contains("wordcount failed")
        .contains("  reason   " + result.err().strip().substring("situ: ".length()));
    assertThat(out).doesNotExist();
    assertThat(temporary).isEmptyDirectory();
  }

  /** As TestDFSIO and others do; there is no such signal. */
  @Tag("long")
  @Test
  void aJobThatEndsWithANegativeCodeWasNotKilled() throws Exception {
    Path jar = Tool.jar(scratch.resolve("job.jar"), Exits.class);
    Tool.Result result = situ.run(job("--jar", jar, Exits.class.getName()));

    assertRefused(result, ExitCode.FAILED, "ended with exit code 254");
  }

  public static final class Exits {

    private Exits() {}

    public static void main(String[] args) {
      System.exit(-2);
    }
  }

  @Test
  void whatCannotBeCleanedUpDoesNotReplaceTheResult() throws Exception {
    Path jar = Tool.jar(scratch.resolve("job.jar"), Hinders.class);
    Tool.Result result = situ.run(job("--json", "--jar", jar, Hinders.class.getName()));

    assertThat(result.code()).as(result.err()).isZero();
    assertThat(result.out()).contains("\"state\" : \"SUCCEEDED\"");
    assertThat(result.err())
        .contains("situ: warning: clean-up: the output 'situ://nowhere/out' of a job")
        .contains("set fs.situ.store.nowhere.root")
        .contains("situ: warning: clean-up: temporary files stay");
  }

  /** A job in a store that it alone knows, and a note of temporary files that cannot be read. */
  public static final class Hinders {

    private Hinders() {}

    public static void main(String[] args) throws IOException {
      Path run = Path.of(System.getProperty("situ.launch"));
      Files.writeString(
          run.resolve("jobs/job_local1_0001.json"),
          "{\"id\": \"job_local1_0001\", \"framework\": \"local\", \"state\": \"FAILED\","
              + " \"output\": \"situ://nowhere/out\"}");
      Files.delete(run.resolve("temporary"));
      Files.createDirectory(run.resolve("temporary"));
      Files.createFile(run.resolve("temporary/x"));
    }
  }

  private static boolean isRoot() {
    return System.getProperty("user.name").equals("root");
  }

  private static boolean worldMayRead(Path directory) throws IOException {
    for (Path path = directory; path != null; path = path.getParent()) {
      String permissions = PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
      if (!permissions.endsWith("r-x") && !permissions.endsWith("rwx")) {
        return false;
      }
    }
    return true;
  }

  private static void open(Path directory) throws IOException {
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxrwxrwx"));
  }
}
