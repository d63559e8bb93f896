// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.cluster;

import static java.nio.file.StandardCopyOption.COPY_ATTRIBUTES;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static org.assertj.core.api.Assertions.assertThat;

import io.situ.hdfs.datanode.OfflineDataNode;
import io.situ.hdfs.offline.OfflineAttacher;
import io.situ.hdfs.source.AttachSummary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.SafeModeAction;
import org.apache.hadoop.hdfs.MiniDFSCluster;

/** An HDFS that was started once and is stopped, with what {@link LinkedCluster} has as a store. */
public final class OfflineHdfs {

  private final Path scratch;
  private final Map<String, String> startedWith;
  private final UnaryOperator<MiniDFSCluster.Builder> how;
  private final Map<String, Map<String, String>> nodes = new TreeMap<>();
  private Configuration conf;
  private List<Path> names;

  private OfflineHdfs(
      Path scratch, Map<String, String> startedWith, UnaryOperator<MiniDFSCluster.Builder> how) {
    this.scratch = scratch;
    this.startedWith = startedWith;
    this.how = how;
  }

  public interface Work {
    void run(LinkedCluster linked, OfflineHdfs hdfs) throws Exception;
  }

  /**
   * Starts HDFS for the first time, and stops it.
   *
   * @param work done while it runs
   * @param save whether the NameNode's image holds all that was done
   */
  public static OfflineHdfs prepare(
      Path scratch, Map<String, String> settings, Work work, boolean save) throws Exception {
    return prepare(
        scratch,
        settings,
        builder -> builder,
        (linked, hdfs) -> {
          work.run(linked, hdfs);
          if (save) {
            save(linked);
          }
        });
  }

  /**
   * Starts HDFS for the first time, and stops it.
   *
   * @param how what else it is made with, each time
   * @param work done while it runs
   */
  public static OfflineHdfs prepare(
      Path scratch,
      Map<String, String> settings,
      UnaryOperator<MiniDFSCluster.Builder> how,
      Work work)
      throws Exception {
    OfflineHdfs hdfs = new OfflineHdfs(scratch, settings, how);
    try (LinkedCluster linked = new LinkedCluster(scratch, settings, how)) {
      hdfs.remember(linked);
      work.run(linked, hdfs);
    }
    return hdfs;
  }

  private void remember(LinkedCluster linked) {
    conf = linked.cluster().getConfiguration(0);
    names = linked.cluster().getNameDirs(0).stream().map(Path::of).toList();
    for (int i = 0; i < 3; i++) {
      Configuration node = linked.cluster().getDataNodes().get(i).getConf();
      Map<String, String> settings = settings();
      settings.put("dfs.datanode.data.dir", node.get("dfs.datanode.data.dir"));
      nodes.put("node" + (i + 1), settings);
    }
  }

  /**
   * Returns the same HDFS in another directory, which is empty: a test may do with it what it
   * likes.
   */
  public OfflineHdfs copy(Path to) throws IOException {
    try (Stream<Path> files = Files.walk(scratch)) {
      for (Path file : files.skip(1).toList()) {
        Files.copy(
            file, to.resolve(scratch.relativize(file)), COPY_ATTRIBUTES, LinkOption.NOFOLLOW_LINKS);
      }
    }
    UnaryOperator<String> moved = text -> text.replace(scratch.toString(), to.toString());
    OfflineHdfs copy = new OfflineHdfs(to, startedWith, how);
    copy.conf = new Configuration(conf);
    settings().forEach((key, value) -> copy.conf.set(key, moved.apply(value)));
    copy.names = names.stream().map(name -> Path.of(moved.apply(name.toString()))).toList();
    nodes.forEach(
        (host, settings) -> {
          Map<String, String> all = new HashMap<>(settings);
          all.replaceAll((key, value) -> moved.apply(value));
          copy.nodes.put(host, all);
        });
    return copy;
  }

  public static void save(LinkedCluster linked) throws IOException {
    linked.hdfs().setSafeMode(SafeModeAction.ENTER);
    linked.hdfs().saveNamespace();
    linked.hdfs().setSafeMode(SafeModeAction.LEAVE);
  }

  /** What the NameNode is configured with. */
  public Configuration conf() {
    return conf;
  }

  /** A directory of the NameNode. */
  public Path names() {
    return names.get(0);
  }

  /** All directories of the NameNode. */
  public List<Path> allNames() {
    return names;
  }

  /** The names, sizes and times of what the NameNode would find in its directories. */
  public Map<String, String> nameContent() throws IOException {
    Map<String, String> content = new TreeMap<>();
    for (Path directory : names) {
      try (Stream<Path> files = Files.walk(directory)) {
        for (Path file : files.toList()) {
          content.put(
              file.toString(),
              Files.isRegularFile(file)
                  ? Files.size(file) + " " + Files.getLastModifiedTime(file)
                  : "");
        }
      }
    }
    return content;
  }

  /** What is configured on a DataNode. */
  public Map<String, String> node(String host) {
    return nodes.get(host);
  }

  public Path list(String host) {
    return scratch.resolve("lists").resolve(host + ".links");
  }

  public Map<String, String> settings() {
    return LinkedCluster.keys(conf);
  }

  public OfflineAttacher attacher(List<String> hosts) {
    return new OfflineAttacher(settings(), scratch.resolve("lists"), hosts);
  }

  public AttachSummary attach(Path directory, String root, String target) throws IOException {
    return attacher(List.of())
        .attach(
            directory,
            LinkedCluster.tree(root),
            LinkedCluster.objects(conf, root).iterator(),
            target);
  }

  /** Carries out a list on the first DataNode. */
  public OfflineDataNode.LinkedCount lay(Path list) throws IOException {
    return lay("node1", list);
  }

  private OfflineDataNode.LinkedCount lay(String host, Path list) throws IOException {
    List<String> reported = new ArrayList<>();
    try (OfflineDataNode stopped = OfflineDataNode.open(nodes.get(host))) {
      OfflineDataNode.LinkedCount laid = stopped.linkBlocks(list, reported::add);
      assertThat(reported).hasSize((int) laid.refused());
      return laid;
    }
  }

  /** Carries out all lists, and says how many blocks were linked. */
  public long link() throws IOException {
    long linked = 0;
    for (String host : nodes.keySet()) {
      if (Files.exists(list(host))) {
        OfflineDataNode.LinkedCount laid = lay(host, list(host));
        assertThat(laid.refused()).isZero();
        linked += laid.linked();
        Files.move(list(host), list(host).resolveSibling(host + ".done"), REPLACE_EXISTING);
      }
    }
    return linked;
  }

  /** HDFS is out of safe mode before every DataNode has reported its blocks. */
  public LinkedCluster restart() throws IOException {
    LinkedCluster linked =
        new LinkedCluster(scratch, startedWith, builder -> how.apply(builder).format(false));
    linked.cluster().triggerBlockReports();
    return linked;
  }
}
