// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed.secure;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The configuration of {@link SecureHadoop}, of its servers and of its clients. */
final class SecureHadoopKeys {

  private final Map<String, String> keys = new HashMap<>();
  private final Path home;
  private final Path keytab;
  private final String service;
  private final String web;

  private SecureHadoopKeys(Path home, String realm, Path keytab) {
    this.home = home;
    this.keytab = keytab;
    this.service = "hdfs/localhost@" + realm;
    this.web = "HTTP/localhost@" + realm;
  }

  /**
   * Returns them by full name, with ports that are free now.
   *
   * @param home the directory for all that is kept; the store {@code data} is {@code store} in it
   * @param keytab with the keys of {@code hdfs/localhost} and {@code HTTP/localhost}
   */
  static Map<String, String> of(Path home, String realm, Path keytab) throws IOException {
    SecureHadoopKeys made = new SecureHadoopKeys(home, realm, keytab);
    made.core();
    made.hdfs();
    made.attachment();
    made.yarn();
    made.jobs();
    return made.keys;
  }

  private void core() throws IOException {
    keys.put("hadoop.security.authentication", "kerberos");
    keys.put("fs.defaultFS", "hdfs://" + freeAddress());
    keys.put("hadoop.tmp.dir", home.resolve("tmp").toString());
    keys.put("fs.situ.store.data.root", store(home).toString());
  }

  /** Returns the option with which Java finds the realm. */
  static String inRealm(Path home) {
    return "-Djava.security.krb5.conf=" + SecureHadoop.realm(home);
  }

  static Path store(Path home) {
    return home.resolve("store");
  }

  private void identity(String prefix) {
    keys.put(prefix + ".keytab", keytab.toString());
    keys.put(prefix + ".principal", service);
  }

  private void hdfs() throws IOException {
    for (String daemon : List.of("dfs.namenode", "dfs.datanode")) {
      keys.put(daemon + ".keytab.file", keytab.toString());
      keys.put(daemon + ".kerberos.principal", service);
    }
    keys.put("dfs.web.authentication.kerberos.principal", web);
    keys.put("dfs.web.authentication.kerberos.keytab", keytab.toString());
    keys.put("dfs.block.access.token.enable", "true");
    keys.put("dfs.data.transfer.protection", "authentication");
    keys.put("ignore.secure.ports.for.testing", "true");
    keys.put("dfs.permissions.superusergroup", ownGroup());
    keys.put("dfs.replication", "1");
    keys.put("dfs.namenode.safemode.extension", "0");
    keys.put("dfs.namenode.name.dir", home.resolve("name").toUri().toString());
    keys.put("dfs.datanode.data.dir", home.resolve("blocks").toUri().toString());
    keys.put("dfs.namenode.http-address", freeAddress());
    keys.put("dfs.datanode.address", freeAddress());
    keys.put("dfs.datanode.ipc.address", freeAddress());
    keys.put("dfs.datanode.http.address", freeAddress());
  }

  /** Of the user of this process, who so is a superuser of this HDFS. */
  private String ownGroup() throws IOException {
    return Files.readAttributes(home, PosixFileAttributes.class).group().getName();
  }

  private void attachment() throws IOException {
    Path secret = home.resolve("secret");
    Files.writeString(secret, "0123456789abcdef0123456789abcdef");
    Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
    keys.put("dfs.datanode.plugins", "io.situ.hdfs.datanode.SituDataNodePlugin");
    keys.put("dfs.datanode.fsdataset.factory", "io.situ.hdfs.datanode.SituDatasetFactory");
    keys.put("fs.situ.hdfs.secret.file", secret.toString());
    keys.put("fs.situ.hdfs.stores", "data");
  }

  private void yarn() throws IOException {
    identity("yarn.resourcemanager");
    identity("yarn.nodemanager");
    keys.put("yarn.resourcemanager.hostname", "localhost");
    for (String server :
        List.of("", ".scheduler", ".resource-tracker", ".admin", ".webapp", ".webapp.https")) {
      keys.put("yarn.resourcemanager" + server + ".address", freeAddress());
    }
    keys.put(
        "yarn.resourcemanager.scheduler.class",
        "org.apache.hadoop.yarn.server.resourcemanager.scheduler.fifo.FifoScheduler");
    keys.put("yarn.resourcemanager.nodemanagers.heartbeat-interval-ms", "250");
    keys.put("yarn.nodemanager.hostname", "localhost");
    for (String server : List.of("", ".localizer", ".webapp", ".collector-service")) {
      keys.put("yarn.nodemanager" + server + ".address", freeAddress());
    }
    keys.put("yarn.nodemanager.aux-services", "mapreduce_shuffle");
    keys.put("mapreduce.shuffle.port", "0");
    keys.put("yarn.nodemanager.local-dirs", home.resolve("containers").toString());
    keys.put("yarn.nodemanager.log-dirs", home.resolve("logs").toString());
    keys.put(
        "yarn.nodemanager.disk-health-checker.max-disk-utilization-per-disk-percentage", "99.9");
    keys.put("yarn.nodemanager.resource.memory-mb", "2048");
    keys.put("yarn.scheduler.minimum-allocation-mb", "256");
    keys.put("yarn.nodemanager.vmem-check-enabled", "false");
    keys.put("yarn.nodemanager.pmem-check-enabled", "false");
    keys.put("yarn.application.classpath", System.getProperty("java.class.path"));
  }

  private void jobs() throws IOException {
    String jvm = "-Xmx256m -XX:TieredStopAtLevel=1 -XX:+UseSerialGC " + inRealm(home);
    identity("mapreduce.jobhistory");
    keys.put("mapreduce.jobhistory.address", freeAddress());
    keys.put("mapreduce.jobhistory.admin.address", freeAddress());
    keys.put("mapreduce.jobhistory.webapp.address", freeAddress());
    keys.put("yarn.app.mapreduce.am.staging-dir", "/staging");
    keys.put("mapreduce.application.classpath", System.getProperty("java.class.path"));
    // A job that makes an archive would run beside what is tested.
    keys.put("situ.mapreduce.launch.classes", "kept");
    keys.put("yarn.app.mapreduce.am.resource.mb", "512");
    keys.put("yarn.app.mapreduce.am.command-opts", jvm);
    keys.put("mapreduce.map.memory.mb", "512");
    keys.put("mapreduce.map.java.opts", jvm);
    keys.put("mapreduce.reduce.memory.mb", "512");
    keys.put("mapreduce.reduce.java.opts", jvm);
  }

  private static String freeAddress() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      return "localhost:" + socket.getLocalPort();
    }
  }
}
