// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.libcephfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.driver.ceph.CephTestCluster;
import io.situ.driver.ceph.cephfs.CephProvider;
import io.situ.driver.ceph.cephfs.OtherUserStore;
import io.situ.driver.ceph.cephfs.client.CephClusterSessions;
import io.situ.storage.Attributes;
import io.situ.storage.Listing;
import io.situ.storage.ReadHandle;
import io.situ.storage.StorageUsage;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.testkit.lab.JavaCommand;
import io.situ.storage.util.StoreFiles;
import io.situ.testing.ceph.CephPlan;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A file system without a mount beyond the contract: beside a mount, and when something is wrong.
 */
public final class CephClusterLibCephFs {

  private static final int MB = 1 << 20;
  private static final StorePath FILE = StorePath.of("/f");

  private static Path directory(String name) throws Exception {
    return Files.createDirectories(CephTestCluster.mount().resolve(name));
  }

  private static byte[] bytes(int size) {
    byte[] bytes = new byte[size];
    new Random(size).nextBytes(bytes);
    return bytes;
  }

  private static void write(Store store, StorePath path, byte[] bytes) throws Exception {
    StoreFiles.writeAll(store, path, ByteBuffer.wrap(bytes), WriteHandle.Options.REPLACE);
  }

  private static byte[] read(Store store, StorePath path) throws Exception {
    return StoreFiles.readAll(store, path, 64 * MB);
  }

  private static ByteBuffer readAt(ReadHandle file, long position, int length) throws Exception {
    ByteBuffer room = ByteBuffer.allocateDirect(length);
    StoreFiles.readFully(file, position, room);
    return room.flip();
  }

