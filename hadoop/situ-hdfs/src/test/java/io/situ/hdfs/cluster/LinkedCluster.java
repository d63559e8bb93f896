// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.hadoop.fs.SituStores;
import io.situ.hdfs.attach.Attacher;
import io.situ.hdfs.attach.HdfsAttachService;
import io.situ.hdfs.datanode.SituDataNodePlugin;
import io.situ.hdfs.datanode.SituDatasetFactory;
import io.situ.hdfs.link.LinkSources;
import io.situ.hdfs.source.AttachSummary;
import io.situ.hdfs.source.AttachedTree;
import io.situ.storage.Listing;
import io.situ.storage.Store;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.UnaryOperator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.SnapshottableDirectoryStatus;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.test.GenericTestUtils;

/**
 * A NameNode and three DataNodes with Situ in them, named node1 to node3, and a store named {@code
 * data} whose directories {@code /on1}, {@code /on12} and so on lie on the hosts of their digits.
 */
public final class LinkedCluster implements AutoCloseable {

  public static final int PORT_OFFSET = 1;

  /**
   * Readers try again at once what no DataNode serves, and not for some twenty seconds; servers say
   * and do each second what they would every three, and do not rest for two seconds after a scan of
   * their directories.
   */
  public static final Map<String, String> IMPATIENT =
      Map.of(
          "dfs.client.retry.window.base", "10",
          "dfs.heartbeat.interval", "1",
          "dfs.datanode.reconcile.blocks.batch.interval", "1",
          "dfs.namenode.redundancy.interval.seconds", "1");

  private static final int NODES = 3;
  private static final String SERVERS = "hdfs";

  /** Below the ports that the system gives to processes that ask for any. */
  private static final int LOWEST_PORT = 12_000;

  private static final int HIGHEST_PORT = 32_000;

  /** Each DataNode's begin at a multiple, so no two of them share one. */
  private static final int NODE_PORTS = 4;

  private static final Set<Integer> GIVEN_PORTS = ConcurrentHashMap.newKeySet();

  private final Path home;
  private final Path map;
  private final Map<String, String> places = new TreeMap<>();
  private final MiniDFSCluster cluster;

  public LinkedCluster(Path scratch) throws IOException {
    this(scratch, Map.of());
  }

  /**
   * @param settings keys of the configuration
   */
  public LinkedCluster(Path scratch, Map<String, String> settings) throws IOException {
    this(scratch, settings, builder -> builder);
  }

  /**
   * @param how what else the cluster is made with
   */
  public LinkedCluster(
      Path scratch, Map<String, String> settings, UnaryOperator<MiniDFSCluster.Builder> how)
      throws IOException {
    this.home = Files.createDirectories(scratch.resolve("store"));
    this.map = scratch.resolve("hosts.tsv");
    Configuration conf = configuration(scratch);
    IMPATIENT.forEach(conf::set);
    settings.forEach(conf::set);
    this.cluster =
        how.apply(
                new MiniDFSCluster.Builder(conf, servers().toFile())
                    .numDataNodes(NODES)
                    .checkDataNodeAddrConfig(true)
                    .dataNodeConfOverlays(ports())
                    .hosts(new String[] {"node1", "node2", "node3"}))
            .build();
    cluster.waitActive();
  }

  private Configuration configuration(Path scratch) throws IOException {
    for (String digits : List.of("1", "2", "3", "12", "23", "123")) {
      List<String> names = digits.chars().mapToObj(digit -> "node" + (char) digit).toList();
      places.put("/on" + digits, String.join(",", names));
    }
    places.put("/elsewhere", "node9");
    writePlaces();
    Configuration conf = configuration(scratch, home);
    conf.set("fs.situ.store.data.placement.file", map.toString());
    return conf;
  }

  /**
   * DataNodes with Situ in them.
   *
   * @param store the root of the store {@code data}
   */
  public static Configuration configuration(Path scratch, Path store) throws IOException {
    Path secret = Files.writeString(scratch.resolve("secret"), "0123456789abcdef0123456789abcdef");
    Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
    Configuration conf = new HdfsConfiguration();
    conf.set("dfs.datanode.plugins", SituDataNodePlugin.class.getName());
    conf.set("dfs.datanode.fsdataset.factory", SituDatasetFactory.class.getName());
    conf.set("fs.situ.hdfs.secret.file", secret.toString());
    conf.set("fs.situ.hdfs.stores", "data");
    conf.setInt("fs.situ.hdfs.port.offset", PORT_OFFSET);
    conf.set("fs.situ.store.data.root", store.toString());
    return conf;
  }

