// SPDX-License-Identifier: Apache-2.0
package io.situ.bench.cluster;

import io.situ.hdfs.datanode.SituDataNodePlugin;
import io.situ.hdfs.datanode.SituDatasetFactory;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
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

  /** Ports for DataNodes of this process, each with the one next to it for orders to link. */
  private static final class DataNodePorts {

    /** How far above the port that serves blocks orders to link are taken. */
    static final int OFFSET = 1;

    /** Below those that the system gives to processes that ask for any. */
    private static final int LOWEST = 12_000;

    private static final int HIGHEST = 32_000;

    /** Each DataNode's begin at a multiple, so no two of them share one. */
    private static final int NODE_PORTS = 2;

    private static final Set<Integer> GIVEN = ConcurrentHashMap.newKeySet();

    private DataNodePorts() {}

    /** What each of so many DataNodes is configured with beside the rest. */
    static Configuration[] of(int nodes) {
      Configuration[] all = new Configuration[nodes];
      for (int i = 0; i < nodes; i++) {
        all[i] = new Configuration(false);
        all[i].set("dfs.datanode.address", "127.0.0.1:" + free());
        all[i].set("dfs.datanode.ipc.address", "127.0.0.1:0");
        all[i].set("dfs.datanode.http.address", "127.0.0.1:0");
      }
      return all;
    }

    private static int free() {
      while (true) {
        int port = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST) & -NODE_PORTS;
        if (GIVEN.add(port) && isFree(port) && isFree(port + OFFSET)) {
          return port;
        }
      }
    }

    private static boolean isFree(int port) {
      try (ServerSocket socket = new ServerSocket()) {
        socket.bind(new InetSocketAddress("127.0.0.1", port));
        return true;
      } catch (IOException e) {
        return false;
      }
    }
  }
}
