// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.hdfs.attach.Attacher;
import io.situ.hdfs.cluster.LinkedCluster;
import io.situ.hdfs.cluster.UntouchedObjects;
import io.situ.storage.Extent;
import io.situ.storage.Replica;
import io.situ.storage.StoreObject;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.apache.hadoop.test.GenericTestUtils;
import org.apache.hadoop.util.VersionInfo;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whatever HDFS is asked to do, in whatever order: the objects stay as they are, and every file
 * holds what was written to it. To do what a failed run did, set the system property {@code
 * situ.seed} to the seed that it names.
 */
abstract class RandomOperations {

  private static final int OBJECTS = 8;
  private static final int LONGEST = 300_000;

  /** Every so manieth object lies in pieces, each on hosts of its own. */
  private static final int IN_PIECES = 3;

  private static final int PIECE = 1 << 20;
  private static final Path ROOT = new Path("/tree");

  @TempDir java.nio.file.Path scratch;

  private final UntouchedObjects objects = new UntouchedObjects();
  private final Map<Path, byte[]> expected = new TreeMap<>();
  private final Set<Path> joined = new TreeSet<>();
  private final List<Path> snapshots = new ArrayList<>();
  private final List<String> done = new ArrayList<>();
  private LinkedCluster linked;
  private Random random;

  /** Something that HDFS is asked to do. */
  interface Step {
    void run() throws Exception;
  }

  /** Digits of the nodes that hold objects or pieces of them. */
  abstract List<String> holders();

  /** What may be done beside what every test does. */
  abstract List<Step> moreSteps();

  private List<Step> steps() {
    List<Step> steps =
        new ArrayList<>(
            List.of(
                this::read,
                this::append,
                this::truncate,
                this::delete,
                this::rename,
                this::replicate,
                this::snapshot,
                this::balance));
    steps.addAll(moreSteps());
    return steps;
  }

  void run(int count, Map<String, String> settings, TestReporter reporter) throws Exception {
    List<Step> steps = steps();
    long seed = Long.getLong("situ.seed", System.nanoTime());
    reporter.publishEntry("situ.seed", Long.toString(seed));
    random = new Random(seed);
    try (LinkedCluster cluster = new LinkedCluster(scratch, settings)) {
      linked = cluster;
      begin();
      attach();
      for (int i = 0; i < count && !expected.isEmpty(); i++) {
        steps.get(random.nextInt(steps.size())).run();
      }
      check();
    } catch (Exception | AssertionError e) {
      throw new AssertionError("situ.seed=" + seed + ", " + settings + ", did " + done, e);
    } finally {
      end();
    }
  }

  /** Called when the cluster is there. */
  void begin() throws Exception {}

  /** Called when it is gone. */
  void end() throws Exception {}

  private void attach() throws Exception {
    linked.hdfs().mkdirs(ROOT);
    for (int i = 0; i < OBJECTS; i++) {
      boolean pieces = i % IN_PIECES == 0;
      String name = "tree" + i + "/object";
      byte[] bytes = linked.write(name, (pieces ? 2 * PIECE : 1) + random.nextInt(LONGEST));
      objects.add(linked.home().resolve(name), bytes);
      try (Attacher attacher = new Attacher(hdfs())) {
        List<StoreObject> tree =
            LinkedCluster.objects(linked.cluster().getConfiguration(0), "/tree" + i).stream()
                .map(object -> object.isFile() ? object.withExtents(extents(bytes.length)) : object)
                .toList();
        attacher.attach(
            LinkedCluster.tree("/tree" + i), tree.iterator(), new Path(ROOT, Integer.toString(i)));
      }
      Path file = new Path(ROOT, i + "/object");
      assertThat(linked.blocks(file.toString())).hasSize(pieces ? 2 : 1);
      expected.put(file, bytes);
    }
    linked.hdfs().allowSnapshot(ROOT);
  }

