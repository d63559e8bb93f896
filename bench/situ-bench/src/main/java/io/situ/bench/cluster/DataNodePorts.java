// SPDX-License-Identifier: Apache-2.0
package io.situ.bench.cluster;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.hadoop.conf.Configuration;

/** Ports for DataNodes of this process, each with the one next to it for orders to link. */
final class DataNodePorts {

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
