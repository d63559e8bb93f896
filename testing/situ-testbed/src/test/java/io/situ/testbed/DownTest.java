// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.testbed.hadoop.HadoopJava;
import io.situ.testbed.process.Await;
import io.situ.testbed.process.Commands;
import io.situ.testbed.state.TestbedOptions;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The command line's {@code up} and {@code down}, the first killed at all sorts of moments; and
 * what it does with hosts, network links and daemons in between.
 */
@Tag("cluster")
class DownTest {

  private static final String DIR = "SITU_TESTBED_DIR";

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(ints = {600, 1300, 2500})
  void leavesNothingAfterAnUpThatWasKilled(int milliseconds) throws Exception {
    assertNothingIsLeft(milliseconds);
  }

  @Tag("long")
  @ParameterizedTest
  @ValueSource(ints = {150, 300, 450, 900, 1800, 4000})
  void leavesNothingAfterAnUpThatWasKilledEarlierOrLater(int milliseconds) throws Exception {
    assertNothingIsLeft(milliseconds);
  }

  private void assertNothingIsLeft(int milliseconds) throws Exception {
    TestbedExtension.assumePossible(TestbedOptions.gluster(3, 2));
    Process up = command("up", "--hosts", "3", "--store", "gluster", "--replica", "2");
    up.waitFor(milliseconds, TimeUnit.MILLISECONDS);
    up.destroyForcibly().waitFor();

    assertThat(command("down").waitFor()).isZero();
    LeftoverCheck.assertNone(folder.resolve("bed"));
  }

  /** Benchmarks and tests make testbeds of their own, beside the one of the command line. */
  @Test
  void takesAwayTheTestbedOfAProgramThatWasKilled() throws Exception {
    TestbedExtension.assumePossible(TestbedOptions.posix(2));
    Process program = java(KilledProgram.class.getName());
    Await.until("make the testbed", () -> words().contains("made"));
    assertThat(command("down").waitFor()).isZero();
    assertThat(words()).contains("testbed: left as it is: ", "(process " + program.pid() + ")");
    assertThat(folder.resolve("bed-program")).isDirectory();

    program.destroyForcibly().waitFor();
    assertThat(command("down").waitFor()).isZero();
    LeftoverCheck.assertNone(folder.resolve("bed-program"));
  }

  /** Makes a testbed and is killed. */
  static final class KilledProgram {
    private KilledProgram() {}

    public static void main(String[] args) throws InterruptedException {
      Testbed testbed = Testbed.up(TestbedOptions.posix(2).withoutHadoop());
      System.out.println("made " + testbed.hosts());
      Thread.sleep(Long.MAX_VALUE);
    }
  }

  @Test
  void upTwiceIsHarmlessAndSoIsDownTwice() throws Exception {
    TestbedExtension.assumePossible(TestbedOptions.posix(2));
    for (int round = 0; round < 2; round++) {
      assertThat(command("up", "--hosts", "2", "--no-hadoop").waitFor()).isZero();
    }
    assertThat(command("run", "--host", "node2", "--", "sh", "-c", "exit 7").waitFor())
        .isEqualTo(7);
    assertThatHostsShareTheStore();
    assertThat(command("up", "--hosts", "1", "--no-hadoop").waitFor()).isEqualTo(1);
    for (int round = 0; round < 2; round++) {
      assertThat(command("down").waitFor()).isZero();
      LeftoverCheck.assertNone(folder.resolve("bed"));
    }
    assertThat(command("status").waitFor()).isEqualTo(1);
  }

  private void assertThatHostsShareTheStore() throws Exception {
    Path shared = folder.resolve("bed/vol/shared");
    String write = "hostname >" + shared;
    assertThat(code("run", "--host", "node1", "--", "sh", "-c", write)).isZero();
    int before = words().length();
    assertThat(code("run", "--host", "node2", "--", "cat", shared.toString())).isZero();
    assertThat(words().substring(before)).contains("node1\n");
    assertThat(shared).hasContent("node1\n");
  }