  /** Neighbours lie on different hosts, or they would be one block. */
  private List<Extent> extents(int length) {
    List<Extent> extents = new ArrayList<>();
    String before = "";
    for (int at = 0; at < length; at += PIECE) {
      List<String> others = new ArrayList<>(holders());
      others.remove(before);
      before = others.get(random.nextInt(others.size()));
      List<Replica> replicas =
          before.chars().mapToObj(digit -> Replica.on("node" + (char) digit)).toList();
      extents.add(new Extent(at, Math.min(PIECE, length - at), replicas));
    }
    return extents;
  }

  LinkedCluster linked() {
    return linked;
  }

  /** The files and what they hold. */
  Map<Path, byte[]> expected() {
    return expected;
  }

  void did(String what) {
    done.add(what);
  }

  private DistributedFileSystem hdfs() throws IOException {
    return linked.hdfs();
  }

  private Path any(String what) {
    List<Path> files = expected.keySet().stream().filter(file -> !isFrozen(file)).toList();
    Path file = files.isEmpty() ? null : files.get(random.nextInt(files.size()));
    done.add(what + " " + file);
    return file;
  }

  private static boolean isFrozen(Path file) {
    return file.toString().contains("/.snapshot/");
  }

  void read() throws IOException {
    List<Path> files = List.copyOf(expected.keySet());
    Path file = files.get(random.nextInt(files.size()));
    done.add("read " + file);
    assertThat(linked.read(file.toString())).as(file.toString()).isEqualTo(expected.get(file));
  }

  void readPiece() throws IOException {
    Path file = any("piece");
    if (file == null || expected.get(file).length == 0) {
      return;
    }
    byte[] bytes = expected.get(file);
    int from = random.nextInt(bytes.length);
    byte[] piece = new byte[1 + random.nextInt(bytes.length - from)];
    try (FSDataInputStream in = hdfs().open(file)) {
      in.readFully(from, piece);
    }
    assertThat(piece)
        .as(file.toString())
        .isEqualTo(Arrays.copyOfRange(bytes, from, from + piece.length));
  }

  void append() throws Exception {
    Path file = any("append");
    if (file == null || (joined.contains(file) && cannotAppendToJoined())) {
      return;
    }
    byte[] more = new byte[1 + random.nextInt(50_000)];
    random.nextBytes(more);
    byte[] before = expected.get(file);
    byte[] all = Arrays.copyOf(before, before.length + more.length);
    System.arraycopy(more, 0, all, before.length, more.length);
    boolean mayBeRefused = lacksOneOfThree(file);
    OutputStream out = hdfs().append(file);
    try {
      out.write(more);
      out.close();
      expected.put(file, all);
    } catch (IOException e) {
      done.add("which HDFS refused");
      assertThat(mayBeRefused).as("to refuse it: " + e).isTrue();
      GenericTestUtils.waitFor(() -> recovered(file), 100, 60_000);
      byte[] now = linked.read(file.toString());
      assertThat(now).hasSizeGreaterThanOrEqualTo(before.length);
      assertThat(now).as(file.toString()).isEqualTo(Arrays.copyOf(all, now.length));
      expected.put(file, now);
    }
  }

  /** Hadoop 3.4 appends to no file that was joined at an odd place, be it attached or not. */
  private static boolean cannotAppendToJoined() {
    return VersionInfo.getVersion().startsWith("3.4.");
  }

  /** HDFS appends to no file of three replicas or more that lacks one and cannot get another. */
  private boolean lacksOneOfThree(Path file) throws IOException {
    int wanted = hdfs().getFileStatus(file).getReplication();
    var blocks = hdfs().getClient().getLocatedBlocks(file.toString(), 0);
    return wanted >= 3 && blocks.getLastLocatedBlock().getLocations().length < wanted;
  }

