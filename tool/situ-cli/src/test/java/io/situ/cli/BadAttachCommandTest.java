// SPDX-License-Identifier: Apache-2.0
package io.situ.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.cli.console.ExitCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What can be wrong with an attach before HDFS is asked at all: one sentence and its exit code. */
class BadAttachCommandTest {

  private static final String TARGET = "hdfs://localhost:1/target";

  @TempDir private Path scratch;
  private Path store;
  private Path inventory;
  private final InProcessTool situ = new InProcessTool();

  @BeforeEach
  void makeAStore() throws IOException {
    store = Files.createDirectories(scratch.resolve("store"));
    Files.writeString(store.resolve("object"), "in place\n");
    inventory = scratch.resolve("inventory");
  }

  private Tool.Result situ(Path root, String command, Object... args) throws Exception {
    List<Object> all = new ArrayList<>(List.of(command, "-D", "fs.situ.store.data.root=" + root));
    all.addAll(List.of(args));
    return situ.run(all.toArray());
  }

  private void scan() throws Exception {
    assertThat(situ(store, "scan", "situ://data/", "--inventory", inventory).code()).isZero();
  }

  private static void assertRefused(Tool.Result result, ExitCode exit, String words) {
    assertThat(result.err()).contains(words).startsWith("situ: ").endsWith("\n");
    assertThat(result.err().strip()).doesNotContain("\n");
    assertThat(result.code()).isEqualTo(exit.code());
  }

  @Test
  void linksOnTheWayToTheSourceAreFollowedOnce() throws Exception {
    Path deep = Files.createDirectories(store.resolve("real/deep"));
    Files.writeString(deep.resolve("file"), "more\n");
    Files.createSymbolicLink(deep.resolve("below"), store.resolve("object"));
    Files.createSymbolicLink(store.resolve("link"), Path.of("real"));
    Files.createSymbolicLink(store.resolve("absolute"), deep);
    Files.createSymbolicLink(scratch.resolve("data"), store.resolve("real"));
    for (Object source :
        List.of("situ://data/link/deep", "situ://data/absolute", scratch.resolve("data/deep"))) {
      Tool.Result reported = situ(store, "attach", "--dry-run", source, TARGET);
      assertThat(reported.code()).as("%s: %s", source, reported.err()).isZero();
      assertThat(reported.out())
          .contains("would attach 1 file at " + TARGET)
          .contains("  of       situ://data/real/deep\n");
    }
    Tool.Result scan = situ(store, "scan", "situ://data/link", "--inventory", inventory);
    assertThat(scan.out()).contains("  of       /real\n").contains("1 file");
    assertThat(situ(store, "attach", "--dry-run", inventory, TARGET).out())
        .contains("  of       situ://data/real\n");
    assertRefused(
        situ(store, "attach", "--dry-run", "situ://data/none", TARGET),
        ExitCode.BAD_INPUT,
        "'/none': no such file or directory");
  }

  @Test
  void aDryRunAsksTheStoreAlone() throws Exception {
    Path map = Files.writeString(scratch.resolve("map"), "/**\thost1\n");
    Object hosts = "fs.situ.store.data.placement.file=" + map;
    Tool.Result reported = situ(store, "attach", "-D", hosts, "--dry-run", "situ://data/", TARGET);
    assertThat(reported.code()).isZero();
    assertThat(reported.out())
        .startsWith("would attach 1 file at " + TARGET)
        .contains("9 B in 1 block, 9 B of it (100.0 %) on hosts that hold the bytes");
    assertThat(situ(store, "attach", "-D", hosts, "--dry-run", store, TARGET).out())
        .isEqualTo(reported.out());
    Tool.Result unplaced = situ(store, "attach", "--dry-run", "--json", "situ://data/", TARGET);
    assertThat(unplaced.out()).contains("\"bytesPlaced\":0", "\"bytesUnplaced\":9");
  }

  @Test
  void aDryRunNamesWhatHdfsRefuses() throws Exception {
    Files.createDirectories(store.resolve("deep/.snapshot"));
    Files.writeString(store.resolve("deep/.snapshot/hourly"), "x");
    Files.writeString(store.resolve("a:b"), "x");
    Files.writeString(store.resolve("deep/c:d"), "x");

    Tool.Result reported = situ(store, "attach", "--dry-run", "situ://data/", TARGET);

    assertThat(reported.code()).isEqualTo(ExitCode.FAILED.code());
    assertThat(reported.out())
        .contains("left out /a:b: HDFS takes no name with ':' in it\n")
        .contains("left out /deep/c:d: ", "left out /deep/.snapshot: HDFS keeps the name")
        .contains("would attach 1 file at ")
        .contains("left out 4 objects, named above or below a directory that is\n");
    assertRefused(
        situ(store, "attach", "--dry-run", "--strict", "situ://data/", TARGET),
        ExitCode.BAD_INPUT,
        "HDFS ");
  }

