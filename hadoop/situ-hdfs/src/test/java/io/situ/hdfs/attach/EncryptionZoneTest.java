// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.attach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.hdfs.cluster.LinkedCluster;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Map;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.client.CreateEncryptionZoneFlag;
import org.apache.hadoop.hdfs.client.HdfsAdmin;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bytes of objects are not encrypted, so nothing is attached where clients would decrypt them. */
@Tag("long")
@Tag("servers")
class EncryptionZoneTest {

  @TempDir private Path scratch;

  @Test
  void takesNoAttachedFiles() throws Exception {
    Map<String, String> settings =
        Map.of(
            "hadoop.security.key.provider.path",
            "jceks://file" + scratch.resolve("keys.jks"),
            "dfs.namenode.delegation.token.always-use",
            "true");
    try (LinkedCluster linked = new LinkedCluster(scratch, settings)) {
      DFSTestUtil.createKey("key", linked.cluster(), linked.cluster().getConfiguration(0));
      org.apache.hadoop.fs.Path zone = new org.apache.hadoop.fs.Path("/zone");
      linked.hdfs().mkdirs(zone);
      new HdfsAdmin(linked.hdfs().getUri(), linked.cluster().getConfiguration(0))
          .createEncryptionZone(zone, "key", EnumSet.of(CreateEncryptionZoneFlag.NO_TRASH));
      linked.write("on1/tree/object", 5000);

      assertThatThrownBy(() -> linked.attach("/on1/tree", "/zone/tree"))
          .hasMessageContaining("is in an encryption zone of HDFS");

      assertThat(linked.names("/zone")).isEmpty();
      assertThat(linked.attach("/on1/tree", "/tree").files()).isEqualTo(1);
    }
  }
}
