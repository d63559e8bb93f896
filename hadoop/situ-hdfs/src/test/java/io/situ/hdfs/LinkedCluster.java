package io.situ.hdfs;

import io.situ.hadoop.fs.SituStores;
import io.situ.hdfs.attach.Attacher;
import io.situ.hdfs.datanode.SituDataNodePlugin;
import io.situ.hdfs.datanode.SituDatasetFactory;
import io.situ.storage.Listing;
import io.situ.storage.Store;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;

/**
 * A NameNode and three DataNodes with Situ in them, named node1 to node3, and a store named {@code
 * data} whose directories {@code /on1}, {@code /on12} and so on lie on the hosts of their digits.
 */
final class LinkedCluster implements AutoCloseable {

  static final int PORT_OFFSET = -15_000;

  private final Path home;
  private final MiniDFSCluster cluster;

  LinkedCluster(Path scratch) throws IOException {
    this(scratch, Map.of());
  }

  /**
   * @param settings keys of the configuration
   */
  LinkedCluster(Path scratch, Map<String, String> settings) throws IOException {
    this(scratch, settings, builder -> builder);
  }

  /**
   * @param how what else the cluster is made with
   */
  LinkedCluster(
      Path scratch, Map<String, String> settings, UnaryOperator<MiniDFSCluster.Builder> how)
      throws IOException {
    this.home = Files.createDirectories(scratch.resolve("store"));
    Configuration conf = configuration(scratch);
    settings.forEach(conf::set);
    this.cluster =
        how.apply(
                new MiniDFSCluster.Builder(conf, scratch.resolve("hdfs").toFile())
                    .numDataNodes(3)
                    .hosts(new String[] {"node1", "node2", "node3"}))
            .build();
    cluster.waitActive();
  }

  private Configuration configuration(Path scratch) throws IOException {
    Path secret = Files.writeString(scratch.resolve("secret"), "0123456789abcdef0123456789abcdef");
    Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
    StringBuilder hosts = new StringBuilder();
    for (String digits : List.of("1", "2", "3", "12", "23", "123")) {
      List<String> names = digits.chars().mapToObj(digit -> "node" + (char) digit).toList();
      hosts.append("/on").append(digits).append('\t').append(String.join(",", names)).append('\n');
    }
    hosts.append("/elsewhere\tnode9\n");
    Path map = Files.writeString(scratch.resolve("hosts.tsv"), hosts, StandardCharsets.UTF_8);
    Configuration conf = new HdfsConfiguration();
    conf.set("dfs.datanode.plugins", SituDataNodePlugin.class.getName());
    conf.set("dfs.datanode.fsdataset.factory", SituDatasetFactory.class.getName());
    conf.set("fs.situ.hdfs.secret.file", secret.toString());
    conf.set("fs.situ.hdfs.stores", "data");
    // Below the ports that the system gives away.
    conf.setInt("fs.situ.hdfs.port.offset", PORT_OFFSET);
    conf.set("fs.situ.store.data.root", home.toString());
    conf.set("fs.situ.store.data.placement.file", map.toString());
    return conf;
  }

  /** The store's root. */
  Path home() {
    return home;
  }

  MiniDFSCluster cluster() {
    return cluster;
  }

  DistributedFileSystem hdfs() throws IOException {
    return cluster.getFileSystem();
  }

  /** Makes a file in the store. */
  byte[] write(String name, int length) throws IOException {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    Path file = home.resolve(name);
    Files.createDirectories(file.getParent());
    Files.write(file, bytes);
    return bytes;
  }

  /** Reads a file of HDFS. */
  byte[] read(String name) throws IOException {
    try (InputStream in = hdfs().open(new org.apache.hadoop.fs.Path(name))) {
      return in.readAllBytes();
    }
  }

  /** The host names of a file's blocks, one after the other, each block's sorted. */
  List<String> hosts(String name) throws IOException {
    List<String> hosts = new ArrayList<>();
    for (BlockLocation block :
        hdfs().getFileBlockLocations(new org.apache.hadoop.fs.Path(name), 0, Long.MAX_VALUE)) {
      Arrays.stream(block.getHosts()).sorted().forEach(hosts::add);
    }
    return hosts;
  }

  Attacher.Summary attach(String root, String target) throws IOException {
    StorePath path = StorePath.of(root);
    List<StoreObject> objects = new ArrayList<>();
    try (Store store = SituStores.open("data", cluster.getConfiguration(0));
        Listing listing = store.list(path, Listing.Options.RECURSIVE.withPlacement())) {
      for (StoreObject next = listing.next(); next != null; next = listing.next()) {
        objects.add(next);
      }
    }
    try (Attacher attacher = new Attacher(hdfs())) {
      return attacher.attach(
          "data", path, objects.iterator(), new org.apache.hadoop.fs.Path(target));
    }
  }

  @Override
  public void close() {
    cluster.shutdown();
  }
}