  @Test
  void anInventoryOfAnotherStore() throws Exception {
    scan();
    Path proc = Path.of("/proc");

    assertRefused(
        situ(proc, "attach", inventory, TARGET),
        ExitCode.BAD_INPUT,
        "is of another store than the one");
  }

  @Test
  void anInventoryThatIsTorn() throws Exception {
    scan();
    cut(inventory);

    assertThat(situ(store, "attach", inventory, TARGET))
        .satisfies(
            result -> {
              assertThat(result.code()).isNotZero();
              assertThat(result.err()).startsWith("situ: ").contains(inventory.toString());
              assertThat(result.err().strip()).doesNotContain("\n").doesNotContain("Exception");
            });
  }

  /** Every file but the one that names the present snapshot loses its second half. */
  private static void cut(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      files
          .filter(Files::isRegularFile)
          .filter(file -> !file.endsWith("CURRENT"))
          .forEach(BadAttachCommandTest::cutFile);
    }
  }

  private static void cutFile(Path file) {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(channel.size() / 2);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aStoreWithoutAName() throws Exception {
    assertRefused(
        situ.run("attach", store, TARGET),
        ExitCode.USAGE,
        "DataNodes must know the store by a name");
    assertRefused(
        situ.run("attach", store.resolve("none"), TARGET),
        ExitCode.BAD_INPUT,
        "'" + store.resolve("none") + "': no such file or directory");
  }

  /** RocksDB keeps a file of the name that an inventory's pointer has. */
  @Test
  void aDirectoryWithAFileCurrentIsNotAnInventory() throws Exception {
    Files.writeString(store.resolve("CURRENT"), "MANIFEST-000005\n");

    assertThat(situ(store, "attach", "--dry-run", store, TARGET).out()).contains("would attach");
    assertRefused(
        situ(store, "scan", "situ://data/", "--inventory", store),
        ExitCode.PERMISSION,
        "holds a file CURRENT that is not an inventory's; choose another directory");
    assertThat(store.resolve("CURRENT")).hasContent("MANIFEST-000005\n");
  }

  @Test
  void aWayToLinkThatThereIsNot() throws Exception {
    assertRefused(
        situ(store, "attach", "--link", "hard", "situ://data/", TARGET),
        ExitCode.USAGE,
        "--link is 'hard'; it must be placeholder or symlink");
  }

  @Test
  void optionsThatWouldNotCount() throws Exception {
    Object[][] calls = {
      {"--lists goes with --offline NAMEDIR", "--lists", scratch},
      {"--hosts goes with --offline NAMEDIR", "--dry-run", "--hosts", "a,b"},
      {"--offline needs --lists DIR", "--offline", scratch},
      {
        "--offline goes without --link: on each host 'situ link' takes that",
        "--link",
        "symlink",
        "--offline",
        scratch,
        "--lists",
        scratch
      },
      {
        "--offline goes without --gif: 'situ status --gif FILE' writes it once HDFS runs",
        "--gif",
        "/gif",
        "--offline",
        scratch,
        "--lists",
        scratch
      },
      {
        "--offline goes without --whole: it attaches all files",
        "--whole",
        "--offline",
        scratch,
        "--lists",
        scratch
      },
      {
        "--dry-run goes without --link and --checksums and --gif and --whole: it asks the store",
        "--dry-run",
        "--link",
        "symlink",
        "--checksums",
        "lazy",
        "--gif",
        "/gif",
        "--whole"
      },
      {
        "--dry-run goes without --offline: it asks the store only, and writes nothing",
        "--dry-run",
        "--offline",
        scratch,
        "--lists",
        scratch
      }
    };
    for (Object[] call : calls) {
      List<Object> args = new ArrayList<>(Arrays.asList(call).subList(1, call.length));
      args.addAll(List.of("situ://data/", TARGET));
      assertRefused(
          situ(store, "attach", args.toArray()), ExitCode.USAGE, "situ: " + call[0].toString());
    }
  }

  /** HDFS's own jars are the tool's, and not this test's. */
  @Test
  @Tag("end-to-end")
  void aTargetThatIsNotInHdfs() throws Exception {
    assertRefused(
        new Tool(scratch)
            .run(
                "attach",
                "-D",
                "fs.situ.store.data.root=" + store,
                "situ://data/",
                "file:///tmp/x"),
        ExitCode.USAGE,
        "is not in HDFS");
  }
}
