// SPDX-License-Identifier: Apache-2.0
package io.situ.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.BooleanNode;
import io.situ.cli.console.ExitCode;
import io.situ.cli.layout.UnitReaderTest;
import io.situ.inventory.Inventory;
import io.situ.inventory.Rows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The commands that only look, but for the doctor. */
class ReadOnlyCommandsTest extends SmallTreeFixture {

  private static JsonNode json(Tool.Result result) throws IOException {
    assertThat(result.err()).isEmpty();
    return new ObjectMapper().readTree(result.out());
  }

  @Test
  void lsListsADirectoryAFileAndATree() throws Exception {
    assertThat(situ.run("ls", data).out()).isEqualTo("a\nlink\nsub\n");
    assertThat(situ.run("ls", data.resolve("a")).out()).isEqualTo(data.resolve("a") + "\n");
    assertThat(situ.run("ls", "-R", data).out()).contains(data.resolve("sub/b") + "\n");
    assertThat(situ.run("ls", "-l", "situ://" + data).out())
        .contains("-rw-r-----")
        .contains("link -> nowhere");
  }

  @Test
  void lsOfNothingIsBadInput() throws Exception {
    Tool.Result result = situ.run("ls", data.resolve("none"));

    assertThat(result.code()).isEqualTo(ExitCode.BAD_INPUT.code());
    assertThat(result.err()).isEqualTo("situ: '" + data + "/none': no such file or directory\n");
  }

  @Test
  void wordsAreNotReadFromFiles() throws Exception {
    Path words = Files.writeString(scratch.resolve("words"), "-D\nno.such.key=1\n");

    Tool.Result result = situ.run("ls", "--", "@" + words);

    assertThat(result.err()).contains("@" + words + "': no such file or directory");
    assertThat(result.code()).isEqualTo(ExitCode.BAD_INPUT.code());
  }

  @Test
  void statReportsEverything() throws Exception {
    JsonNode stat = json(situ.run("stat", "--json", data.resolve("a")));

    assertThat(stat.path("size").asInt()).isEqualTo(4);
    assertThat(stat.path("mode").asText()).isEqualTo("0640");
    assertThat(stat.path("kind").asText()).isEqualTo("file");
    assertThat(stat.path("driver").asText()).isNotEmpty();
    assertThat(situ.run("stat", data.resolve("link")).out()).contains("target    nowhere");
  }

  @Test
  void locateOfADirectoryIsBadInput() throws Exception {
    assertThat(situ.run("locate", data).code()).isEqualTo(ExitCode.BAD_INPUT.code());
  }

  @Test
  void scanWritesAnInventory() throws Exception {
    JsonNode scan =
        json(situ.run("scan", data, "--inventory", scratch.resolve("inventory"), "--json"));

    assertThat(scan.path("files").asInt()).isEqualTo(2);
    assertThat(scan.path("symlinks").asInt()).isEqualTo(1);
    assertThat(scan.path("bytes").asInt()).isEqualTo(4);
  }

  @Test
  void refreshSeesWhatChangedAndDiffReportsIt() throws Exception {
    Path inventory = scratch.resolve("inventory");
    situ.run("scan", data, "--inventory", inventory);
    Files.writeString(data.resolve("a"), "longer");
    Files.delete(data.resolve("sub/b"));
    Files.writeString(data.resolve("new"), "");

    assertThat(
            json(situ.run("refresh", "--inventory", inventory, "--json")).path("snapshot").asInt())
        .isEqualTo(2);
    assertThat(situ.run("diff", "--inventory", inventory).out())
        .isEqualTo("M " + data + "/a\n+ " + data + "/new\n- " + data + "/sub/b\n");
  }

