// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.testbed.state.TestbedOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Hosts with Hadoop, which the tests of jobs use after these. */
@Tag("cluster")
class HadoopTestbedTest {

  @RegisterExtension
  static final TestbedExtension TESTBED =
      BuiltSourceTree.testbed(TestbedOptions.gluster(3, 2)).leftToTheNext();

  private final Testbed testbed = TESTBED.testbed();

  @Test
  void eachHostIsAHostOfItsOwn() {
    assertThat(testbed.run("node1", "hostname").orThrow()).isEqualTo("node1");
    assertThat(testbed.run("node2", "hostname").orThrow()).isEqualTo("node2");
    assertThat(testbed.run("node2", "cat", "/proc/1/cmdline").orThrow()).contains("boot.sh");
    assertThat(testbed.run("node2", "ls", testbed.disk("node1").toString()).out()).isEmpty();
    assertThat(testbed.run("node1", "ip", "-4", "addr", "show", "eth0").orThrow())
        .contains("10.66.0.1/24");
  }

  @Tag("long")
  @Test
  void runsAStockJobOnFilesOfTheStore() throws IOException {
    Path in = Files.createDirectories(testbed.mount().resolve("stock-in"));
    Files.writeString(in.resolve("a"), "to be or not to be\n");
    Files.writeString(in.resolve("b"), "be\n");
    Path out = testbed.mount().resolve("stock-out");

    testbed
        .hadoop(
            "hadoop",
            "jar",
            "hadoop-mapreduce-examples.jar",
            "wordcount",
            "file://" + in,
            "file://" + out)
        .orThrow();

    assertThat(out.resolve("part-r-00000")).hasContent("be\t3\nnot\t1\nor\t1\nto\t2\n");
    assertThat(testbed.hadoop("mapred", "job", "-list", "all").orThrow()).contains("SUCCEEDED");
  }

  @Test
  void hdfsHasADataNodeOnEveryHost() {
    assertThat(testbed.hadoop("hdfs", "dfsadmin", "-report").orThrow())
        .contains("Live datanodes (3)", "(node1)", "(node2)", "(node3)");
  }

  @Test
  void theMostMemoryOfADaemonIsKnown() {
    long since = testbed.peakMemory("node2", "nodemanager");
    assertThat(since).isBetween(20L << 20, 2L << 30);

    testbed.resetPeakMemory("node2", "nodemanager");
    assertThat(testbed.peakMemory("node2", "nodemanager")).isBetween(10L << 20, since);
  }

  @Test
  void aDaemonCanBeKilledAndStarted() {
    testbed.killDaemon("node2", "datanode");
    assertThat(testbed.daemons("node2")).containsEntry("datanode", false);
    assertThat(testbed.daemons("node1")).containsEntry("datanode", true);

    testbed.startDaemon("node2", "datanode");
    testbed.awaitHadoop();
    assertThat(testbed.daemons("node2")).containsEntry("datanode", true);
  }

  @Test
  void saysWhichHostsAndDaemonsThereAre() {
    assertThatThrownBy(() -> testbed.run("node7", "true"))
        .hasMessageContaining("node1, node2, node3");
    assertThatThrownBy(() -> testbed.stopDaemon("node2", "namenode"))
        .hasMessageContaining("it has glusterd, brick, datanode, nodemanager");
    assertThatThrownBy(() -> testbed.hadoop("hdfs", "nonsense")).hasMessageContaining("dfsadmin");
  }

  @Test
  void noOtherProcessCanMakeATestbedMeanwhile() {
    assertThat(Testbed.obstacles(TestbedOptions.posix(1))).isNotEmpty();
  }
}
