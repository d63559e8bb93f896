// SPDX-License-Identifier: Apache-2.0
package io.situ.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import io.situ.cli.console.ExitCode;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands that only look. */
@Tag("end-to-end")
class ReadOnlyCommandsToolTest {

  @TempDir private Path scratch;
  private Path data;
  private Tool situ;

  @BeforeEach
  void writeData() throws IOException {
    situ = new Tool(scratch);
    data = Files.createDirectories(scratch.resolve("data/sub")).getParent();
    Files.writeString(data.resolve("a"), "four");
    Files.writeString(data.resolve("sub/b"), "");
    Files.createSymbolicLink(data.resolve("link"), Path.of("nowhere"));
    Files.setPosixFilePermissions(data.resolve("a"), PosixFilePermissions.fromString("rw-r-----"));
  }

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
  void doctorFindsWhatIsWrong() throws Exception {
    Tool.Result well = situ.run("doctor", data);
    assertThat(well.code()).as(well.out()).isZero();
    assertThat(well.out()).contains("driver posix");

    Tool.Result ill = situ.run("doctor", "-D", "fs.situ.nonsense=1", data);
    assertThat(ill.code()).isEqualTo(ExitCode.FAILED.code());
    assertThat(ill.out()).contains("wrong").contains("fs.situ.nonsense");
    assertThat(situ.run("doctor", data.resolve("none")).code()).isEqualTo(ExitCode.FAILED.code());
  }

  @Test
  void theSelfTestTriesAStoreAndLeavesNothing() throws Exception {
    Tool.Result named =
        situ.run(
            "doctor", "--store", "s", "-D", "fs.situ.store.s.root=" + data, "--self-test", "/sub");
    assertThat(named.code()).as(named.out()).isZero();
    assertThat(named.out())
        .contains("ok     read")
        .contains("ok     no-replace")
        .doesNotContain("To send");
    try (var left = Files.list(data.resolve("sub"))) {
      assertThat(left).containsExactly(data.resolve("sub/b"));
    }

    Tool.Result ill = situ.run("doctor", "--self-test", data.resolve("none"));
    assertThat(ill.code()).isEqualTo(ExitCode.BAD_INPUT.code());
    assertThat(ill.err())
        .contains("there is no directory '" + data + "/none'")
        .contains("the store whose root is /;")
        .hasLineCount(1);
  }

  /** A plain directory in the place of either. */
  @Test
  void theSelfTestOfADriverPrintsWhatItsMakersNeed() throws Exception {
    Tool.Result lustre = selfTest("lustre");
    assertThat(lustre.code()).isEqualTo(ExitCode.FAILED.code());
    assertThat(lustre.out())
        .contains("it has no placement: Lustre's servers are not known")
        .contains("ok     locks       one can be had; mounted as ")
        .contains("  layout    lustre.lov is not reported: ")
        .contains("  evidence  connections cannot be read: /sys/fs/lustre/osc\n");
    assertThat(lustre.err()).isEmpty();

    Tool.Result unconfigured = selfTest("orangefs");
    assertThat(unconfigured.code()).as(unconfigured.out()).isZero();
    assertThat(unconfigured.out())
        .contains(
            "note   layout      the driver is not configured to find out which hosts hold the file");

    Path viewdist = Files.writeString(scratch.resolve("viewdist"), "#!/bin/sh\necho of $2\n");
    Files.setPosixFilePermissions(viewdist, PosixFilePermissions.fromString("rwx------"));
    Tool.Result orange = selfTest("orangefs", "-D", "fs.situ.store.d.viewdist=" + viewdist);
    assertThat(orange.code()).isEqualTo(ExitCode.FAILED.code());
    assertThat(orange.out())
        .contains("it has no placement: the layout of some files of OrangeFS cannot be used: ")
        .contains("  evidence  of " + data + "/.situ-self-test-");
  }

  @Test
  void doctorNamesLinesOfTheHostsFileThatAreOfNoServer() throws Exception {
    Path viewdist =
        Files.writeString(
            scratch.resolve("viewdist"),
            """
            #!/bin/sh
            echo 'dist_name = simple_stripe'
            echo 'strip_size:134217728'
            echo 'Number of datafiles/servers = 1'
            echo 'Datafile 0 - tcp://127.0.0.1:3373, handle: 7 (7.bstream)'
            """);
    Files.setPosixFilePermissions(viewdist, PosixFilePermissions.fromString("rwx------"));
    Path hosts =
        Files.writeString(scratch.resolve("hosts"), "127.0.0.1\tlocalhost\nofs1\tlocalhost\n");
    Tool.Result result =
        situ.run(
            "doctor",
            "--store",
            "d",
            "-D",
            "fs.situ.store.d.driver=orangefs",
            "-D",
            "fs.situ.store.d.root=" + data,
            "-D",
            "fs.situ.store.d.viewdist=" + viewdist,
            "-D",
            "fs.situ.store.d.hosts.file=" + hosts,
            "/a");

    assertThat(result.code()).as(result.out()).isZero();
    assertThat(result.out())
        .contains("note   hosts.file  it has a line for 'ofs1', and no server that is known")
        .contains("-> write one of these in the first column: tcp://127.0.0.1:3373")
        .doesNotContain("line for '127.0.0.1'");
  }

