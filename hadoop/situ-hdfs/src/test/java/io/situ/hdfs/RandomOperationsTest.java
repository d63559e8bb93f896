package io.situ.hdfs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFileAttributes;
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
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.apache.hadoop.test.GenericTestUtils;
import org.apache.hadoop.util.VersionInfo;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whatever HDFS is told to do, in whatever order: the objects stay as they are, and every file
 * holds what it was told to. To do what a failed run did, set the system property {@code situ.seed}
 * to the seed that it names.
 */
@Tag("slow")
class RandomOperationsTest {

  private static final int OBJECTS = 8;
  private static final int STEPS = 60;
  private static final int LONGEST = 300_000;
  private static final Path ROOT = new Path("/tree");
  private static final String[] HOSTS = {"on1", "on12", "on23", "on123"};

  @TempDir private java.nio.file.Path scratch;

  private final Map<java.nio.file.Path, Before> objects = new TreeMap<>();
  private final Map<Path, byte[]> expected = new TreeMap<>();
  private final Set<Path> joined = new TreeSet<>();
  private final List<Path> snapshots = new ArrayList<>();
  private final List<String> done = new ArrayList<>();
  private LinkedCluster linked;
  private Random random;

  private record Before(byte[] bytes, PosixFileAttributes attributes) {}

  private interface Step {
    void run() throws Exception;
  }

  @RepeatedTest(4)
  void objectsStayAndFilesHoldWhatTheyWereTold(RepetitionInfo repetition, TestReporter reporter)
      throws Exception {
    long seed = Long.getLong("situ.seed", System.nanoTime());
    reporter.publishEntry("situ.seed", Long.toString(seed));
    random = new Random(seed);
    int way = repetition.getCurrentRepetition();
    Map<String, String> settings =
        Map.of(
            "fs.situ.hdfs.checksums",
            way % 2 == 0 ? "lazy" : "eager",
            "fs.situ.hdfs.link",
            way % 4 < 2 ? "placeholder" : "symlink");
    try (LinkedCluster cluster = new LinkedCluster(scratch, settings)) {
      linked = cluster;
      attach();
      for (int i = 0; i < STEPS; i++) {
        step();
      }
      check();
    } catch (Exception | AssertionError e) {
      throw new AssertionError("situ.seed=" + seed + ", " + settings + ", did " + done, e);
    }
  }

  private void attach() throws Exception {
    linked.hdfs().mkdirs(ROOT);
    for (int i = 0; i < OBJECTS; i++) {
      String name = HOSTS[random.nextInt(HOSTS.length)] + "/tree" + i + "/object";
      byte[] bytes = linked.write(name, 1 + random.nextInt(LONGEST));
      java.nio.file.Path object = linked.home().resolve(name);
      objects.put(
          object, new Before(bytes, Files.readAttributes(object, PosixFileAttributes.class)));
      linked.attach("/" + name.replace("/object", ""), "/tree/" + i);
      expected.put(new Path(ROOT, i + "/object"), bytes);
    }
    linked.hdfs().allowSnapshot(ROOT);
  }

  private void step() throws Exception {
    List<Step> steps =
        List.of(
            this::read,
            this::readPiece,
            this::append,
            this::truncate,
            this::delete,
            this::rename,
            this::replicate,
            this::snapshot,
            this::concat,
            this::restart,
            this::scan);
    if (!expected.isEmpty()) {
      steps.get(random.nextInt(steps.size())).run();
    }
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

  private void read() throws IOException {
    List<Path> files = List.copyOf(expected.keySet());
    Path file = files.get(random.nextInt(files.size()));
    done.add("read " + file);
    assertThat(linked.read(file.toString())).as(file.toString()).isEqualTo(expected.get(file));
  }

  private void readPiece() throws IOException {
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

  private void append() throws Exception {
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

  private void truncate() throws Exception {
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

  private void delete() throws IOException {
    Path file = any("delete");
    if (file != null && expected.size() > 3) {
      hdfs().delete(file, false);
      expected.remove(file);
    }
  }

  private void rename() throws IOException {
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

  private void replicate() throws IOException {
    Path file = any("setrep");
    if (file != null) {
      hdfs().setReplication(file, (short) (1 + random.nextInt(3)));
      linked.cluster().triggerHeartbeats();
    }
  }

  private void snapshot() throws IOException {
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

  /** HDFS joins only files of one directory that are in no snapshot. */
  private void concat() throws IOException {
    Path to = any("concat onto");
    Path from = any("concat of");
    if (to == null || to.equals(from) || !snapshots.isEmpty()) {
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

  private void restart() throws Exception {
    done.add("restart");
    linked.restartDataNode(random.nextInt(3));
    linked.cluster().triggerBlockReports();
  }

  private void scan() throws IOException {
    done.add("scan");
    for (DataNode node : linked.cluster().getDataNodes()) {
      DataNodeTestUtils.runDirectoryScanner(node);
    }
  }

  private void check() throws IOException {
    linked.cluster().triggerBlockReports();
    for (Map.Entry<Path, byte[]> file : expected.entrySet()) {
      assertThat(linked.read(file.getKey().toString()))
          .as(file.getKey().toString())
          .isEqualTo(file.getValue());
    }
    assertThat(linked.cluster().getNamesystem().getMissingBlocksCount()).isZero();
    for (Map.Entry<java.nio.file.Path, Before> object : objects.entrySet()) {
      assertThat(Files.readAllBytes(object.getKey())).isEqualTo(object.getValue().bytes());
      PosixFileAttributes before = object.getValue().attributes();
      PosixFileAttributes after = Files.readAttributes(object.getKey(), PosixFileAttributes.class);
      assertThat(after.lastModifiedTime()).isEqualTo(before.lastModifiedTime());
      assertThat(after.permissions()).isEqualTo(before.permissions());
      assertThat(after.owner()).isEqualTo(before.owner());
      assertThat(after.group()).isEqualTo(before.group());
      assertThat(after.fileKey()).isEqualTo(before.fileKey());
    }
  }
}
