// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed.hadoop;

import io.situ.testbed.process.TestbedException;
import io.situ.testbed.state.TestbedOptions;
import io.situ.testbed.state.TestbedState;
import io.situ.testbed.store.CephTestbedStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Writes the one configuration directory that all daemons, tasks and clients use. */
public final class HadoopConf {

  private final TestbedState state;
  private final TestbedOptions options;
  private final TestbedOptions.Hadoop hadoop;
  private final String classPath;

  public HadoopConf(TestbedState state, TestbedOptions options, String classPath) {
    this.state = state;
    this.options = options;
    this.hadoop = options.hadoop().orElseThrow();
    this.classPath = classPath;
  }

  public void write() {
    site("core-site.xml", core());
    site("hdfs-site.xml", hdfs());
    site("yarn-site.xml", yarn());
    site("mapred-site.xml", mapred());
    site("capacity-scheduler.xml", scheduler());
    TestbedState.write(state.conf().resolve("log4j.properties"), LOG4J);
    if (hadoop.bundle().isPresent()) {
      writeSecret();
    }
  }

  public static Map<String, String> storeKeys(TestbedState state, TestbedOptions options) {
    if (!options.store().mounted()) {
      return CephTestbedStore.mountlessKeys(state);
    }
    Map<String, String> keys = new TreeMap<>();
    keys.put("root", state.mount().toString());
    if (options.store().kind() == TestbedOptions.StoreKind.CEPH) {
      keys.putAll(CephTestbedStore.keys(state));
    }
    return keys;
  }

  private Map<String, String> core() {
    Map<String, String> keys = new LinkedHashMap<>();
    keys.put("fs.defaultFS", HadoopDaemons.NAME_NODE);
    keys.put("hadoop.tmp.dir", local("tmp"));
    storeKeys(state, options).forEach((key, value) -> keys.put("fs.situ.store.vol." + key, value));
    if (options.store().rgw()) {
      CephTestbedStore.bucketKeys(state)
          .forEach((key, value) -> keys.put("fs.situ.store.s3." + key, value));
    }
    // For daemons that know no file system but by FileContext, where "situ:" is the default one.
    keys.put("fs.AbstractFileSystem.situ.impl", "io.situ.hadoop.fs.SituFs");
    keys.put("hadoop.http.staticuser.user", "root");
    keys.put("ipc.client.connect.timeout", "4000");
    return keys;
  }

  private Map<String, String> hdfs() {
    Map<String, String> keys = new LinkedHashMap<>();
    keys.put("dfs.replication", Integer.toString(Math.min(3, options.computeHosts())));
    keys.put("dfs.namenode.name.dir", "file://" + local("name"));
    keys.put("dfs.datanode.data.dir", "file://" + local("data"));
    // Said here too, so that "fs.defaultFS" is free to name another file system.
    keys.put("dfs.namenode.rpc-address", "node1:8020");
    keys.put("dfs.namenode.rpc-bind-host", "0.0.0.0");
    keys.put("dfs.namenode.http-address", "node1:9870");
    keys.put("dfs.namenode.http-bind-host", "0.0.0.0");
    keys.put("dfs.namenode.safemode.extension", "0");
    // A host that died is known as dead after 2 x 5 s + 10 x 1 s.
    keys.put("dfs.heartbeat.interval", "1");
    keys.put("dfs.namenode.heartbeat.recheck-interval", "5000");
    keys.put("dfs.client.socket-timeout", "10000");
    // With as many hosts as replicas there is no other for one that died, and a master's history of
    // its job ended there.
    keys.put("dfs.client.block.write.replace-datanode-on-failure.best-effort", "true");
    keys.put("dfs.namenode.handler.count", "8");
    keys.put("dfs.datanode.handler.count", "4");
    // Without a mount a DataNode would have Ceph's library in it.
    if (hadoop.bundle().isPresent() && options.store().mounted()) {
      keys.putAll(attachment());
    }
    return keys;
  }

  /** What lets the DataNodes serve the store's objects as files of HDFS. */
  private Map<String, String> attachment() {
    return Map.of(
        "dfs.datanode.plugins",
        "io.situ.hdfs.datanode.SituDataNodePlugin",
        "dfs.datanode.fsdataset.factory",
        "io.situ.hdfs.datanode.SituDatasetFactory",
        "fs.situ.hdfs.secret.file",
        secret().toString(),
        "fs.situ.hdfs.stores",
        options.store().rgw() ? "vol,s3" : "vol");
  }

  private Path secret() {
    return state.conf().resolve("situ.secret");
  }

  private void writeSecret() {
    byte[] bytes = new byte[32];
    new SecureRandom().nextBytes(bytes);
    TestbedState.write(secret(), HexFormat.of().formatHex(bytes));
    try {
      Files.setPosixFilePermissions(secret(), PosixFilePermissions.fromString("rw-------"));
    } catch (IOException e) {
      throw new TestbedException("cannot protect " + secret() + ": " + e.getMessage(), e);
    }
  }

