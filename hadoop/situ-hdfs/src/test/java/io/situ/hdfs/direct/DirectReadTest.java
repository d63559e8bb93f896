// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.direct;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.situ.hadoop.fs.statistics.SituStatistics;
import io.situ.hdfs.cluster.DirectReadClients;
import io.situ.hdfs.cluster.DirectReadMain;
import io.situ.hdfs.cluster.HdfsUsers;
import io.situ.hdfs.cluster.LinkedClusterFixture;
import io.situ.storage.testkit.lab.JavaCommand;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.security.AccessControlException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;

/** Clients that read attached files from their stores. */
class DirectReadTest extends LinkedClusterFixture {

  private static final int LENGTH = 700_001;
  private static final String MARK = "raw.situ.object";
  private static final int OTHER_UID = 54_321;

  private DirectReadClients reads;
  private DistributedFileSystem client;
  private String name;
  private String file;
  private byte[] bytes;

  @BeforeEach
  void attach(TestInfo test) throws IOException {
    name = test.getTestMethod().orElseThrow().getName();
    file = "/" + name + "/object";
    bytes = linked.write("on12/" + name + "/object", LENGTH);
    linked.attach("/on12/" + name, "/" + name);
    reads = new DirectReadClients(linked);
    client = reads.client(Map.of());
  }

  @AfterEach
  void close() throws IOException {
    client.close();
  }

  private Path object() {
    return linked.home().resolve("on12/" + name + "/object");
  }

  private static org.apache.hadoop.fs.Path path(String text) {
    return new org.apache.hadoop.fs.Path(text);
  }

  private static org.apache.hadoop.fs.Path raw(String text) {
    return new org.apache.hadoop.fs.Path("/.reserved/raw" + text);
  }

  private void assertDirect(FileSystem from, String path) throws IOException {
    DirectReadClients.Content content = DirectReadClients.read(from, path);
    assertThat(content.bytes()).isEqualTo(bytes);
    assertThat(content.direct()).as("read from the store").isTrue();
  }

  private void assertThroughDataNodes(FileSystem from, String path) throws IOException {
    DirectReadClients.Content content = DirectReadClients.read(from, path);
    assertThat(content.bytes()).isEqualTo(bytes);
    assertThat(content.direct()).as("read from the store").isFalse();
  }

  private void assertUnserved(FileSystem from, String path) {
    assertThatThrownBy(() -> DirectReadClients.read(from, path)).isInstanceOf(IOException.class);
  }

  @Test
  void theObjectIsReadAndCounted() throws IOException {
    long before = SituStatistics.of("data").bytesRead();
    FileSystem.Statistics statistics = FileSystem.getStatistics("hdfs", client.getClass());
    long counted = statistics.getBytesRead();

    assertDirect(client, file);

    assertThat(SituStatistics.of("data").bytesRead() - before).isEqualTo(LENGTH);
    assertThat(statistics.getBytesRead() - counted).isEqualTo(LENGTH);
  }

  /** Reads of every kind, also wrong ones, have the results that they have through DataNodes. */
  @Test
  void readsAreThoseOfHdfs() throws IOException {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    try (FSDataInputStream direct = client.open(path(file));
        FSDataInputStream stock = linked.hdfs().open(path(file))) {
      for (int i = 0; i < 400; i++) {
        int kind = random.nextInt(8);
        long position = random.nextInt(LENGTH + 40) - 20L;
        int length = random.nextInt(random.nextBoolean() ? 90 : 90_000);
        assertThat(result(direct, kind, position, length))
            .as("seed %d, call %d: %d at %d, %d bytes", seed, i, kind, position, length)
            .isEqualTo(result(stock, kind, position, length));
      }
      assertThat(DirectReadClients.isDirect(direct)).isTrue();
    }
  }

