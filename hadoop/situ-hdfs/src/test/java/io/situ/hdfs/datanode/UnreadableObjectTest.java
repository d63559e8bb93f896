// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.situ.hdfs.attach.HdfsAttachService;
import io.situ.hdfs.cluster.DataNodeProcess;
import io.situ.hdfs.cluster.LinkedCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A DataNode in a process of its own, which may read only what its user may: it runs without root's
 * right to read everything.
 */
@Tag("servers")
@Tag("hadoop-3.4-long")
class UnreadableObjectTest {

  private static final int OTHER_UID = 54_321;

  @TempDir private Path scratch;

  private static boolean canDrop() throws Exception {
    return Files.isExecutable(Path.of("/usr/bin/setpriv"))
        && Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
  }

  private static void attach(MiniDFSCluster hdfs, Configuration conf, String checksums)
      throws IOException {
    Map<String, String> settings = LinkedCluster.keys(conf);
    settings.put("fs.situ.hdfs.checksums", checksums);
    try (HdfsAttachService attachService =
        HdfsAttachService.open(settings, hdfs.getFileSystem().getUri() + "/target")) {
      attachService.attach(
          LinkedCluster.tree("/tree"), LinkedCluster.objects(conf, "/tree").iterator());
    }
  }

  @Test
  @Timeout(value = 2, unit = TimeUnit.MINUTES)
  void isNamedAndNothingComesIntoSight() throws Exception {
    assumeTrue(canDrop(), "needs root and setpriv (util-linux)");
    Path tree = Files.createDirectories(scratch.resolve("store/tree"));
    Files.write(tree.resolve("open"), new byte[512]);
    Path closed = Files.write(tree.resolve("private"), new byte[512]);
    Files.setAttribute(closed, "unix:uid", OTHER_UID);
    Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rw-------"));
    Configuration settings = LinkedCluster.configuration(scratch, scratch.resolve("store"));
    try (MiniDFSCluster hdfs =
        new MiniDFSCluster.Builder(settings, scratch.resolve("hdfs").toFile())
            .numDataNodes(0)
            .build()) {
      Configuration conf = hdfs.getConfiguration(0);
      try (DataNodeProcess datanode =
          new DataNodeProcess(
              scratch, conf, "setpriv", "--bounding-set=-dac_override,-dac_read_search")) {
        while (hdfs.getFileSystem().getStatus().getRemaining() == 0) {
          assertThat(datanode.process().waitFor(20, TimeUnit.MILLISECONDS))
              .as("the DataNode ended")
              .isFalse();
        }
        for (String checksums : List.of("eager", "lazy")) {
          assertThatThrownBy(() -> attach(hdfs, conf, checksums))
              .hasMessageContaining("'/tree/private': DataNode localhost did not link it")
              .hasMessageContaining("denied");
          assertThat(hdfs.getFileSystem().exists(new org.apache.hadoop.fs.Path("/target")))
              .isFalse();
        }
        Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rw-r--r--"));
        attach(hdfs, conf, "lazy");
        assertThat(hdfs.getFileSystem().exists(new org.apache.hadoop.fs.Path("/target/private")))
            .isTrue();
      }
    }
  }
}