  private Map<String, String> yarn() {
    String memory = Integer.toString(hadoop.containerMegabytes());
    Map<String, String> keys = new LinkedHashMap<>();
    keys.put("yarn.resourcemanager.hostname", "node1");
    keys.put("yarn.resourcemanager.bind-host", "0.0.0.0");
    keys.put(
        "yarn.resourcemanager.scheduler.class",
        "org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler");
    keys.put("yarn.resourcemanager.recovery.enabled", "false");
    keys.put("yarn.nm.liveness-monitor.expiry-interval-ms", "20000");
    keys.put("yarn.am.liveness-monitor.expiry-interval-ms", "60000");
    keys.put("yarn.resourcemanager.nodemanagers.heartbeat-interval-ms", "250");
    // An application master tries a dead NodeManager this often before it gives its tasks up.
    keys.put("yarn.client.nodemanager-connect.max-wait-ms", "10000");
    keys.put("yarn.client.nodemanager-connect.retry-interval-ms", "2000");
    keys.put("yarn.scheduler.minimum-allocation-mb", "256");
    keys.put("yarn.scheduler.maximum-allocation-mb", memory);
    keys.put("yarn.nodemanager.resource.memory-mb", memory);
    keys.put("yarn.nodemanager.resource.cpu-vcores", "8");
    keys.put("yarn.nodemanager.vmem-check-enabled", "false");
    keys.put("yarn.nodemanager.pmem-check-enabled", "false");
    keys.put("yarn.nodemanager.aux-services", "mapreduce_shuffle");
    keys.put("yarn.nodemanager.local-dirs", local("nm-local"));
    keys.put("yarn.nodemanager.log-dirs", local("userlogs"));
    // The hosts share one disk; how full it is says nothing about them.
    keys.put(
        "yarn.nodemanager.disk-health-checker.max-disk-utilization-per-disk-percentage", "99.9");
    keys.put("yarn.application.classpath", classPath);
    return keys;
  }

  private Map<String, String> mapred() {
    Map<String, String> keys = new LinkedHashMap<>();
    keys.put("mapreduce.framework.name", "yarn");
    // A job that makes an archive would run beside what is tested or measured.
    keys.put("situ.mapreduce.launch.classes", "kept");
    double processors = Runtime.getRuntime().availableProcessors();
    keys.put(
        "situ.mapreduce.cost.processors",
        String.format(Locale.ROOT, "%.2f", processors / options.computeHosts()));
    options
        .linkRate()
        .ifPresent(rate -> keys.put("situ.mapreduce.cost.remote", Long.toString(rate)));
    keys.put("mapreduce.application.classpath", classPath);
    keys.put("mapreduce.jobhistory.address", "node1:10020");
    keys.put("mapreduce.jobhistory.webapp.address", "node1:19888");
    keys.put("mapreduce.jobhistory.bind-host", "0.0.0.0");
    keys.put("yarn.app.mapreduce.am.staging-dir", "/tmp/hadoop-yarn/staging");
    String task = Integer.toString(TestbedOptions.Hadoop.TASK_MEGABYTES);
    keys.put("yarn.app.mapreduce.am.resource.mb", task);
    keys.put("yarn.app.mapreduce.am.command-opts", "-Xmx384m " + TASK_JVM);
    keys.put("mapreduce.map.memory.mb", task);
    keys.put("mapreduce.map.java.opts", "-Xmx384m " + TASK_JVM);
    keys.put("mapreduce.reduce.memory.mb", task);
    keys.put("mapreduce.reduce.shuffle.connect.timeout", "10000");
    keys.put("mapreduce.reduce.shuffle.read.timeout", "20000");
    keys.put("mapreduce.reduce.java.opts", "-Xmx384m " + TASK_JVM);
    return keys;
  }

  private static Map<String, String> scheduler() {
    String root = "yarn.scheduler.capacity.root.";
    Map<String, String> keys = new LinkedHashMap<>();
    keys.put("yarn.scheduler.capacity.maximum-am-resource-percent", "0.5");
    keys.put(root + "queues", "default");
    keys.put(root + "default.capacity", "100");
    return keys;
  }

  private String local(String name) {
    return state.local().resolve("hadoop").resolve(name).toString();
  }

  private void site(String file, Map<String, String> keys) {
    Map<String, String> all = new TreeMap<>(keys);
    all.putAll(hadoop.conf());
    StringBuilder xml = new StringBuilder("<?xml version=\"1.0\"?>\n<configuration>\n");
    all.forEach(
        (key, value) ->
            xml.append("  <property><name>")
                .append(escape(key))
                .append("</name><value>")
                .append(escape(value))
                .append("</value></property>\n"));
    TestbedState.write(state.conf().resolve(file), xml.append("</configuration>\n").toString());
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  private static final String TASK_JVM = "-XX:+UseSerialGC -Djava.net.preferIPv4Stack=true";

  private static final String LOG4J =
      """
      log4j.rootLogger=INFO, stderr
      log4j.appender.stderr=org.apache.log4j.ConsoleAppender
      log4j.appender.stderr.target=System.err
      log4j.appender.stderr.layout=org.apache.log4j.PatternLayout
      log4j.appender.stderr.layout.ConversionPattern=%d{ISO8601} %p %c{2}: %m%n
      log4j.logger.org.apache.hadoop.util.NativeCodeLoader=ERROR
      """;
}