  @Test
  void layoutSaysWhatCanBeLocalAndHasTheAdviceOfTheDriver() throws Exception {
    Path map = Files.writeString(scratch.resolve("map"), data + "\thost1\n");
    String mapped = "fs.situ.placement.file=" + map;
    Tool.Result local = situ.run("layout", "-D", mapped, data, data.resolve("a"));
    assertThat(local.out())
        .contains(data + ": driver posix, 1 file, 4 B in 1 split of at most 4 B\n")
        .contains(data + "/a: driver posix, 1 file")
        .contains("now       at most 100 % local (4 B), on 1 host")
        .contains("Nothing to do: all that a task reads lies on one host.");
    assertThat(local.err()).isEmpty();

    JsonNode unknown = json(situ.run("layout", "--json", "--split", "64m", data));
    assertThat(unknown.path("split").asLong()).isEqualTo(64L << 20);
    assertThat(unknown.path("knownBytes").asLong()).isZero();
    assertThat(unknown.has("possibleBytes")).isFalse();
    assertThat(unknown.path("commands")).isEmpty();

    String lustre = "fs.situ.store.l.driver=lustre";
    String root = "fs.situ.store.l.root=" + data;
    Tool.Result asLustre = situ.run("advise", "--store", "l", "-D", lustre, "-D", root, "/");
    assertThat(asLustre.out()).contains("  lfs setstripe -S 134217728 -c 1 " + data + "\n");
    assertThat(situ.run("layout", "--split", "none", data).code()).isEqualTo(ExitCode.USAGE.code());
    assertThat(situ.run("layout", data.resolve("none")).code())
        .isEqualTo(ExitCode.BAD_INPUT.code());
  }

  /** Hosts of pieces come from a program, as a site would write one. */
  @Test
  void layoutReadsFootersAndNamesTheFilesThatLoseMost() throws Exception {
    Path program = scratch.resolve("where");
    Files.writeString(
        program,
        """
        #!/bin/sh
        while read -r request; do
          printf '0\\t10000\\thost1\\n10000\\t10930\\thost2\\n\\n'
        done
        """);
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path table = Files.createDirectories(scratch.resolve("table"));
    byte[] parquet = UnitReaderTest.recorded("groups.parquet");
    Files.write(table.resolve("part-0.parquet"), parquet);
    String placed = "fs.situ.placement.command=" + program;

    JsonNode report = json(situ.run("layout", "--json", "-D", placed, table));
    assertThat(report.path("units").path("rowGroups").asInt()).isEqualTo(3);
    assertThat(report.path("bytes").asInt()).isEqualTo(8229 + 8282 + 2870);
    // The second row group, at 8233+8282, has 1,767 bytes on host1 and the others on host2.
    assertThat(report.path("possibleBytes").asInt()).isEqualTo(8229 + 6515 + 2870);
    assertThat(report.path("worst").path(0).path("path").asText())
        .isEqualTo(table + "/part-0.parquet");

    parquet[parquet.length - 5] = 0x7F;
    Files.write(table.resolve("part-1.parquet"), parquet);
    Tool.Result partly = situ.run("layout", "-D", placed, table);
    assertThat(partly.code()).isEqualTo(ExitCode.PARTIAL.code());
    assertThat(partly.err())
        .startsWith("situ: left out: '" + table + "/part-1.parquet': its footer is damaged")
        .hasLineCount(1);
    assertThat(partly.out()).contains("at most 90 % local").contains("worst     90 %  ");
  }

  @Test
  void scanReadsFootersIfAskedAndRefreshGoesOn() throws Exception {
    Path table = Files.createDirectories(scratch.resolve("table"));
    Files.write(table.resolve("part-0"), UnitReaderTest.recorded("groups.parquet"));
    Path inventory = scratch.resolve("inventory");

    assertThat(json(situ.run("scan", "--json", table, "--inventory", inventory)).path("footers"))
        .isEqualTo(BooleanNode.FALSE);
    JsonNode scan = json(situ.run("scan", "--footers", "--json", table, "--inventory", inventory));
    assertThat(scan.path("footers")).isEqualTo(BooleanNode.TRUE);
    Files.write(table.resolve("part-1"), UnitReaderTest.recorded("zlib.orc"));
    JsonNode refresh = json(situ.run("refresh", "--json", "--inventory", inventory));
    assertThat(refresh.path("footers")).isEqualTo(BooleanNode.TRUE);

    Rows rows = Inventory.open(inventory).snapshot().rows();
    assertThat(rows.next().object().isDirectory()).isTrue();
    assertThat(rows.next().rowGroups()).hasSize(3);
    assertThat(rows.next().rowGroups()).hasSize(3);
  }