  private boolean recovered(Path file) {
    try {
      return hdfs().recoverLease(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void truncate() throws Exception {
    Path file = any("truncate");
    if (file == null || expected.get(file).length < 2) {
      return;
    }
    int length = 1 + random.nextInt(expected.get(file).length - 1);
    hdfs().truncate(file, length);
    GenericTestUtils.waitFor(() -> closed(file), 20, 60_000);
    expected.put(file, Arrays.copyOf(expected.get(file), length));
  }

  private boolean closed(Path file) {
    try {
      return hdfs().isFileClosed(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void delete() throws IOException {
    Path file = any("delete");
    if (file != null && expected.size() > 3) {
      hdfs().delete(file, false);
      expected.remove(file);
    }
  }

  void rename() throws IOException {
    Path file = any("rename");
    if (file != null) {
      Path to = new Path(ROOT, "renamed" + done.size());
      hdfs().rename(file, to);
      expected.put(to, expected.remove(file));
      if (joined.remove(file)) {
        joined.add(to);
      }
    }
  }

  void replicate() throws IOException {
    Path file = any("setrep");
    if (file != null) {
      hdfs().setReplication(file, (short) (1 + random.nextInt(3)));
      linked.cluster().triggerHeartbeats();
    }
  }

  void snapshot() throws IOException {
    done.add("snapshot");
    if (snapshots.size() > 1) {
      Path old = snapshots.remove(0);
      hdfs().deleteSnapshot(ROOT, old.getName());
      expected.keySet().removeIf(file -> file.toString().startsWith(old + "/"));
      return;
    }
    Path snapshot = hdfs().createSnapshot(ROOT, "s" + done.size());
    Path plain = new Path(snapshot.toUri().getPath());
    snapshots.add(plain);
    for (Path file : List.copyOf(expected.keySet())) {
      if (!isFrozen(file)) {
        String below = file.toString().substring(ROOT.toString().length() + 1);
        expected.put(new Path(plain, below), expected.get(file));
      }
    }
  }

  private long blockSize(Path file) throws IOException {
    return hdfs().getFileStatus(file).getBlockSize();
  }

  /**
   * HDFS joins only files of one directory that are in no snapshot, and none of larger blocks onto
   * one of smaller ones.
   */
  void concat() throws IOException {
    Path to = any("concat onto");
    Path from = any("concat of");
    if (to == null || to.equals(from) || !snapshots.isEmpty()) {
      return;
    }
    if (blockSize(from) > blockSize(to)) {
      return;
    }
    Path beside = new Path(to.getParent(), "part" + done.size());
    hdfs().rename(from, beside);
    expected.put(beside, expected.remove(from));
    hdfs().setReplication(beside, hdfs().getFileStatus(to).getReplication());
    hdfs().concat(to, new Path[] {beside});
    joined.add(to);
    byte[] first = expected.get(to);
    byte[] second = expected.remove(beside);
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    expected.put(to, both);
  }

  void restart() throws Exception {
    done.add("restart");
    linked.restartDataNode(random.nextInt(3));
    linked.cluster().triggerBlockReports();
  }

  /** Moves a block as the balancer does, or tries to. */
  void balance() throws Exception {
    Path file = any("balance");
    if (file == null) {
      return;
    }
    List<LocatedBlock> blocks =
        hdfs().getClient().getLocatedBlocks(file.toString(), 0).getLocatedBlocks();
    if (blocks.isEmpty()) {
      return;
    }
    LocatedBlock block = blocks.get(random.nextInt(blocks.size()));
    List<DatanodeInfo> holders = List.of(block.getLocations());
    for (DatanodeInfo other : hdfs().getDataNodeStats()) {
      if (!holders.isEmpty() && !holders.contains(other)) {
        DatanodeInfo from = holders.get(0);
        boolean moved = DFSTestUtil.replaceBlock(block.getBlock(), from, from, other);
        done.add(moved ? "moved" : "stayed");
        return;
      }
    }
  }

  void scan() throws IOException {
    done.add("scan");
    for (DataNode node : linked.cluster().getDataNodes()) {
      DataNodeTestUtils.runDirectoryScanner(node);
    }
  }

  /** The NameNode may go on counting a block for a moment whose place it has just learned. */
  private void check() throws Exception {
    linked.cluster().triggerBlockReports();
    for (Map.Entry<Path, byte[]> file : expected.entrySet()) {
      assertThat(linked.read(file.getKey().toString()))
          .as(file.getKey().toString())
          .isEqualTo(file.getValue());
    }
    GenericTestUtils.waitFor(
        () -> linked.cluster().getNamesystem().getMissingBlocksCount() == 0,
        100,
        60_000,
        "blocks are missing for good");
    objects.check();
  }
}
