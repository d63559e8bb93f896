// SPDX-License-Identifier: Apache-2.0
package io.situ.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.situ.cli.console.ExitCode;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Trees as they are not found in books, through the tool. */
@Tag("end-to-end")
class UnusualTreesToolTest extends ToolFixture {

  private final InProcessTool looks = new InProcessTool();
  private Path data;
  private Path out;

  @BeforeEach
  void makeData() throws IOException {
    data = Files.createDirectory(scratch.resolve("data"));
    out = scratch.resolve("out");
    Files.writeString(data.resolve("plain"), "in place\n");
  }

  private static boolean run(Object... argv) throws Exception {
    List<String> command = java.util.stream.Stream.of(argv).map(Object::toString).toList();
    return new ProcessBuilder(command).redirectErrorStream(true).start().waitFor() == 0;
  }

  private static void assertRefused(Tool.Result result, ExitCode exit, String words) {
    assertThat(result.err()).startsWith("situ: ").contains(words);
    assertThat(result.err().strip()).doesNotContain("\n");
    assertThat(result.code()).isEqualTo(exit.code());
  }

  private JsonNode scan(Object... more) throws Exception {
    Object[] args = new Object[5 + more.length];
    List<Object> first = List.of("scan", data, "--inventory", scratch.resolve("inv"), "--json");
    System.arraycopy(first.toArray(), 0, args, 0, 5);
    System.arraycopy(more, 0, args, 5, more.length);
    return parse(looks.run(args));
  }

  private static JsonNode parse(Tool.Result result) throws Exception {
    assertThat(result.err()).isEmpty();
    return new ObjectMapper().readTree(result.out());
  }

  @Test
  void whatIsNoFileIsScannedListedAndNeverRead() throws Exception {
    assumeTrue(run("mkfifo", data.resolve("fifo")), "there is no mkfifo");

    assertThat(scan("--checksums").path("others").asInt()).isEqualTo(1);
    assertThat(looks.run("ls", data).out()).isEqualTo("fifo\nplain\n");
    assertRefused(
        looks.run("run", "wordcount", data.resolve("fifo"), out),
        ExitCode.BAD_INPUT,
        "is neither a file nor a directory");
    assertRefused(
        situ.run("run", "wordcount", data, out),
        ExitCode.FAILED,
        "'" + data + "/fifo': it is neither a file nor a directory and is not opened");
    assertThat(out).doesNotExist();
  }

  @Test
  void linksThatLeadNowhereOrInCirclesAreNamed() throws Exception {
    Files.createSymbolicLink(data.resolve("dangling"), Path.of("nowhere"));
    assertThat(scan().path("symlinks").asInt()).isEqualTo(1);
    assertRefused(
        situ.run("run", "wordcount", data, out),
        ExitCode.BAD_INPUT,
        "'" + data + "/dangling': no such file or directory");

    Files.createSymbolicLink(data.resolve("a"), Path.of("b"));
    Files.createSymbolicLink(data.resolve("b"), Path.of("a"));
    assertThat(scan().path("symlinks").asInt()).isEqualTo(3);
    assertRefused(
        looks.run("run", "wordcount", data.resolve("a"), out),
        ExitCode.BAD_INPUT,
        "'" + data + "/a': too many symbolic links on the way");
    assertThat(out).doesNotExist();
  }

  @Test
  void aRootThatIsALinkIsTheDirectoryItLeadsTo() throws Exception {
    Path link = Files.createSymbolicLink(scratch.resolve("link"), data);
    String root = "fs.situ.store.linked.root=" + link;

    assertThat(looks.run("ls", "-D", root, "situ://linked/").out()).isEqualTo("plain\n");
    assertThat(situ.run("run", "-D", root, "wordcount", "situ://linked/", out).code()).isZero();
    assertRefused(
        looks.run("run", "wordcount", data, link.resolve("sub/out")),
        ExitCode.BAD_INPUT,
        "lies in the input '" + data + "'");
    assertRefused(
        looks.run("run", "-D", root, "wordcount", "situ://linked/", data.resolve("out")),
        ExitCode.BAD_INPUT,
        "lies in the input 'situ://linked/'");
    assertThat(data.toFile().list()).containsExactly("plain");
  }

  @Tag("long")
  @Test
  void aHundredThousandFilesADepthOfAThousandAndATerabyte() throws Exception {
    Path many = Files.createDirectory(data.resolve("many"));
    for (int i = 0; i < 100_000; i++) {
      Files.createFile(many.resolve("f" + i));
    }
    assertThat(run("bash", "-c", DEEP, data.resolve("deep"))).isTrue();
    try (RandomAccessFile file = new RandomAccessFile(data.resolve("tera").toFile(), "rw")) {
      file.setLength(1L << 40);
    }

    JsonNode scan = scan();

    assertThat(scan.path("files").asInt()).isEqualTo(100_003);
    assertThat(scan.path("directories").asInt()).isEqualTo(1_003);
    assertThat(scan.path("bytes").asLong()).isEqualTo((1L << 40) + 9 + 5);
    assertThat(situ.run("ls", many).out().lines()).hasSize(100_000);
    assertThat(situ.run("ls", "-R", data.resolve("deep")).out()).contains("/d/leaf\n");
    assertThat(situ.run("run", "wordcount", data.resolve("deep"), out).code()).isZero();
    assertThat(out.resolve("part-r-00000")).hasContent("deep\t1");
    // Deeper than the test's own clean-up goes.
    assertThat(run("rm", "-rf", data)).isTrue();
  }

