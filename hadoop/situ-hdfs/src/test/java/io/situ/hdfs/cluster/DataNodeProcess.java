// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.storage.testkit.lab.JavaCommand;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.datanode.DataNode;

/** A DataNode in a process of its own, which can be killed and started again. */
public final class DataNodeProcess implements AutoCloseable {

  private final List<String> command;
  private final Path log;
  private Process process;

  /**
   * @param scratch for its volume, its configuration and its log
   * @param before what is called with the command to start it
   */
  public DataNodeProcess(Path scratch, Configuration cluster, String... before) throws IOException {
    this(scratch, cluster, "", List.of(before));
  }

  /**
   * @param classes a directory with classes that stand before all others
   */
  public DataNodeProcess(Path scratch, Configuration cluster, Path classes) throws IOException {
    this(scratch, cluster, classes + ":", List.of());
  }

  private DataNodeProcess(Path scratch, Configuration cluster, String classes, List<String> before)
      throws IOException {
    Configuration conf = new Configuration(cluster);
    conf.set("dfs.datanode.data.dir", "file://" + scratch.resolve("volume"));
    LinkedCluster.ports()[0].forEach(entry -> conf.set(entry.getKey(), entry.getValue()));
    Path home = Files.createDirectories(scratch.resolve("conf"));
    try (OutputStream out = Files.newOutputStream(home.resolve("hdfs-site.xml"))) {
      conf.writeXml(out);
    }
    this.command = JavaCommand.of(DataNode.class).before(classes + home).call();
    command.addAll(0, before);
    this.log = scratch.resolve("datanode.log");
    start();
  }

  /** One more of a cluster, by this host name, once it has joined. */
  public static DataNodeProcess joining(LinkedCluster linked, Path scratch, String host)
      throws IOException, InterruptedException {
    Configuration conf = new Configuration(linked.cluster().getConfiguration(0));
    conf.set("dfs.datanode.hostname", host);
    int before = linked.hdfs().getDataNodeStats().length;
    DataNodeProcess joining = new DataNodeProcess(scratch, conf);
    while (linked.hdfs().getDataNodeStats().length == before) {
      assertThat(joining.process.waitFor(20, TimeUnit.MILLISECONDS)).as("it ended").isFalse();
    }
    return joining;
  }

  public void start() throws IOException {
    process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
  }

  public Process process() {
    return process;
  }

  /** Kills it at once, as {@code kill -9} does. */
  public void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  @Override
  public void close() throws InterruptedException {
    kill();
  }
}