  /** All that a configuration says, as the tool hands it on. */
  public static Map<String, String> keys(Configuration conf) {
    Map<String, String> keys = new HashMap<>();
    conf.forEach(entry -> keys.put(entry.getKey(), conf.get(entry.getKey())));
    return keys;
  }

  /** For each DataNode ports that no other process gets while it is down. */
  public static Configuration[] ports() {
    Configuration[] all = new Configuration[NODES];
    for (int i = 0; i < NODES; i++) {
      int port = freePort();
      all[i] = new Configuration(false);
      all[i].set("dfs.datanode.address", "127.0.0.1:" + port);
      all[i].set("dfs.datanode.ipc.address", "127.0.0.1:" + (port + PORT_OFFSET + 1));
      all[i].set("dfs.datanode.http.address", "127.0.0.1:0");
    }
    return all;
  }

  private static int freePort() {
    while (true) {
      int port = ThreadLocalRandom.current().nextInt(LOWEST_PORT, HIGHEST_PORT) & -NODE_PORTS;
      if (GIVEN_PORTS.add(port)
          && isFree(port)
          && isFree(port + PORT_OFFSET)
          && isFree(port + PORT_OFFSET + 1)) {
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

  private void writePlaces() throws IOException {
    StringBuilder lines = new StringBuilder();
    places.forEach((path, hosts) -> lines.append(path).append('\t').append(hosts).append('\n'));
    Files.writeString(map, lines, StandardCharsets.UTF_8);
  }

  /** Lets what is below a directory of the store lie on other hosts. */
  public void place(String path, String hosts) throws IOException {
    places.put(path, hosts);
    writePlaces();
  }

  /** Takes away all that is in HDFS and in the store, and waits until the NameNode has no block. */
  public void clear() throws Exception {
    SnapshottableDirectoryStatus[] frozen = hdfs().getSnapshottableDirListing();
    for (int i = 0; frozen != null && i < frozen.length; i++) {
      org.apache.hadoop.fs.Path directory = frozen[i].getFullPath();
      for (String snapshot : names(directory + "/.snapshot")) {
        hdfs().deleteSnapshot(directory, snapshot);
      }
      hdfs().disallowSnapshot(directory);
    }
    for (String name : names("/")) {
      hdfs().delete(new org.apache.hadoop.fs.Path("/" + name), true);
    }
    FileUtil.fullyDeleteContents(home.toFile(), true);
    GenericTestUtils.waitFor(() -> cluster.getNamesystem().getBlocksTotal() == 0, 10, 60_000);
  }

  /** Where the servers keep what is theirs. */
  public Path servers() {
    return home.resolveSibling(SERVERS);
  }

  /** The store's root. */
  public Path home() {
    return home;
  }

  public MiniDFSCluster cluster() {
    return cluster;
  }

  public DistributedFileSystem hdfs() throws IOException {
    return cluster.getFileSystem();
  }

  /** Makes a file in the store. */
  public byte[] write(String name, int length) throws IOException {
    byte[] bytes = bytes(length);
    Path file = home.resolve(name);
    Files.createDirectories(file.getParent());
    Files.write(file, bytes);
    return bytes;
  }

  /** The content of files of that length. */
  public static byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  /** Reads a file of HDFS. */
  public byte[] read(String name) throws IOException {
    try (InputStream in = hdfs().open(new org.apache.hadoop.fs.Path(name))) {
      return in.readAllBytes();
    }
  }

  /** The host names of a file's blocks, one after the other, each block's sorted. */
  public List<String> hosts(String name) throws IOException {
    List<String> hosts = new ArrayList<>();
    for (BlockLocation block :
        hdfs().getFileBlockLocations(new org.apache.hadoop.fs.Path(name), 0, Long.MAX_VALUE)) {
      Arrays.stream(block.getHosts()).sorted().forEach(hosts::add);
    }
    return hosts;
  }

  /** Returns whether HDFS knows of a damaged copy of a block, as one of another test may be too. */
  public boolean isCorrupt(ExtendedBlock block) {
    return cluster.getNamesystem().getBlockManager().numCorruptReplicas(block.getLocalBlock()) > 0;
  }

  /** Stops a DataNode and starts it again, and comes back when it serves. */
  public void restartDataNode(int index) throws Exception {
    startAgain(stopDataNode(index));
  }

  /** Does the same with the DataNodes of these hosts, one after the other. */
  public void restartDataNodes(String... hosts) throws Exception {
    for (String host : hosts) {
      restartDataNode(cluster.getDataNodes().indexOf(dataNode(host)));
    }
  }

  /** The DataNode of a host. */
  public DataNode dataNode(String host) {
    return cluster.getDataNodes().stream()
        .filter(node -> node.getDatanodeId().getHostName().equals(host))
        .findFirst()
        .orElseThrow();
  }

  /** Has a DataNode know no store, as where none is mounted there, until this is closed. */
  public static Closeable withoutStores(DataNode node) {
    String stores = node.getConf().get(LinkSources.STORES.name());
    node.getConf().set(LinkSources.STORES.name(), "");
    return () -> node.getConf().set(LinkSources.STORES.name(), stores);
  }

  /**
   * Stops a DataNode, and comes back when it writes nothing more. Hadoop's own method may come back
   * earlier: the list of replicas that the next start reads, and believes, is written by a thread
   * that it does not always wait for.
   */
  public MiniDFSCluster.DataNodeProperties stopDataNode(int index) throws Exception {
    List<FsVolumeSpi> volumes = new ArrayList<>();
    try (FsDatasetSpi.FsVolumeReferences references =
        cluster.getDataNodes().get(index).getFSDataset().getFsVolumeReferences()) {
      references.forEach(volumes::add);
    }
    MiniDFSCluster.DataNodeProperties stopped = cluster.stopDataNode(index);
    GenericTestUtils.waitFor(
        () -> volumes.stream().allMatch(volume -> volume.getBlockPoolList().length == 0),
        10,
        60_000);
    return stopped;
  }

  /** {@code waitActive} alone looks away as long as a DataNode has not found its NameNode. */
  public void startAgain(MiniDFSCluster.DataNodeProperties stopped) throws Exception {
    assertThat(cluster.restartDataNode(stopped, true)).isTrue();
    GenericTestUtils.waitFor(this::serves, 10, 60_000);
    cluster.waitActive();
  }

  private boolean serves() {
    return cluster.getDataNodes().stream()
        .allMatch(
            node ->
                node.isDatanodeFullyStarted()
                    && node.isConnectedToNN(cluster.getNameNode().getServiceRpcAddress()));
  }

  /** What is to be attached, or is, at a directory of HDFS. */
  public HdfsAttachService attachService(String target) throws IOException {
    return HdfsAttachService.open(keys(cluster.getConfiguration(0)), hdfs().getUri() + target);
  }

  public AttachSummary attach(String root, String target) throws IOException {
    try (Attacher attacher = new Attacher(hdfs())) {
      return attacher.attach(
          tree(root),
          objects(cluster.getConfiguration(0), root).iterator(),
          new org.apache.hadoop.fs.Path(target));
    }
  }

  public static AttachedTree tree(String root) {
    return AttachedTree.now("data", "the store of tests", StorePath.of(root));
  }

  /** A directory of the store and all below it. */
  public static List<StoreObject> objects(Configuration conf, String root) throws IOException {
    StorePath path = StorePath.of(root);
    List<StoreObject> objects = new ArrayList<>();
    try (Store store = SituStores.open("data", conf);
        Listing listing = store.list(path, Listing.Options.RECURSIVE.withPlacement())) {
      objects.add(store.stat(path, true));
      for (StoreObject next = listing.next(); next != null; next = listing.next()) {
        objects.add(next);
      }
    }
    return objects;
  }

  /** What is in a directory of HDFS. */
  public List<String> names(String directory) throws IOException {
    return Arrays.stream(hdfs().listStatus(new org.apache.hadoop.fs.Path(directory)))
        .map(status -> status.getPath().getName())
        .toList();
  }

  /** The blocks of a file, by their numbers. */
  public List<Long> blocks(String name) throws IOException {
    return hdfs().getClient().getLocatedBlocks(name, 0).getLocatedBlocks().stream()
        .map(block -> block.getBlock().getBlockId())
        .toList();
  }

  @Override
  public void close() {
    cluster.shutdown();
  }
}