  private static final String DEEP =
      "mkdir -p \"$0\" && cd \"$0\" && for i in {1..1000}; do mkdir d && cd d || exit 1; done;"
          + " echo deep > leaf";

  @Tag("long")
  @Test
  void whatAnotherUserMayNotReadIsLeftOutOrReportedInOneSentence() throws Exception {
    assumeTrue(System.getProperty("user.name").equals("root"), "only root becomes another user");
    assumeTrue(isOpen(Tool.HOME), "another user may not read this source tree");
    Path closed = Files.createDirectory(data.resolve("closed"));
    Files.writeString(closed.resolve("secret"), "x");
    Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rwx------"));
    Files.writeString(data.resolve("unread"), "x");
    Files.setPosixFilePermissions(
        data.resolve("unread"), PosixFilePermissions.fromString("rw-------"));
    Files.setPosixFilePermissions(scratch, PosixFilePermissions.fromString("rwxrwxrwx"));
    List<String> otherUser =
        List.of(
            "setpriv",
            "--reuid=65534",
            "--regid=65534",
            "--clear-groups",
            Tool.HOME.resolve("bin/situ").toString());
    Files.setAttribute(Files.createDirectory(scratch.resolve("state")), "unix:uid", 65534);
    situ = new Tool(scratch, otherUser, scratch);

    JsonNode skipped =
        parse(situ.run("scan", data, "--inventory", scratch.resolve("inv"), "--json"))
            .path("skipped");
    assertThat(skipped).hasSize(1);
    assertThat(skipped.get(0).path("reason").asText()).isEqualTo("permission-denied");
    assertThat(skipped.get(0).path("samples").get(0).asText()).isEqualTo(closed.toString());
    assertRefused(
        situ.run("scan", data, "--inventory", scratch.resolve("strict"), "--strict"),
        ExitCode.PERMISSION,
        "'" + closed + "': permission denied");
    Tool.Result listed = situ.run("ls", "-R", data);
    assertThat(listed.out()).contains(data + "/plain\n").contains(data + "/unread\n");
    assertRefused(
        new Tool.Result(listed.code(), "", listed.err()),
        ExitCode.PERMISSION,
        "'" + closed + "': permission denied");
    assertRefused(
        situ.run("run", "wordcount", data.resolve("unread"), out),
        ExitCode.PERMISSION,
        "permission denied");
    assertThat(out).doesNotExist();
  }

  private static boolean isOpen(Path directory) throws IOException {
    for (Path path = directory; path != null; path = path.getParent()) {
      String permissions = PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
      if (!permissions.endsWith("r-x") && !permissions.endsWith("rwx")) {
        return false;
      }
    }
    return true;
  }

  @Test
  void aDiskThatFillsUpWhileAJobWritesIsReportedAndNothingIsLeft() throws Exception {
    Path small = Files.createDirectory(scratch.resolve("small"));
    assumeTrue(
        run("mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", small),
        "only root can mount a small tmpfs");
    try {
      assertRefused(
          situ.run("run", "teragen", 100_000, small.resolve("out")),
          ExitCode.UNAVAILABLE,
          "no space is left on the file system");
      assertThat(small).isEmptyDirectory();
    } finally {
      run("umount", small);
    }
  }

  @Test
  void aRunThatCannotBeKeptSaysWhere() throws Exception {
    Path small = Files.createDirectory(scratch.resolve("state"));
    assumeTrue(
        run("mount", "-t", "tmpfs", "-o", "size=64k,mode=700", "tmpfs", small),
        "only root can mount a small tmpfs");
    try {
      run("dd", "if=/dev/zero", "of=" + small.resolve("filler"), "bs=4k");
      assertRefused(
          situ.run("run", "wordcount", data, out),
          ExitCode.UNAVAILABLE,
          "the run cannot be kept in '" + small + "/runs'");
      assertThat(out).doesNotExist();
    } finally {
      run("umount", small);
    }
    Files.delete(small);
    Files.createFile(small);
    assertRefused(
        situ.run("run", "wordcount", data, out), ExitCode.FAILED, "the run cannot be kept in '");
  }

  @Test
  void outputThatCannotBeDeliveredIsNoSuccess() throws Exception {
    assumeTrue(Files.isWritable(Path.of("/dev/full")), "there is no /dev/full");
    List<String> program =
        List.of("bash", "-c", "exec \"$0\" \"$@\" > /dev/full", Tool.HOME + "/bin/situ");
    assertRefused(
        new Tool(scratch, program, scratch).run("ls", data),
        ExitCode.UNAVAILABLE,
        "standard output cannot be written");

    String head = "\"$0\" \"$@\" | head -c 1; exit ${PIPESTATUS[0]}";
    Tool.Result cut =
        new Tool(scratch, List.of("bash", "-c", head, Tool.HOME + "/bin/situ"), scratch)
            .run("ls", "-lR", Tool.HOME.resolve("docs"));
    assertThat(cut.code()).isZero();
  }
}
