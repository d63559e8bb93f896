// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.hdfs.cluster.LinkedCluster;
import java.io.OutputStream;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.RollingUpgradeAction;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.SafeModeAction;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.StartupOption;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.test.GenericTestUtils;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Upgrades of HDFS, and their taking back: what was linked before is linked after. */
@Tag("servers")
@Tag("hadoop-3.4-long")
class UpgradeTest {

  private static final int LENGTH = 100_001;

  @TempDir private java.nio.file.Path scratch;

  @Test
  void whatWasDoneSinceAnUpgradeIsTakenBackWithIt() throws Exception {
    byte[] bytes;
    try (LinkedCluster before = new LinkedCluster(scratch)) {
      bytes = before.write("on12/tree/appended", LENGTH);
      before.write("on12/tree/deleted", LENGTH);
      before.write("on12/tree/left", LENGTH);
      before.attach("/on12/tree", "/tree");
    }
    Configuration conf;
    try (LinkedCluster upgraded = restart(StartupOption.UPGRADE)) {
      assertThat(upgraded.read("/tree/left")).isEqualTo(bytes);
      try (OutputStream out = upgraded.hdfs().append(new Path("/tree/appended"))) {
        out.write(7);
      }
      assertThat(upgraded.read("/tree/appended")).hasSize(LENGTH + 1);
      upgraded.hdfs().delete(new Path("/tree/deleted"), false);
      deleted(upgraded);
      conf = upgraded.cluster().getConfiguration(0);
    }

    assertThat(NameNode.doRollback(conf, false)).isFalse();
    try (LinkedCluster back =
        new LinkedCluster(
            scratch,
            Map.of(),
            builder -> builder.format(false).dnStartupOption(StartupOption.ROLLBACK))) {
      for (String name : new String[] {"appended", "deleted", "left"}) {
        assertThat(back.read("/tree/" + name)).as(name).isEqualTo(bytes);
        assertThat(back.hosts("/tree/" + name)).as(name).containsExactly("node1", "node2");
      }
    }
  }

  @Tag("long")
  @Test
  void whatIsDeletedInARollingUpgradeIsTakenBackWithIt() throws Exception {
    byte[] bytes;
    try (LinkedCluster linked = new LinkedCluster(scratch)) {
      bytes = linked.write("on12/tree/object", LENGTH);
      linked.attach("/on12/tree", "/tree");
      DistributedFileSystem hdfs = linked.hdfs();
      hdfs.setSafeMode(SafeModeAction.SAFEMODE_ENTER);
      hdfs.rollingUpgrade(RollingUpgradeAction.PREPARE);
      hdfs.setSafeMode(SafeModeAction.SAFEMODE_LEAVE);
      linked.cluster().triggerHeartbeats();
      hdfs.delete(new Path("/tree/object"), false);
      deleted(linked);
    }

    StartupOption.ROLLINGUPGRADE.setRollingUpgradeStartupOption("rollback");
    try (LinkedCluster back =
        new LinkedCluster(
            scratch,
            Map.of(),
            builder ->
                builder
                    .format(false)
                    .startupOption(StartupOption.ROLLINGUPGRADE)
                    .dnStartupOption(StartupOption.ROLLBACK))) {
      DFSTestUtil.waitReplication(back.hdfs(), new Path("/tree/object"), (short) 2);
      assertThat(back.read("/tree/object")).isEqualTo(bytes);
      assertThat(back.hosts("/tree/object")).containsExactly("node1", "node2");
    }
  }

  private LinkedCluster restart(StartupOption option) throws Exception {
    return new LinkedCluster(
        scratch, Map.of(), builder -> builder.format(false).startupOption(option));
  }

  private static void deleted(LinkedCluster linked) throws Exception {
    GenericTestUtils.waitFor(
        () -> {
          try {
            linked.cluster().triggerHeartbeats();
            return linked.cluster().getNamesystem().getPendingDeletionBlocks() == 0;
          } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
          }
        },
        100,
        60_000);
  }
}