  /** What is down after each verb is reported by the exit code of {@code status}. */
  @Tag("long")
  @Test
  void verbsOfTheShellDoWhatTheySay() throws Exception {
    TestbedExtension.assumePossible(TestbedOptions.gluster(2, 2));
    assertThat(code("up", "--hosts", "2", "--store", "gluster", "--replica", "2", "--no-hadoop"))
        .isZero();
    assertThat(code("status")).isZero();
    assertDownUntil("kill brick@node2", "start brick@node2", ", brick DOWN");
    assertDownUntil("stop glusterd@node1", "start glusterd@node1", ", glusterd DOWN");
    assertDownUntil("link cut node2", "link restore node2", ", link CUT");
    assertDownUntil("host stop node2", "host start node2", "node2 DOWN");

    Process shell = command("shell", "node2");
    try (var typed = shell.outputWriter()) {
      typed.write("echo this is $(hostname); exit 5\n");
    }
    assertThat(shell.waitFor()).isEqualTo(5);
    assertThat(words()).contains("this is node2\n");

    assertThat(code("host", "burn", "node2")).isEqualTo(1);
    assertThat(code("link", "bend", "node2")).isEqualTo(1);
    assertThat(code("kill", "brick")).isEqualTo(1);
    assertThat(code("kill", "datanode@node2")).isEqualTo(1);
    assertThat(code("start")).isEqualTo(2);
    assertThat(code("hdfs", "dfs", "-ls", "/")).isEqualTo(1);
    assertThat(words())
        .contains(
            "testbed: host burn is not known; use start or stop\n",
            "testbed: link bend is not known; use cut or restore\n",
            "testbed: brick names no host; write it like datanode@node2\n",
            "testbed: node2 has no daemon named datanode; it has glusterd, brick\n",
            "testbed: this testbed was made without Hadoop (--no-hadoop)\n");
    assertThat(code("status")).isZero();
    assertThat(code("down")).isZero();
    LeftoverCheck.assertNone(folder.resolve("bed"));
  }

  @Tag("long")
  @Test
  void hadoopsOwnCommandsRunAndGiveTheirExitCodes() throws Exception {
    TestbedExtension.assumePossible(TestbedOptions.posix(1));
    assertThat(code("up", "--hosts", "1")).isZero();

    assertThat(code("hadoop", "fs", "-test", "-d", "/")).isZero();
    assertThat(code("hadoop", "fs", "-test", "-e", "/none")).isEqualTo(1);
    assertThat(code("hdfs", "getconf", "-confKey", "dfs.replication")).isZero();
    assertThat(code("yarn", "node", "-list")).isZero();
    assertThat(code("mapred", "job", "-list")).isZero();
    assertThat(words())
        .containsPattern("\n1\n")
        .containsPattern("node1:\\d+\\s+RUNNING")
        .contains("Total jobs:0");
    assertThat(code("down")).isZero();
    LeftoverCheck.assertNone(folder.resolve("bed"));
  }

  private void assertDownUntil(String breaks, String repairs, String reported) throws Exception {
    int before = words().length();
    assertThat(code(breaks.split(" "))).as(breaks).isZero();
    assertThat(code("status")).as(breaks).isEqualTo(3);
    assertThat(words().substring(before)).as(breaks).contains(reported);
    assertThat(code(repairs.split(" "))).as(repairs).isZero();
    assertThat(code("status")).as(repairs).isZero();
  }

  /** All that was printed yet. */
  private String words() throws IOException {
    return Files.readString(folder.resolve("words"));
  }

  private int code(String... arguments) throws Exception {
    return command(arguments).waitFor();
  }

  private Process command(String... arguments) throws Exception {
    return java(Main.class.getName(), arguments);
  }

  private Process java(String main, String... arguments) throws Exception {
    List<String> java =
        List.of(
            HadoopJava.executable(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            main);
    ProcessBuilder builder =
        new ProcessBuilder(Commands.concat(java, List.of(arguments)))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(new File(folder + "/words")));
    builder.environment().put(DIR, folder.resolve("bed").toString());
    return builder.start();
  }
}
