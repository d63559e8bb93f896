// SPDX-License-Identifier: Apache-2.0
package io.situ.testing;

import io.situ.storage.testkit.lab.TestClusterRun;
import io.situ.testing.ceph.CephCluster;
import io.situ.testing.ceph.LoopbackHosts;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;

/** The second Java process: a Ceph cluster, and Spark with Situ's jar as {@code --jars} adds it. */
final class CephParquetTestMain {

  static final Path HERE = Path.of("").toAbsolutePath();
  static final Path MOUNT = HERE.resolve("mnt");
  static final LoopbackHosts HOSTS = new LoopbackHosts(HERE);
  static final CephCluster CLUSTER = new CephCluster(HOSTS.plan(0), HOSTS);

  private CephParquetTestMain() {}

  /** Starts the cluster, mounts it and runs the tests. */
  public static void main(String[] arguments) throws Exception {
    CLUSTER.create();
    HOSTS.mount("fuse", CLUSTER.mounting(MOUNT), MOUNT);
    URL[] jar = {Path.of(System.getenv("SITU_SPARK_JAR")).toUri().toURL()};
    Thread.currentThread()
        .setContextClassLoader(new URLClassLoader(jar, CephParquetTestMain.class.getClassLoader()));
    TestClusterRun.inTurn(CephParquetTables.class);
    System.exit(0);
  }
}