  /** What a call gives; one that may give fewer bytes than it is asked for is repeated. */
  private static String result(FSDataInputStream in, int kind, long position, int length) {
    byte[] target = new byte[length];
    try {
      String result =
          switch (kind) {
            case 0 -> Integer.toString(in.read());
            case 1 -> Integer.toString(in.readNBytes(target, 0, length));
            case 2 -> {
              in.seek(position);
              yield "sought";
            }
            case 3 -> {
              in.readFully(position, target);
              yield "full";
            }
            case 4 -> {
              in.readFully(position, ByteBuffer.wrap(target));
              yield "full";
            }
            case 5 -> {
              ByteBuffer direct = ByteBuffer.allocateDirect(length);
              while (direct.hasRemaining() && in.read(direct) >= 0) {
                Thread.onSpinWait();
              }
              int count = direct.position();
              direct.flip().get(target, 0, count);
              yield "" + count;
            }
            case 6 -> {
              in.unbuffer();
              yield "unbuffered " + in.available();
            }
            default -> {
              List<FileRange> ranges =
                  List.of(FileRange.createFileRange(Math.max(0, position), length));
              in.readVectored(ranges, ByteBuffer::allocate);
              ranges.get(0).getData().join().get(target);
              yield "vectored";
            }
          };
      return result + " " + Arrays.hashCode(target) + " at " + in.getPos();
    } catch (IOException | RuntimeException e) {
      return "failed";
    }
  }

  @Test
  void checksumsAreThoseOfHdfsAndReadWhereAskedFor() throws IOException {
    assertThat(client.getFileChecksum(path(file)))
        .isEqualTo(linked.hdfs().getFileChecksum(path(file)));
    client.setVerifyChecksum(true);
    assertThroughDataNodes(client, file);
    client.setVerifyChecksum(false);
    assertDirect(client, file);
  }

  @Test
  void whatThisHostDoesNotHaveIsReadThroughDataNodes() throws IOException {
    Path empty = Files.createDirectories(scratch.resolve("empty"));
    List<Map<String, String>> clients =
        List.of(
            Map.of("fs.situ.store.data.root", empty.toString()),
            Map.of("fs.situ.store.data.root", empty + "/missing"),
            Map.of("fs.situ.store.data.no-such-key", "1"),
            Map.of("fs.situ.hdfs.stores", "other"));
    for (Map<String, String> settings : clients) {
      try (DistributedFileSystem other = reads.client(settings)) {
        assertThroughDataNodes(other, file);
      }
    }
  }

  /** The same path and bytes of another store. */
  @Test
  void aCopyOfTheStoreIsNotTheStore() throws IOException {
    Path copy = scratch.resolve("copy");
    Path there = copy.resolve("on12/" + name + "/object");
    Files.createDirectories(there.getParent());
    byte[] others = bytes.clone();
    others[5]++;
    Files.write(there, others);
    Files.setLastModifiedTime(there, Files.getLastModifiedTime(object()));
    try (DistributedFileSystem other =
        reads.client(Map.of("fs.situ.store.data.root", copy.toString()))) {
      assertThroughDataNodes(other, file);
    }
  }

  @Test
  void anObjectThatWasWrittenIsNotServed() throws IOException {
    Files.write(object(), new byte[LENGTH]);
    assertUnserved(client, file);
  }

  /** DataNodes know by their checksums; a client without them must not be fooled. */
  @Test
  void anObjectWhoseTimeWasPutBackIsNotServed() throws IOException {
    FileTime modified = Files.getLastModifiedTime(object());
    Files.write(object(), new byte[LENGTH]);
    Files.setLastModifiedTime(object(), modified);
    assertUnserved(client, file);
  }

  @Test
  void anObjectThatWasCutIsNotServed() throws IOException {
    try (FileChannel channel = FileChannel.open(object(), StandardOpenOption.WRITE)) {
      channel.truncate(LENGTH / 2);
    }
    assertUnserved(client, file);
  }

  @Test
  void anObjectWithOtherAttributesIsReadThroughDataNodes() throws IOException {
    Files.setPosixFilePermissions(object(), PosixFilePermissions.fromString("rw-r-----"));
    assertThroughDataNodes(client, file);
  }

  @Test
  void aLinkInThePlaceOfTheObjectIsNotFollowed() throws IOException {
    Path moved = Files.move(object(), object().resolveSibling("moved"));
    Files.createSymbolicLink(object(), moved);
    assertUnserved(client, file);
  }

