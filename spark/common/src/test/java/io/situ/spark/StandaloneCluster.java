// SPDX-License-Identifier: Apache-2.0
package io.situ.spark;

import io.situ.spark.support.SparkHome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.spark.SparkConf;
import org.apache.spark.deploy.master.Master;
import org.apache.spark.deploy.worker.Worker;
import org.apache.spark.rpc.RpcEnv;
import scala.Option;

/**
 * A standalone cluster whose hosts are addresses of this machine, each with one processor for an
 * executor. Not thread-safe.
 */
public final class StandaloneCluster implements AutoCloseable {

  private static final int MEGABYTES = 1024;

  private final RpcEnv master;
  private final Map<String, RpcEnv> workers = new HashMap<>();

  private StandaloneCluster(RpcEnv master) {
    this.master = master;
  }

  /** Starts it. */
  public static StandaloneCluster start(Path scratch, String... hosts) throws IOException {
    SparkHome.layOut();
    SparkConf conf = new SparkConf().set("spark.ui.enabled", "false");
    StandaloneCluster cluster =
        new StandaloneCluster(Master.startRpcEnvAndEndpoint("127.0.0.1", 0, 0, conf)._1());
    for (String host : hosts) {
      cluster.workers.put(
          host,
          Worker.startRpcEnvAndEndpoint(
              host,
              0,
              0,
              1,
              MEGABYTES,
              new String[] {cluster.master()},
              Files.createDirectory(scratch.resolve(host)).toString(),
              Option.empty(),
              conf,
              Option.empty()));
    }
    return cluster;
  }

  /** Returns the address for {@code spark.master}. */
  public String master() {
    return "spark://127.0.0.1:" + master.address().port();
  }

  /** Stops a host with what runs there. */
  public void lose(String host) {
    stop(workers.remove(host));
  }

  @Override
  public void close() {
    workers.values().forEach(StandaloneCluster::stop);
    stop(master);
  }

  private static void stop(RpcEnv end) {
    end.shutdown();
    end.awaitTermination();
  }
}
