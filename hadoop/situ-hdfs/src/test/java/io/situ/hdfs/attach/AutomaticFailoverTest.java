// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.attach;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.hdfs.cluster.LinkedCluster;
import io.situ.hdfs.source.AttachSummary;
import io.situ.storage.StoreObject;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.MiniDFSNNTopology;
import org.apache.hadoop.hdfs.qjournal.MiniJournalCluster;
import org.apache.hadoop.hdfs.server.namenode.NameNodeAdapter;
import org.apache.hadoop.hdfs.server.namenode.ha.HATestUtil;
import org.apache.hadoop.hdfs.tools.DFSZKFailoverController;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.test.GenericTestUtils;
import org.apache.zookeeper.server.ServerCnxnFactory;
import org.apache.zookeeper.server.ZooKeeperServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two NameNodes that share their edits by three journal nodes, with a failover controller each.
 * These agree through ZooKeeper on who leads: only they decide.
 */
@Tag("hadoop-3.5")
@Tag("long")
@Tag("servers")
class AutomaticFailoverTest {

  private static final int FILES = 400;
  private static final int LEADER_MILLIS = 90_000;

  @TempDir private java.nio.file.Path scratch;

  private final List<Thread> controllers = new ArrayList<>();
  private ServerCnxnFactory zookeeper;
  private MiniJournalCluster journals;
  private LinkedCluster linked;
  private MiniDFSCluster cluster;
  private Configuration conf;

  @BeforeEach
  void start() throws Exception {
    zookeeper =
        ServerCnxnFactory.createFactory(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    java.nio.file.Path kept = scratch.resolve("zookeeper");
    zookeeper.startup(new ZooKeeperServer(kept.toFile(), kept.toFile(), 500));
    journals =
        new MiniJournalCluster.Builder(new HdfsConfiguration())
            .baseDir(scratch.resolve("journals").toString())
            .numJournalNodes(3)
            .build();
    journals.waitActive();
    linked =
        new LinkedCluster(
            scratch,
            Map.of(
                "dfs.namenode.shared.edits.dir",
                journals.getQuorumJournalURI("situ").toString(),
                "dfs.ha.tail-edits.period",
                "1",
                "dfs.ha.automatic-failover.enabled",
                "true"),
            builder ->
                builder
                    .nnTopology(MiniDFSNNTopology.simpleHATopology())
                    .manageNameDfsSharedDirs(false));
    cluster = linked.cluster();
    conf = new Configuration(cluster.getConfiguration(0));
    HATestUtil.setFailoverConfigurations(cluster, conf);
    for (int i = 0; i < 2; i++) {
      startController(i);
    }
    GenericTestUtils.waitFor(() -> leader() >= 0, 100, LEADER_MILLIS);
  }

  @AfterEach
  void stop() throws Exception {
    for (Thread controller : controllers) {
      controller.interrupt();
      controller.join();
    }
    if (linked != null) {
      linked.close();
    }
    journals.close();
    zookeeper.shutdown();
  }

  private void startController(int number) throws Exception {
    Configuration own = new Configuration(conf);
    String nameService = HATestUtil.getLogicalHostname(cluster);
    String name = own.getTrimmedStrings("dfs.ha.namenodes." + nameService)[number];
    own.set("dfs.nameservice.id", nameService);
    own.set("dfs.ha.namenode.id", name);
    own.setInt("dfs.ha.zkfc.port", NetUtils.getFreeSocketPort());
    own.set("ha.zookeeper.quorum", "localhost:" + zookeeper.getLocalPort());
    own.set("ha.zookeeper.session-timeout.ms", "5000");
    own.set("ha.health-monitor.check-interval.ms", "200");
    own.set("dfs.ha.fencing.methods", "shell(true)");
    if (number == 0) {
      assertThat(DFSZKFailoverController.create(own).run(new String[] {"-formatZK", "-force"}))
          .isZero();
    }
    DFSZKFailoverController controller = DFSZKFailoverController.create(own);
    Thread thread = new Thread(() -> run(controller), "controller of " + name);
    thread.start();
    controllers.add(thread);
  }

  private static void run(DFSZKFailoverController controller) {
    try {
      controller.run(new String[0]);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private int leader() {
    for (int i = 0; i < 2; i++) {
      if (cluster.getNameNode(i) != null && cluster.getNameNode(i).isActiveState()) {
        return i;
      }
    }
    return -1;
  }

  private static Iterator<StoreObject> interrupted(Iterator<StoreObject> all, Runnable then) {
    return new Iterator<>() {
      private int left = FILES * 3 / 4;

      @Override
      public boolean hasNext() {
        return all.hasNext();
      }

      @Override
      public StoreObject next() {
        if (left-- == 0) {
          then.run();
        }
        return all.next();
      }
    };
  }

  private void kill(int nameNode) {
    try {
      journals.getJournalNode(2).stopAndJoin(0);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
    // Else it would still answer that it is stopping, which one that was killed does not.
    NameNodeAdapter.getRpcServer(cluster.getNameNode(nameNode)).stop();
    cluster.shutdownNameNode(nameNode);
  }

  @Test
  void theLeaderAndAJournalNodeDieWhileItIsAttachedAndTheControllersElectAnother()
      throws Exception {
    for (int i = 0; i < FILES; i++) {
      linked.write("on12/tree/" + i % 9 + "/file" + i, i + 1);
    }
    int first = leader();
    AttachSummary summary;
    try (HdfsAttachService attachService =
        HdfsAttachService.open(
            LinkedCluster.keys(conf), HATestUtil.getLogicalUri(cluster) + "/tree")) {
      summary =
          attachService.attach(
              LinkedCluster.tree("/on12/tree"),
              interrupted(LinkedCluster.objects(conf, "/on12/tree").iterator(), () -> kill(first)));
    }

    assertThat(summary.files()).isEqualTo(FILES);
    assertThat(leader()).isEqualTo(1 - first);
    try (FileSystem hdfs = FileSystem.newInstance(HATestUtil.getLogicalUri(cluster), conf)) {
      for (int i = 0; i < FILES; i++) {
        String name = i % 9 + "/file" + i;
        Path file = new Path("/tree/" + name);
        assertThat(hdfs.getFileBlockLocations(file, 0, i + 1)[0].getHosts())
            .as(name)
            .containsExactlyInAnyOrder("node1", "node2");
        try (var in = hdfs.open(file)) {
          assertThat(linked.home().resolve("on12/tree").resolve(name))
              .hasBinaryContent(in.readAllBytes());
        }
      }
      assertThat(hdfs.globStatus(new Path("/.situ*"))).isEmpty();
    }
    cluster.restartNameNode(first, false);
    GenericTestUtils.waitFor(() -> leader() == 1 - first, 100, LEADER_MILLIS);
    try (HdfsAttachService attachService =
        HdfsAttachService.open(
            LinkedCluster.keys(conf), HATestUtil.getLogicalUri(cluster) + "/tree")) {
      assertThat(attachService.detach().files()).isEqualTo(FILES);
    }
  }
}