  private static void refused(Kind kind, String sentence, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.kind()).as("%s", e).isEqualTo(kind))
        .hasMessageContaining(sentence);
  }

  private static Map<StorePath, StoreObject> list(Store store, Listing.Options options)
      throws Exception {
    Map<StorePath, StoreObject> objects = new TreeMap<>();
    try (Listing listing = store.list(StorePath.ROOT, options)) {
      for (StoreObject next = listing.next(); next != null; next = listing.next()) {
        assertThat(objects.put(next.path(), next)).isNull();
      }
    }
    return objects;
  }

  @Test
  void itDescribesAndPlacesWhatIsThereAsAMountDoes() throws Exception {
    Path top = directory("alike");
    Files.write(top.resolve("plain"), bytes(9 * MB));
    Files.createDirectories(top.resolve("d/e"));
    Files.createSymbolicLink(top.resolve("link"), Path.of("d/../plain"));
    CephTestCluster.run("mkfifo", top.resolve("fifo").toString());
    CephTestCluster.run("chown", "12345:54321", top.resolve("plain").toString());
    CephTestCluster.run("touch", "-d", "@1234567.891", top.resolve("d/e").toString());
    CephTestCluster.run(
        "setfattr", "-n", "ceph.dir.layout.stripe_count", "-v", "2", top.toString());
    try (RandomAccessFile out = new RandomAccessFile(top.resolve("striped").toFile(), "rw")) {
      out.setLength(100L * MB);
    }
    try (Store mountless = CephTestCluster.openMountless("alike", "replicas", "all");
        Store mount = CephTestCluster.open("alike", "replicas", "all")) {
      String odd = StorePath.decode(new byte[] {'x', (byte) 0xff, '\n', (byte) 0xc3});
      write(mountless, StorePath.of("/d").child(odd), bytes(1));
      for (Listing.Options options :
          new Listing.Options[] {
            Listing.Options.FLAT.withPlacement(),
            Listing.Options.RECURSIVE.withPlacement(),
            Listing.Options.RECURSIVE.withFollowLinks().withPlacement()
          }) {
        assertThat(list(mountless, options)).isNotEmpty().isEqualTo(list(mount, options));
      }
      StoreObject striped = mountless.stat(StorePath.of("/striped"), true);
      assertThat(mountless.placement(striped, 3 * MB, 60L * MB))
          .isNotEmpty()
          .isEqualTo(mount.placement(striped, 3 * MB, 60L * MB));
      assertThat(mountless.info().identity()).isNotEqualTo(mount.info().identity());
      assertThat(mountless.info().root()).isEqualTo("cephfs:/alike");
    }
  }

  @Test
  void whatAnotherHostWritesIsReadAtOnceThroughAnOpenFile() throws Exception {
    Path file = Files.write(directory("growing").resolve("f"), bytes(3 * MB));
    try (Store store = CephTestCluster.openMountless("growing");
        ReadHandle open = store.open(FILE, ReadHandle.Options.DEFAULT)) {
      assertThat(readAt(open, 0, 3 * MB)).isEqualTo(ByteBuffer.wrap(bytes(3 * MB)));
      assertThat(open.read(3 * MB, ByteBuffer.allocate(1))).isEqualTo(-1);
      Files.write(file, bytes(2 * MB), StandardOpenOption.APPEND);
      assertThat(readAt(open, 3 * MB, 2 * MB)).isEqualTo(ByteBuffer.wrap(bytes(2 * MB)));
      try (WriteHandle more = store.append(FILE)) {
        more.write(ByteBuffer.wrap(new byte[] {7}));
        more.flush();
        assertThat(Files.readAllBytes(file)).hasSize(5 * MB + 1).endsWith(7);
      }
    }
  }

  @Test
  void aFileThatAnotherHostReplacesIsReadToItsEnd() throws Exception {
    Path top = directory("replaced-beside");
    Files.write(top.resolve("f"), bytes(5 * MB));
    try (Store store = CephTestCluster.openMountless("replaced-beside");
        ReadHandle open = store.open(FILE, ReadHandle.Options.DEFAULT)) {
      Files.write(top.resolve("g"), bytes(2 * MB));
      Files.move(top.resolve("g"), top.resolve("f"), StandardCopyOption.REPLACE_EXISTING);
      assertThat(readAt(open, 0, 5 * MB)).isEqualTo(ByteBuffer.wrap(bytes(5 * MB)));
      StoreObject.Version old = open.object().version();
      refused(
          Kind.CHANGED,
          "not the version",
          () -> store.open(FILE, ReadHandle.Options.DEFAULT.withExpected(old)));
      assertThat(read(store, FILE)).isEqualTo(bytes(2 * MB));
    }
  }

  @Test
  void writingNothingNeverReachesTheLibrary() throws Exception {
    directory("nothing");
    try (Store store = CephTestCluster.openMountless("nothing")) {
      try (WriteHandle file = store.create(FILE, WriteHandle.Options.EXCLUSIVE)) {
        file.write(ByteBuffer.allocate(0));
        file.write(ByteBuffer.allocateDirect(0));
        file.flush();
        file.sync();
        assertThat(file.position()).isZero();
      }
      try (WriteHandle file = store.append(FILE)) {
        file.write(ByteBuffer.allocate(0));
      }
      assertThat(store.stat(FILE, true).size()).isZero();
    }
  }

  @Test
  void noLinkLeadsBesideTheRootOrToAHost() throws Exception {
    Path top = directory("outer/inner");
    Files.write(top.resolveSibling("secret"), bytes(10));
    Files.createSymbolicLink(top.resolve("beside"), Path.of("../secret"));
    Files.createSymbolicLink(top.resolve("host"), top.resolveSibling("secret"));
    Files.createSymbolicLink(top.resolve("round"), Path.of("../inner/f"));
    Files.write(top.resolve("f"), bytes(1));
    try (Store store = CephTestCluster.openMountless("outer/inner")) {
      for (String name : new String[] {"/beside", "/host", "/round"}) {
        StorePath link = StorePath.of(name);
        refused(Kind.OUTSIDE_ROOT, "out of the store's root", () -> read(store, link));
        assertThat(store.stat(link, false).linkTarget()).isPresent();
      }
      assertThat(read(store, FILE)).isEqualTo(bytes(1));
    }
  }

  @Test
  void aQuotaIsReportedAndHeld() throws Exception {
    Path top = directory("quota/below");
    CephTestCluster.run(
        "setfattr", "-n", "ceph.quota.max_bytes", "-v", "8388608", top.getParent().toString());
    try (Store store = CephTestCluster.openMountless("quota")) {
      StorageUsage space = store.space(StorePath.of("/below"));
      assertThat(space.quota()).hasValue(8 * MB);
      assertThat(space.available()).isBetween(1L, 8L * MB);
      StorePath large = StorePath.of("/below/large");
      ByteBuffer more = ByteBuffer.allocateDirect(16 * MB);
      try (WriteHandle file = store.create(large, WriteHandle.Options.EXCLUSIVE)) {
        refused(Kind.NO_SPACE, "quota", () -> file.write(more));
        file.abort();
      }
    }
    directory("free");
    try (Store store = CephTestCluster.openMountless("free")) {
      assertThat(store.space(StorePath.ROOT).quota()).isEmpty();
    }
  }

  @Test
  void aSnapshotIsReadAndNeverWritten() throws Exception {
    directory("frozen-mountless");
    try (Store store = CephTestCluster.openMountless("frozen-mountless")) {
      write(store, FILE, bytes(6 * MB));
      try (Store.Snapshot snapshot = store.snapshot(StorePath.ROOT, "label")) {
        StorePath frozen = snapshot.path().child("f");
        StoreObject today = store.stat(FILE, true);
        StoreObject then = store.stat(frozen, true);
        assertThat(store.placement(then, 0, then.size()))
            .isNotEmpty()
            .isEqualTo(store.placement(today, 0, today.size()));
        write(store, FILE, bytes(1));
        assertThat(read(store, frozen)).isEqualTo(bytes(6 * MB));
        store.createSymlink(StorePath.of("/link"), ".");
        StorePath linked = StorePath.of("/link" + snapshot.path());
        try (Listing listing = store.list(linked, Listing.Options.FLAT)) {
          assertThat(listing.next().path()).isEqualTo(linked.child("f"));
        }
        refused(
            Kind.PERMISSION_DENIED,
            "snapshot",
            () -> write(store, snapshot.path().child("new"), bytes(1)));
        refused(Kind.PERMISSION_DENIED, "snapshot", () -> store.delete(frozen));
      }
    }
  }

  @Test
  void anothersFileStaysInADirectoryWithTheStickyBit() throws Exception {
    Path top = directory("sticky");
    Path file = Files.write(top.resolve("f"), bytes(3));
    Files.setAttribute(top, "unix:mode", 01777);
    Files.setAttribute(file, "unix:mode", 0666);
    StorePath other = StorePath.of("/g");
    try (Store store = OtherUserStore.open("sticky", 12345)) {
      refused(
          Kind.PERMISSION_DENIED,
          "/f",
          () -> store.rename(FILE, other, Store.RenameMode.NO_REPLACE));
    }
    assertThat(top.toFile().list()).containsExactly("f");
    assertThat(Files.getAttribute(file, "unix:nlink")).isEqualTo(1);
  }

  @Test
  void storesOfOneRootShareASession() throws Exception {
    directory("shared/below");
    int before = CephClusterSessions.count();
    try (Store one = CephTestCluster.openMountless("shared");
        Store two = CephTestCluster.openMountless("shared")) {
      assertThat(CephClusterSessions.count()).isEqualTo(before + 1);
      try (Store three = CephTestCluster.openMountless("shared/below")) {
        assertThat(CephClusterSessions.count()).isEqualTo(before + 2);
        write(one, StorePath.of("/below/f"), bytes(3));
        assertThat(read(two, StorePath.of("/below/f"))).isEqualTo(bytes(3));
        assertThat(read(three, FILE)).isEqualTo(bytes(3));
      }
    }
    assertThat(CephClusterSessions.count()).isEqualTo(before);
    Store closed = CephTestCluster.openMountless("shared");
    closed.close();
    closed.close();
    refused(Kind.FAILED, "closed", () -> closed.stat(FILE, true));
  }

  @Test
  void tasksReadLargeFilesInASessionThatReadsNothingAhead() throws Exception {
    directory("task-mountless");
    ReadHandle.Options task = ReadHandle.Options.DEFAULT.withTask(true);
    StorePath large = StorePath.of("/large");
    int before = CephClusterSessions.count();
    try (Store store = CephTestCluster.openMountless("task-mountless")) {
      write(store, FILE, bytes(MB));
      write(store, large, bytes(9 * MB + 17));
      try (ReadHandle small = store.open(FILE, task);
          ReadHandle notOfATask = store.open(large, ReadHandle.Options.DEFAULT)) {
        assertThat(read(small)).isEqualTo(bytes(MB));
        assertThat(read(notOfATask)).isEqualTo(bytes(9 * MB + 17));
        assertThat(CephClusterSessions.count()).isEqualTo(before + 1);
      }
      try (ReadHandle file = store.open(large, task)) {
        assertThat(read(file)).isEqualTo(bytes(9 * MB + 17));
        assertThat(CephClusterSessions.count()).isEqualTo(before + 2);
      }
      write(store, large, bytes(5 * MB));
      try (ReadHandle file = store.open(large, task)) {
        assertThat(read(file)).isEqualTo(bytes(5 * MB));
      }
      refused(Kind.NOT_FOUND, "/none", () -> store.open(StorePath.of("/none"), task));
      refused(Kind.IS_A_DIRECTORY, "/", () -> store.open(StorePath.ROOT, task));
    }
    assertThat(CephClusterSessions.count()).isEqualTo(before);
  }

  private static byte[] read(ReadHandle file) throws Exception {
    ByteBuffer all = ByteBuffer.allocateDirect((int) file.object().size());
    while (all.hasRemaining()) {
      assertThat(file.read(all.position(), all)).isPositive();
    }
    byte[] bytes = new byte[all.flip().remaining()];
    all.get(bytes);
    return bytes;
  }

  @Test
  void whatCannotBeOpenedIsASentence() throws Exception {
    directory("refused");
    Files.write(CephTestCluster.mount().resolve("a-file"), bytes(1));
    Path wrong = CephTestCluster.HERE.resolve("wrong-mountless.keyring");
    Files.writeString(wrong, "[client.situ]\n\tkey = AQAAAAAAAAAAABAAMDEyMzQ1Njc4OWFiY2RlZg==\n");
    Files.setPosixFilePermissions(wrong, PosixFilePermissions.fromString("rw-------"));
    Kind denied = Kind.PERMISSION_DENIED;
    refused(denied, "Ceph refuses client.nobody", () -> open("refused", "user", "nobody"));
    refused(denied, "Ceph refuses client.situ", () -> open("refused", "keyring", wrong.toString()));
    refused(Kind.NOT_FOUND, "no directory /none in", () -> open("none"));
    refused(Kind.NOT_A_DIRECTORY, "/a-file is a file", () -> open("a-file"));
    refused(Kind.NOT_FOUND, "the file system other", () -> open("refused", "fs", "other"));
    assertThat(CephClusterSessions.count()).isZero();
  }

  private static void open(String directory, String... keysAndValues) throws Exception {
    CephTestCluster.openMountless(directory, keysAndValues).close();
  }

  /** The library forgets it for a moment, in one of ten cases for long enough to be seen. */
  @Test
  void aSecondNameIsThereWhenTheFirstOneIsReplaced() throws Exception {
    directory("twins");
    try (Store store = CephTestCluster.openMountless("twins")) {
      for (int i = 0; i < 30; i++) {
        StorePath directory = StorePath.of("/d" + i);
        store.mkdir(directory, 0755);
        write(store, directory.child("first"), bytes(3));
        store.createHardLink(directory.child("second"), directory.child("first"));
        write(store, directory.child("first"), bytes(5));
        assertThat(read(store, directory.child("second"))).isEqualTo(bytes(3));
      }
    }
  }

  @Test
  void aSessionThatTheClusterEndsIsBegunAgainOnce() throws Exception {
    directory("evicted");
    try (Store store = CephTestCluster.openMountless("evicted")) {
      byte[] bytes = bytes(40 * MB);
      write(store, FILE, bytes);
      WriteHandle writing = store.create(StorePath.of("/lost"), WriteHandle.Options.EXCLUSIVE);
      writing.write(ByteBuffer.wrap(bytes(MB)));
      try (ReadHandle reading = store.open(FILE, ReadHandle.Options.DEFAULT)) {
        assertThat(readAt(reading, 0, 10)).isEqualTo(ByteBuffer.wrap(bytes, 0, 10));
        CephClusterSessions.evict("/evicted");
        assertThat(store.stat(FILE, true)).isEqualTo(reading.object());
        assertThat(readAt(reading, 20 * MB, 20 * MB))
            .isEqualTo(ByteBuffer.wrap(bytes, 20 * MB, 20 * MB));
      }
      refused(Kind.FAILED, "may be lost", writing::close);
      writeAfterTheEnd(store, StorePath.of("/after"));
      assertThat(Files.readAllBytes(CephTestCluster.mount().resolve("evicted/after")))
          .isEqualTo(bytes(3));
      assertThat(CephClusterSessions.count()).isEqualTo(1);
    }
    assertThat(CephClusterSessions.count()).isZero();
  }

  /** Servers hear of the end at different times: what was read may have come in the old session. */
  private static void writeAfterTheEnd(Store store, StorePath path) throws Exception {
    try {
      write(store, path, bytes(3));
    } catch (StoreException e) {
      assertThat(e).hasMessageContaining("the next call begins another");
      write(store, path, bytes(3));
    }
  }

  /**
   * Of two sessions one finds no source, at the latest when the servers rename. That takes them
   * some seconds: the other's request waits until they write their journal.
   */
  @Test
  @Timeout(120)
  void aLookUpAfterALostRenameReturns() throws Exception {
    directory("race/in");
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try (Store above = CephTestCluster.openMountless("race");
        Store below = CephTestCluster.openMountless("race/in")) {
      StorePath old = StorePath.of("/in/f");
      StorePath renamed = StorePath.of("/in/g");
      for (int round = 0; round < 2; round++) {
        write(above, old, bytes(round));
        Callable<Boolean> one = () -> isRenamed(above, old, renamed);
        Callable<Boolean> other = () -> isRenamed(below, FILE, StorePath.of("/g"));
        List<Boolean> outcomes = new ArrayList<>();
        for (Future<Boolean> outcome : threads.invokeAll(List.of(one, other))) {
          outcomes.add(outcome.get());
        }
        assertThat(outcomes).containsExactlyInAnyOrder(true, false);
        assertThat(read(above, renamed)).isEqualTo(bytes(round));
        assertThat(read(below, StorePath.of("/g"))).isEqualTo(bytes(round));
      }
    } finally {
      threads.shutdown();
    }
  }

  private static boolean isRenamed(Store store, StorePath from, StorePath to)
      throws StoreException {
    try {
      store.rename(from, to, Store.RenameMode.REPLACE);
      return true;
    } catch (StoreException e) {
      assertThat(e.kind()).as("%s", e).isEqualTo(Kind.NOT_FOUND);
      return false;
    }
  }

  @Test
  void whatWasClosedIsThereAlsoIfTheProcessDiesThen() throws Exception {
    Path top = directory("dying");
    writeAndDie("/dying", "close");
    assertThat(Files.readAllBytes(top.resolve("f"))).isEqualTo(bytes(5 * MB));
    assertThat(Files.getPosixFilePermissions(top.resolve("f"))).hasSize(1);
  }

  /** Readers wait until the servers miss the writer, which here they do after half a minute. */
  @Tag("long")
  @Test
  @Timeout(120)
  void whatWasSentIsThereAlsoIfTheProcessDiesWithTheFileOpen() throws Exception {
    Path top = directory("dying-open");
    writeAndDie("/dying-open", "sync");
    assertThat(Files.readAllBytes(top.resolve("f"))).isEqualTo(bytes(5 * MB));
    try (Store store = CephTestCluster.openMountless("dying-open")) {
      assertThat(read(store, FILE)).isEqualTo(bytes(5 * MB));
    }
  }

  private static void writeAndDie(String root, String end) throws Exception {
    Process process =
        new ProcessBuilder(
                JavaCommand.of(Writer.class).call(CephTestCluster.CLUSTER.plan().conf(), root, end))
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as("%s", said).isEqualTo(Writer.HALTED);
  }

  /** A process that writes a file and dies, without a word to the cluster. */
  static final class Writer {
    static final int HALTED = 7;

    private Writer() {}

    /** Writes the file f of a directory, and closes it or only sends what it wrote. */
    public static void main(String[] arguments) throws Exception {
      Map<String, String> keys =
          Map.of(
              "mount", "none", "root", arguments[1], "conf", arguments[0], "user", CephPlan.USER);
      Store store = new CephProvider().open(new StoreConfig("lab", keys));
      if (arguments[2].equals("close")) {
        write(store, FILE, bytes(5 * MB));
        store.setAttributes(FILE, Attributes.Change.NONE.withMode(0400));
      } else {
        WriteHandle file = store.create(FILE, WriteHandle.Options.EXCLUSIVE);
        file.write(ByteBuffer.wrap(bytes(5 * MB)));
        file.sync();
      }
      Runtime.getRuntime().halt(HALTED);
    }
  }
}
