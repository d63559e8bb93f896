// SPDX-License-Identifier: Apache-2.0
package io.situ.bench.cluster;

import io.situ.hdfs.datanode.SituDataNodePlugin;
import io.situ.hdfs.datanode.SituDatasetFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;

/** An HDFS of this process with Situ in its DataNodes, and a store named {@code data}. */
public final class InProcessHdfs {

  private InProcessHdfs() {}

  /**
   * @param store the store's root
   */
  public static Configuration configuration(Path scratch, Path store) throws IOException {
    Path secret = Files.writeString(scratch.resolve("secret"), "0123456789abcdef0123456789abcdef");
    Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
    Configuration conf = new HdfsConfiguration();
    conf.set("dfs.datanode.plugins", SituDataNodePlugin.class.getName());
    conf.set("dfs.datanode.fsdataset.factory", SituDatasetFactory.class.getName());
    conf.set("fs.situ.hdfs.secret.file", secret.toString());
    conf.set("fs.situ.hdfs.stores", "data");
    conf.setInt("fs.situ.hdfs.port.offset", DataNodePorts.OFFSET);
    conf.set("fs.situ.store.data.root", store.toString());
    return conf;
  }

  /** All that a configuration says, as the tool hands it on. */
  public static Map<String, String> keys(Configuration conf) {
    Map<String, String> keys = new HashMap<>();
    conf.forEach(entry -> keys.put(entry.getKey(), conf.get(entry.getKey())));
    return keys;
  }

  public static MiniDFSCluster.Builder builder(Path scratch, Configuration conf, int nodes) {
    return new MiniDFSCluster.Builder(conf, scratch.resolve("hdfs").toFile())
        .numDataNodes(nodes)
        .checkDataNodeAddrConfig(true)
        .dataNodeConfOverlays(DataNodePorts.of(nodes));
  }
}