  /** Reading goes on through DataNodes where it was, whichever call notices. */
  @Test
  void readingGoesOnWhereItWas() throws IOException {
    for (int kind = 0; kind < 5; kind++) {
      Files.setPosixFilePermissions(object(), PosixFilePermissions.fromString("rw-r--r--"));
      linked.hdfs().delete(path("/" + name), true);
      linked.attach("/on12/" + name, "/" + name);
      try (FSDataInputStream in = client.open(path(file))) {
        in.seek(300_000);
        assertThat(in.read()).isEqualTo(bytes[300_000] & 0xff);
        in.unbuffer();
        assertThat(DirectReadClients.isDirect(in)).isTrue();

        Files.setPosixFilePermissions(object(), PosixFilePermissions.fromString("rw-------"));
        assertThat(next(in, kind, 100)).isEqualTo(Arrays.copyOfRange(bytes, 300_001, 300_101));
        assertThat(DirectReadClients.isDirect(in)).as("kind %d", kind).isFalse();
        in.seek(300_101);
        assertThat(in.readAllBytes()).isEqualTo(Arrays.copyOfRange(bytes, 300_101, LENGTH));
      }
    }
  }

  private static byte[] next(FSDataInputStream in, int kind, int length) throws IOException {
    byte[] target = new byte[length];
    switch (kind) {
      case 0 -> in.readFully(target);
      case 1 -> {
        target[0] = (byte) in.read();
        in.readFully(target, 1, length - 1);
      }
      case 2 -> in.readFully(300_001, target);
      case 3 -> in.readFully(300_001, ByteBuffer.wrap(target));
      default -> {
        ByteBuffer buffer = ByteBuffer.wrap(target);
        while (buffer.hasRemaining() && in.read(buffer) >= 0) {
          Thread.onSpinWait();
        }
      }
    }
    return target;
  }

  /** No byte of the new version is given, whatever was read of the old one. */
  @Test
  void versionsAreNotMixed() throws IOException {
    try (FSDataInputStream in = client.open(path(file))) {
      in.readFully(new byte[1000]);
      in.unbuffer();
      try (FileChannel channel = FileChannel.open(object(), StandardOpenOption.WRITE)) {
        channel.write(ByteBuffer.wrap(new byte[] {1, 2, 3}), 5000);
      }

      assertThatThrownBy(in::readAllBytes).isInstanceOf(IOException.class);
      assertThat(in.getPos()).isEqualTo(1000);
      assertThatThrownBy(() -> in.readFully(5000, new byte[3])).isInstanceOf(IOException.class);
    }
  }

  @Test
  void filesThatWereWrittenInHdfsAreReadThere() throws IOException {
    DistributedFileSystem hdfs = linked.hdfs();
    hdfs.setStoragePolicy(path(file), "HOT");
    try (OutputStream out = hdfs.append(path(file))) {
      out.write("more".getBytes(UTF_8));
    }
    bytes = Arrays.copyOf(bytes, LENGTH + 4);
    System.arraycopy("more".getBytes(UTF_8), 0, bytes, LENGTH, 4);
    assertThroughDataNodes(client, file);
    hdfs.truncate(path(file), LENGTH);
    bytes = Arrays.copyOf(bytes, LENGTH);
    for (int i = 0; i < 200 && !hdfs.isFileClosed(path(file)); i++) {
      java.util.concurrent.locks.LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
    }
    assertThroughDataNodes(client, file);
  }

  @Test
  void renamedFilesAndSnapshotsAreReadDirectly() throws IOException {
    DistributedFileSystem hdfs = linked.hdfs();
    hdfs.allowSnapshot(path("/" + name));
    hdfs.createSnapshot(path("/" + name), "s");
    hdfs.rename(path(file), path("/" + name + "/other"));

    assertDirect(client, "/" + name + "/other");
    assertDirect(client, "/" + name + "/.snapshot/s/object");
    Files.write(object(), new byte[LENGTH]);
    assertUnserved(client, "/" + name + "/.snapshot/s/object");
  }