  private Tool.Result selfTest(String driver, String... more) throws Exception {
    List<Object> words = new ArrayList<>(List.of("doctor", "--store", "d", "--self-test", "/"));
    words.addAll(List.of("-D", "fs.situ.store.d.driver=" + driver));
    words.addAll(List.of("-D", "fs.situ.store.d.root=" + data));
    words.addAll(List.of(more));
    return situ.run(words.toArray());
  }

  @Test
  void aSelfTestThatIsEndedLeavesNothing() throws Exception {
    Path empty = Files.createDirectory(scratch.resolve("empty"));
    Tool.Running running = situ.start("doctor", "--self-test", empty);
    while (running.process().isAlive() && isEmpty(empty)) {
      Thread.onSpinWait();
    }
    running.process().destroy();
    running.result();
    assertThat(empty).isEmptyDirectory();
  }

  private static boolean isEmpty(Path directory) throws IOException {
    try (var entries = Files.list(directory)) {
      return entries.findAny().isEmpty();
    }
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
    byte[] parquet;
    try (InputStream in = getClass().getResourceAsStream("layout/groups.parquet")) {
      parquet = in.readAllBytes();
    }
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
    Tool.Result doctor = situ.run("doctor", "--store", "l", "-D", driver, "-D", root, "/");
    assertThat(doctor.out()).contains("note   placement   " + notice + "\n");
    assertThat(doctor.err()).isEmpty();
  }

  @Test
  void doctorComparesTheHostsOfDataWithThoseOfYarn() throws Exception {
    Path conf = Files.createDirectories(scratch.resolve("conf"));
    Path hosts = scratch.resolve("hosts.tsv");
    Files.writeString(hosts, data + "\tlocalhost,brick7\n");
    HttpServer yarn = HttpServer.create(new InetSocketAddress("localhost", 0), 0);
    String nodes =
        "{\"nodes\":{\"node\":[{\"nodeHostName\":\"LOCALHOST\",\"state\":\"RUNNING\"}]}}";
    yarn.createContext(
        "/ws/v1/cluster/nodes",
        exchange -> {
          exchange.sendResponseHeaders(200, nodes.length());
          exchange.getResponseBody().write(nodes.getBytes(StandardCharsets.UTF_8));
          exchange.close();
        });
    yarn.start();
    try {
      Files.writeString(
          conf.resolve("yarn-site.xml"),
          "<configuration><property><name>yarn.resourcemanager.webapp.address</name><value>localhost:"
              + yarn.getAddress().getPort()
              + "</value></property></configuration>");
      String[] call = {
        "doctor",
        "--conf",
        conf.toString(),
        "-D",
        "fs.situ.placement.file=" + hosts,
        data.toString()
      };
      Tool.Result strange = situ.run((Object[]) call);
      assertThat(strange.code()).as(strange.out()).isEqualTo(ExitCode.FAILED.code());
      assertThat(strange.out())
          .contains("YARN has no node of that name: brick7 (its nodes: LOCALH");

      Files.writeString(hosts, data + "\tlocalhost\n");
      Tool.Result known = situ.run((Object[]) call);
      assertThat(known.code()).as(known.out()).isZero();
      assertThat(known.out()).contains("on localhost");
    } finally {
      yarn.stop(0);
    }
  }

  @Test
  void aDeadPlacementCommandIsTheDoctorsAndCostsAListingNothing() throws Exception {
    Tool.Result doctor = situ.run("doctor", "-D", "fs.situ.placement.command=/bin/false", data);
    assertThat(doctor.code()).isEqualTo(ExitCode.FAILED.code());
    assertThat(doctor.out()).contains("the placement command '/bin/false' failed");

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
  void locateAsksTheInventoryFirstAndTheDoctorLooksAtIt() throws Exception {
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
    assertThat(situ.run("doctor", "-D", remembers, data).out()).contains("ok     inventory");
    Files.writeString(a, "another version");
    assertThat(situ.run("locate", "-D", file, "-D", remembers, a).out()).contains("\tnow\t");

    Files.delete(inventory.resolve("CURRENT"));
    Tool.Result ill = situ.run("doctor", "-D", remembers, data);
    assertThat(ill.out()).contains("wrong  inventory").contains("-> situ scan " + data);
    assertThat(ill.code()).isEqualTo(ExitCode.FAILED.code());
  }

  @Test
  void progressIsForTerminalsOnly() throws Exception {
    Path many = Files.createDirectory(scratch.resolve("many"));
    for (int i = 0; i < 3_000; i++) {
      Files.createFile(many.resolve("f" + i));
    }
    Path inventory = scratch.resolve("inventory");
    String scan = Tool.HOME + "/bin/situ scan " + many + " --inventory ";
    Tool terminal = new Tool(scratch, List.of("script", "-qec", scan + inventory), scratch);
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/script")), "there is no script program");

    assertThat(terminal.run("/dev/null").out()).contains("\r\033[K").contains(" objects, ");
    Tool.Result piped = situ.run("scan", many, "--inventory", scratch.resolve("second"));
    assertThat(piped.err()).isEmpty();
    assertThat(piped.out()).doesNotContain("\r");
  }

  @Test
  void configListsEveryKeyWithItsDefault() throws Exception {
    assertThat(situ.run("config").out())
        .contains("fs.situ.block.size  [128m]")
        .contains("situ.mapreduce.framework  [auto]");
  }

  @Test
  void versionNamesAllThree() throws Exception {
    assertThat(situ.run("version").out()).matches("Situ \\S+, Hadoop 3\\.\\S+, Java \\S+\n");
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
