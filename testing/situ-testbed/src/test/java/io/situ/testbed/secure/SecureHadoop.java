// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed.secure;

import io.situ.testbed.process.Await;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.v2.hs.JobHistoryServer;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.minikdc.MiniKdc;
import org.apache.hadoop.service.Service;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.nodemanager.NodeManager;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;
import org.apache.kerby.kerberos.kerb.client.KrbClient;

/**
 * A KDC, and stock HDFS and YARN with a history server that believe no client without its tickets,
 * in one process and on this host alone.
 */
public final class SecureHadoop {

  /** Printed once all of it serves. */
  static final String READY = "all daemons serve";

  private static final String SERVICE = "hdfs/localhost";

  private SecureHadoop() {}

  /** What says to a client where the realm's KDC is, below {@code home}. */
  static Path realm(Path home) {
    return home.resolve("krb5.conf");
  }

  /**
   * Configuration of servers and clients, below {@code home}: a directory that is there before this
   * program starts, and on its class path.
   */
  static Path conf(Path home) {
    return home.resolve("conf");
  }

  /** The cache with a ticket of the user of this process, below {@code home}. */
  static Path ticket(Path home) {
    return home.resolve("ticket");
  }

  /**
   * Serves until the standard input ends, or ends at once if something does not start.
   *
   * @param args a directory for all that is kept
   */
  public static void main(String[] args) {
    Thread input = new Thread(SecureHadoop::endWithInput, "input");
    input.setDaemon(true);
    input.start();
    try {
      start(Path.of(args[0]));
      System.out.println(READY);
      input.join();
    } catch (Throwable e) {
      e.printStackTrace();
      // Threads of what has started keep the process alive.
      Runtime.getRuntime().halt(1);
    }
  }

  private static void endWithInput() {
    try {
      System.in.transferTo(OutputStream.nullOutputStream());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      Runtime.getRuntime().halt(0);
    }
  }

  private static void start(Path home) throws Exception {
    String user = System.getProperty("user.name");
    MiniKdc kdc = new MiniKdc(MiniKdc.createConf(), home.resolve("kdc").toFile());
    kdc.start();
    Files.copy(kdc.getKrb5conf().toPath(), realm(home));
    File keytab = home.resolve("all.keytab").toFile();
    kdc.createPrincipal(keytab, SERVICE, "HTTP/localhost", user);
    storeTicket(home, user + "@" + kdc.getRealm(), keytab);
    Map<String, String> keys = SecureHadoopKeys.of(home, kdc.getRealm(), keytab.toPath());
    writeConf(conf(home), keys);
    DefaultMetricsSystem.setMiniClusterMode(true);
    Configuration hdfs = new HdfsConfiguration();
    NameNode.format(hdfs);
    NameNode.createNameNode(new String[0], hdfs);
    DataNode data = DataNode.createDataNode(new String[0], new HdfsConfiguration());
    Await.until("start the DataNode", data::isDatanodeFullyStarted);
    start(new ResourceManager(), new YarnConfiguration());
    start(new JobHistoryServer(), new YarnConfiguration(new JobConf()));
    start(new NodeManager(), new YarnConfiguration());
  }

  private static void start(Service service, Configuration conf) {
    service.init(conf);
    service.start();
  }

  /** As {@code kinit} does. */
  private static void storeTicket(Path home, String principal, File keytab) throws Exception {
    KrbClient client = new KrbClient(home.toFile());
    client.setAllowUdp(false);
    client.init();
    client.storeTicket(client.requestTgt(principal, keytab), ticket(home).toFile());
  }

  /** Each file has all keys: which of Hadoop's defaults they hold over depends on the file. */
  private static void writeConf(Path directory, Map<String, String> keys) throws IOException {
    Configuration all = new Configuration(false);
    keys.forEach(all::set);
    for (String name : new String[] {"core", "hdfs", "yarn", "mapred"}) {
      try (var out = Files.newOutputStream(directory.resolve(name + "-site.xml"))) {
        all.writeXml(out);
      }
    }
  }
}