  /** A mark of another file, and one that names another object, in whatever name space. */
  @Test
  void forgedMarksCountForNothing() throws Exception {
    HdfsUsers users = new HdfsUsers(linked);
    DistributedFileSystem hdfs = linked.hdfs();
    byte[] mark = hdfs.getXAttr(raw(file), MARK);
    hdfs.mkdirs(path("/open-" + name), new FsPermission(0777));
    hdfs.setPermission(path("/open-" + name), new FsPermission(0777));
    String bait = "/open-" + name + "/bait";
    users.write("daemon", bait, "bait");
    users.mark("daemon", bait, "user.situ.object", mark);
    for (String forged : List.of(MARK, "trusted.situ.object")) {
      assertThatThrownBy(() -> users.mark("daemon", bait, forged, mark))
          .isInstanceOf(AccessControlException.class);
      assertThatThrownBy(() -> users.mark("daemon", "/.reserved/raw" + bait, forged, mark))
          .isInstanceOf(AccessControlException.class);
    }
    bytes = "bait".getBytes(UTF_8);
    assertThroughDataNodes(client, bait);

    hdfs.setXAttr(raw(bait), MARK, mark);
    assertThroughDataNodes(client, bait);
    for (String junk : List.of("junk", "1\tx\t2\t3\t4\t5", "1\t0\t2\t3")) {
      hdfs.setXAttr(raw(bait), MARK, junk.getBytes(UTF_8));
      assertThroughDataNodes(client, bait);
    }
  }

  /** The store would act with the rights of this process, not with theirs. */
  @Test
  void otherUsersOfTheProcessReadThroughDataNodes() throws Exception {
    assumeTrue(!System.getProperty("user.name").equals("daemon"), "needs another user");
    linked.hdfs().setPermission(path(file), new FsPermission(0444));
    org.apache.hadoop.security.UserGroupInformation other =
        org.apache.hadoop.security.UserGroupInformation.createUserForTesting(
            "daemon", new String[] {"nobody"});
    other.doAs(
        (java.security.PrivilegedExceptionAction<Void>)
            () -> {
              try (DistributedFileSystem theirs = reads.client(Map.of())) {
                assertThroughDataNodes(theirs, file);
              }
              return null;
            });
  }

  private static boolean canDrop() throws IOException {
    return Files.isExecutable(Path.of("/usr/bin/setpriv"))
        && Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
  }

  /** A process of an ordinary user of HDFS, which may read what its own user may. */
  @Test
  @Timeout(value = 2, unit = TimeUnit.MINUTES)
  void hdfsAndTheStoreMustBothAllow() throws Exception {
    assumeTrue(canDrop(), "needs root and setpriv (util-linux)");
    String tree = "/on12/" + name;
    for (String each : List.of("both", "hdfs-only", "store-only")) {
      linked.write(tree.substring(1) + "/" + each, LENGTH);
    }
    Path denied = linked.home().resolve(tree.substring(1) + "/hdfs-only");
    Files.setAttribute(denied, "unix:uid", OTHER_UID);
    Files.setPosixFilePermissions(denied, PosixFilePermissions.fromString("rw-------"));
    linked.attach(tree, "/" + name);
    linked.hdfs().setPermission(path("/" + name), new FsPermission(0755));
    linked.hdfs().setPermission(path("/" + name + "/both"), new FsPermission(0444));
    linked.hdfs().setPermission(path("/" + name + "/hdfs-only"), new FsPermission(0444));
    linked.hdfs().setPermission(path("/" + name + "/store-only"), new FsPermission(0400));

    Map<String, String> read = new TreeMap<>();
    for (String line : readAs("daemon", List.of("both", "hdfs-only", "store-only"))) {
      String[] words = line.split("\t");
      if (words[0].equals("read")) {
        read.put(words[1].substring(name.length() + 2), words[2]);
      }
    }
    String whole = Integer.toString(Arrays.hashCode(bytes));
    assertThat(read)
        .containsExactly(
            Map.entry("both", "true " + whole),
            Map.entry("hdfs-only", "false " + whole),
            Map.entry("store-only", "AccessControlException"));
  }

  private List<String> readAs(String user, List<String> names) throws Exception {
    Path site = scratch.resolve("client.xml");
    try (OutputStream out = Files.newOutputStream(site)) {
      reads.configuration(Map.of()).writeXml(out);
    }
    List<String> command = JavaCommand.of(DirectReadMain.class).call(site);
    command.addAll(0, List.of("setpriv", "--bounding-set=-dac_override,-dac_read_search"));
    names.forEach(each -> command.add("/" + name + "/" + each));
    Path log = scratch.resolve("client.log");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
    builder.environment().put("HADOOP_USER_NAME", user);
    assertThat(builder.start().waitFor()).as(Files.readString(log)).isZero();
    return Files.readAllLines(log);
  }
}
