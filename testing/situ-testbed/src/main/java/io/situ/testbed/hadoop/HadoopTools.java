// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed.hadoop;

import io.situ.testbed.process.TestbedException;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The commands {@code hadoop}, {@code hdfs}, {@code yarn} and {@code mapred}: the classes that
 * Hadoop's own scripts start, which are not among its published jars.
 */
public final class HadoopTools {

  private static final int CLIENT_HEAP_MEGABYTES = 512;

  private static final String FS_SHELL = "org.apache.hadoop.fs.FsShell";
  private static final String RUN_JAR = "org.apache.hadoop.util.RunJar";
  private static final Pattern VERSION_OF_JAR = Pattern.compile("-[0-9][0-9.]*(?=[-.])");
  private static final String VERSION = "org.apache.hadoop.util.VersionInfo";
  private static final String DISTCP = "org.apache.hadoop.tools.DistCp";
  private static final String HDFS = "org.apache.hadoop.hdfs.tools.";
  private static final String YARN = "org.apache.hadoop.yarn.client.cli.";

  private static final Map<String, Map<String, String>> CLASS_OF =
      Map.of(
          "hadoop",
          Map.of(
              "fs", FS_SHELL,
              "jar", RUN_JAR,
              "version", VERSION,
              "distcp", DISTCP,
              "conftest", "org.apache.hadoop.util.ConfTest",
              "checknative", "org.apache.hadoop.util.NativeLibraryChecker"),
          "hdfs",
          Map.ofEntries(
              Map.entry("dfs", FS_SHELL),
              Map.entry("version", VERSION),
              Map.entry("dfsadmin", HDFS + "DFSAdmin"),
              Map.entry("fsck", HDFS + "DFSck"),
              Map.entry("getconf", HDFS + "GetConf"),
              Map.entry("storagepolicies", HDFS + "StoragePolicyAdmin"),
              Map.entry("cacheadmin", HDFS + "CacheAdmin"),
              Map.entry("ec", HDFS + "ECAdmin"),
              Map.entry("debug", HDFS + "DebugAdmin"),
              Map.entry("groups", HDFS + "GetGroups"),
              Map.entry("snapshotDiff", HDFS + "snapshot.SnapshotDiff"),
              Map.entry("lsSnapshottableDir", HDFS + "snapshot.LsSnapshottableDir"),
              Map.entry("diskbalancer", HDFS + "DiskBalancerCLI"),
              Map.entry("oiv", HDFS + "offlineImageViewer.OfflineImageViewerPB"),
              Map.entry("oev", HDFS + "offlineEditsViewer.OfflineEditsViewer"),
              Map.entry("balancer", "org.apache.hadoop.hdfs.server.balancer.Balancer"),
              Map.entry("mover", "org.apache.hadoop.hdfs.server.mover.Mover")),
          "yarn",
          Map.ofEntries(
              Map.entry("jar", RUN_JAR),
              Map.entry("version", VERSION),
              Map.entry("application", YARN + "ApplicationCLI"),
              Map.entry("app", YARN + "ApplicationCLI"),
              Map.entry("applicationattempt", YARN + "ApplicationCLI"),
              Map.entry("container", YARN + "ApplicationCLI"),
              Map.entry("node", YARN + "NodeCLI"),
              Map.entry("queue", YARN + "QueueCLI"),
              Map.entry("logs", YARN + "LogsCLI"),
              Map.entry("rmadmin", YARN + "RMAdminCLI"),
              Map.entry("cluster", YARN + "ClusterCLI")),
          "mapred",
          Map.of(
              "job", "org.apache.hadoop.mapred.JobClient",
              "queue", "org.apache.hadoop.mapred.JobQueueClient",
              "distcp", DISTCP,
              "version", VERSION,
              "hsadmin", "org.apache.hadoop.mapreduce.v2.hs.client.HSAdmin"));

  private HadoopTools() {}

  /** The JVM's arguments for one of the commands; a first word with a dot is a class itself. */
  public static List<String> command(HadoopJava java, String tool, List<String> arguments) {
    Map<String, String> known = CLASS_OF.get(tool);
    if (known == null) {
      throw new TestbedException(
          "there is no command " + tool + "; there are " + CLASS_OF.keySet());
    }
    if (arguments.isEmpty()) {
      throw new TestbedException(tool + " needs one of: " + sorted(known));
    }
    String name = arguments.get(0);
    if (name.equals("classpath")) {
      return List.of("echo", java.classPath());
    }
    String main = known.getOrDefault(name, name);
    if (!main.contains(".")) {
      throw new TestbedException(tool + " does not know " + name + "; it knows " + sorted(known));
    }
    List<String> rest = new ArrayList<>(arguments.subList(1, arguments.size()));
    if (main.endsWith(".ApplicationCLI")) {
      rest.add(0, name);
    }
    if (main.equals(RUN_JAR) && !rest.isEmpty()) {
      rest.set(0, jar(java.classPath(), rest.get(0)));
    }
    List<String> all = new ArrayList<>(List.of(main));
    all.addAll(rest);
    return java.client(CLIENT_HEAP_MEGABYTES, all);
  }

  /**
   * A file, or one of Hadoop's own jars by its name without folder and version, such as {@code
   * hadoop-mapreduce-examples.jar}.
   */
  private static String jar(String classPath, String name) {
    if (Files.exists(Path.of(name))) {
      return name;
    }
    return Stream.of(classPath.split(File.pathSeparator))
        .filter(
            path ->
                VERSION_OF_JAR
                    .matcher(Path.of(path).getFileName().toString())
                    .replaceFirst("")
                    .equals(name))
        .findFirst()
        .orElse(name);
  }

  private static String sorted(Map<String, String> known) {
    return String.join(", ", known.keySet().stream().sorted().toList());
  }
}