  /** A plain directory in the place of a Lustre that this host has no connection to. */
  @Test
  void warningsOfAStoreArePrintedOnce() throws Exception {
    String notice =
        "Lustre's servers are not known, and tasks run anywhere: no connection to them is seen in"
            + " /sys/fs/lustre/osc";
    String driver = "fs.situ.store.l.driver=lustre";
    String root = "fs.situ.store.l.root=" + data;
    Files.writeString(data.resolve("more"), "bytes");
    Object[][] calls = {
      {"scan", "--store", "l", "/", "--inventory", scratch.resolve("inventory")},
      {"refresh", "--inventory", scratch.resolve("inventory")},
      {"layout", "--store", "l", "/"}
    };
    for (Object[] call : calls) {
      List<Object> words = new ArrayList<>(List.of(call));
      words.addAll(List.of("-D", driver, "-D", root));
      Tool.Result result = situ.run(words.toArray());
      assertThat(result.code()).as(result.err()).isZero();
      assertThat(result.err()).as("%s", words).isEqualTo("situ: " + notice + "\n");
    }
    Tool.Result located =
        situ.run("locate", "--store", "l", "-D", driver, "-D", root, "/a", "/more");
    assertThat(located.code()).isZero();
    assertThat(located.err().lines())
        .containsExactly(
            "situ: the store does not say which hosts hold 'situ://l/a'",
            "situ: the store does not say which hosts hold 'situ://l/more'",
            "situ: " + notice);
  }

  @Test
  void aMissingPlacementFileCostsAScanOnlyThePlaces() throws Exception {
    JsonNode scan =
        json(
            situ.run(
                "scan",
                "-D",
                "fs.situ.placement.file=/no/such/map",
                data,
                "--inventory",
                scratch.resolve("inventory"),
                "--json"));
    assertThat(scan.path("files").asInt()).isEqualTo(2);
    assertThat(scan.path("skipped").get(0).path("reason").asText())
        .isEqualTo("no-placement: unavailable");
  }

  @Test
  void locateAsksTheInventoryFirst() throws Exception {
    Path map = Files.writeString(scratch.resolve("map"), data + "\tthen\n");
    Path inventory = scratch.resolve("inventory");
    String file = "fs.situ.placement.file=" + map;
    String remembers = "fs.situ.inventory=" + inventory;
    situ.run("scan", "-D", file, data, "--inventory", inventory);
    Files.writeString(map, data + "\tnow\n");
    Path a = data.resolve("a");

    assertThat(situ.run("locate", "-D", file, a).out()).contains("\tnow\t");
    assertThat(situ.run("locate", "-D", file, "-D", remembers, a).out()).contains("\tthen\t");
    assertThat(situ.run("locate", "-D", file, "--inventory", inventory, a).out())
        .contains("\tthen\t");
    Files.writeString(a, "another version");
    assertThat(situ.run("locate", "-D", file, "-D", remembers, a).out()).contains("\tnow\t");
  }

  @Test
  void configListsEveryKeyWithItsDefault() throws Exception {
    assertThat(situ.run("config").out())
        .contains("fs.situ.block.size  [128m]")
        .contains("situ.mapreduce.framework  [auto]");
  }

  @Test
  void completionIsAScriptThatBashTakes() throws Exception {
    Path script = scratch.resolve("completion");
    Files.writeString(script, situ.run("completion").out());

    assertThat(new ProcessBuilder("bash", "-n", script.toString()).start().waitFor()).isZero();
  }

  @Test
  void wrongUseIsOneSentence() throws Exception {
    Tool.Result result = situ.run("ls", "--colour", data);

    assertThat(result.code()).isEqualTo(ExitCode.USAGE.code());
    assertThat(result.err()).isEqualTo("situ: Unknown option: '--colour'; see 'situ ls --help'\n");
    assertThat(situ.run().code()).isEqualTo(ExitCode.USAGE.code());
  }
}
