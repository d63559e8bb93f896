// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.attach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.situ.hadoop.fs.SituStores;
import io.situ.hdfs.attach.BrokenFile.Kind;
import io.situ.hdfs.client.FileChecksums;
import io.situ.hdfs.cluster.InterceptedNameNode;
import io.situ.hdfs.cluster.LinkRequests;
import io.situ.hdfs.cluster.LinkedCluster;
import io.situ.hdfs.cluster.OwnClusterFixture;
import io.situ.hdfs.link.LinkedBlock;
import io.situ.hdfs.parallel.ParallelSteps;
import io.situ.hdfs.source.ObjectSources;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StorePath;
import io.situ.storage.testkit.memory.MemoryProvider;
import java.io.Closeable;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.CRC32C;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.common.AutoCloseDataSetLock;
import org.apache.hadoop.hdfs.server.common.DataNodeLockManager.LockLevel;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.net.StandardSocketFactory;
import org.apache.hadoop.test.GenericTestUtils;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is attached is compared with the store, and its bytes with checksums of before. */
@Tag("hadoop-3.4-long")
class VerifyTest extends OwnClusterFixture {

  private static List<BrokenFile> broken(String target, KnownChecksums sums) throws IOException {
    return broken(target, sums, LinkedCluster.keys(linked.cluster().getConfiguration(0)));
  }

  private static List<BrokenFile> broken(
      String target, KnownChecksums sums, Map<String, String> settings) throws IOException {
    List<BrokenFile> broken = new ArrayList<>();
    try (HdfsAttachService service = open(settings, target)) {
      service.verify(broken::add, sums);
    }
    return broken;
  }

  private static HdfsAttachService open(Map<String, String> settings, String target)
      throws IOException {
    return HdfsAttachService.open(settings, linked.hdfs().getUri() + target);
  }

  /** Checksums of bytes, by the names of objects. Counts those that are compared. */
  private static final class Noted implements KnownChecksums {

    private final Map<String, byte[]> bytes;
    private final AtomicLong compared = new AtomicLong();

    Noted(Map<String, byte[]> bytes) {
      this.bytes = bytes;
    }

    @Override
    public OptionalInt of(LinkedBlock object) {
      return crc(bytes.get(object.object().name()));
    }

    @Override
    public void compared() {
      compared.incrementAndGet();
    }
  }

  private static OptionalInt crc(byte[] bytes) {
    if (bytes == null) {
      return OptionalInt.empty();
    }
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    return OptionalInt.of((int) crc.getValue());
  }

  /** Changes one byte of an object, and nothing that its version is made of. */
  private static void damage(String name) throws IOException {
    Path object = linked.home().resolve(name);
    FileTime time = Files.getLastModifiedTime(object);
    byte[] bytes = Files.readAllBytes(object);
    bytes[bytes.length / 2]++;
    Files.write(object, bytes);
    Files.setLastModifiedTime(object, time);
  }

  private static org.apache.hadoop.fs.Path path(String text) {
    return new org.apache.hadoop.fs.Path(text);
  }

  /** Nothing but a checksum taken before reveals bytes that changed under the same version. */
  @Test
  void aKnownChecksumRevealsDamage() throws Exception {
    byte[] rotten = linked.write("on1/noted/rotten", 700_001);
    Noted noted =
        new Noted(
            Map.of(
                "sound", linked.write("on1/noted/sound", 700_000),
                "rotten", rotten,
                "empty", linked.write("on1/noted/empty", 0)));
    linked.write("on1/noted/unknown", 3000);
    damage("on1/noted/rotten");
    linked.attach("/on1/noted", "/noted");

    List<BrokenFile> broken = broken("/noted", noted);

    assertThat(broken).hasSize(1);
    assertThat(broken.get(0).kind()).isEqualTo(Kind.DAMAGED);
    assertThat(broken.get(0).path()).isEqualTo("/noted/rotten");
    assertThat(broken.get(0).difference())
        .contains(String.format("had %08x", crc(rotten).getAsInt()));
    assertThat(noted.compared).hasValue(2);
    assertThat(broken("/noted", KnownChecksums.NONE)).isEmpty();
  }

  /** They have its checksums of before, and refuse the block. */
  @Test
  void damageThatDataNodesSeeKeepsNoOtherFileFromBeingCompared() throws Exception {
    byte[] a = linked.write("on1/seen/a", 700_000);
    linked.write("on1/seen/c", 700_002);
    Noted noted = new Noted(Map.of("a", a, "b", linked.write("on1/seen/b", 700_001), "c", a));
    linked.attach("/on1/seen", "/seen");
    damage("on1/seen/b");

    List<BrokenFile> broken = broken("/seen", noted);

    assertThat(broken)
        .extracting(BrokenFile::path, BrokenFile::kind)
        .containsExactly(tuple("/seen/b", Kind.UNSERVED), tuple("/seen/c", Kind.DAMAGED));
    assertThat(broken.get(0).difference())
        .startsWith(
            "DataNodes refuse 1 of its 1 blocks, though its object is the version that was attached");
    assertThat(noted.compared).hasValue(2);
    linked.hdfs().delete(path("/seen"), true);
  }

  /** As where the store is not mounted there for a while. */
  @Test
  void aDataNodeThatCannotReadTheStoreKeepsNoOtherFileFromBeingCompared() throws Exception {
    int sick = MissingChecksums.MAX_MISSING + 8;
    linked.place("/sick/a", "node1");
    linked.place("/sick/b", "node2");
    Map<String, byte[]> bytes = new HashMap<>(Map.of("well", linked.write("sick/b/well", 3000)));
    for (int i = 0; i < sick; i++) {
      bytes.put("file" + i, linked.write("sick/a/file" + i, 300));
    }
    linked.attach("/sick", "/sick");
    linked.write("sick/a/file0", 301);
    Noted noted = new Noted(bytes);
    List<BrokenFile> broken = new ArrayList<>();
    DataNode node = linked.dataNode("node1");

    try (Closeable unmounted = LinkedCluster.withoutStores(node);
        ParallelSteps parallel = new ParallelSteps(sick);
        ObjectSources sources = new ObjectSources(linked.cluster().getConfiguration(0));
        FileChecksums checksums = new FileChecksums(linked.hdfs())) {
      new Verifier(linked.hdfs(), parallel, sources, broken::add, noted, checksums)
          .run(path("/sick"));
    }

    assertThat(broken).hasSize(sick);
    assertThat(broken)
        .filteredOn(file -> file.kind() != Kind.UNSERVED)
        .extracting(BrokenFile::path, BrokenFile::kind)
        .containsExactly(tuple("/sick/a/file0", Kind.CHANGED));
    assertThat(broken.get(1).difference())
        .startsWith("no DataNode gave the checksum of its bytes: ");
    assertThat(noted.compared).hasValue(1);
  }

  /** A host that reaches the NameNode alone. */
  public static final class FirewalledSockets extends StandardSocketFactory {

    /** Called by Hadoop. */
    public FirewalledSockets() {}

    @Override
    public Socket createSocket() {
      return new Socket() {
        @Override
        public void connect(SocketAddress to, int timeout) throws IOException {
          throw new ConnectException("Connection refused");
        }
      };
    }
  }

  /** As a DataNode is that expects another protection of connections. */
  public static final class ClosingSockets extends StandardSocketFactory {

    /** Called by Hadoop. */
    public ClosingSockets() {}

    @Override
    public Socket createSocket() {
      return new Socket() {
        @Override
        public void connect(SocketAddress to, int timeout) throws IOException {
          try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            super.connect(server.getLocalSocketAddress(), timeout);
            server.accept().shutdownOutput();
          }
        }
      };
    }
  }

  private static Map<String, String> settings(Class<?> sockets) {
    Map<String, String> settings = LinkedCluster.keys(linked.cluster().getConfiguration(0));
    settings.put(
        "hadoop.rpc.socket.factory.class." + ClientProtocol.class.getSimpleName(),
        sockets.getName());
    return settings;
  }

  @Test
  void aHostThatNoDataNodeAnswersIsReportedAndNotThatBytesWereChanged() throws Exception {
    for (int i = 0; i <= 2 * MissingChecksums.MAX_MISSING; i++) {
      linked.write("on1/far/file" + i, 300);
    }
    linked.attach("/on1/far", "/far");
    linked.write("on1/far/file0", 301);
    Map<String, String> settings = settings(FirewalledSockets.class);
    KnownChecksums noted = mark -> OptionalInt.of(0);

    List<BrokenFile> broken = broken("/far/file1", noted, settings);
    List<BrokenFile> closed = broken("/far/file1", noted, settings(ClosingSockets.class));

    assertThat(broken).extracting(BrokenFile::kind).containsExactly(Kind.UNSERVED);
    assertThat(broken.get(0).difference())
        .matches(
            "no DataNode that has a block of it answers this host: node1 at 127\\.0\\.0\\.1:[0-9]+"
                + " \\(Connection refused\\); call 'situ verify' where those ports are open, with"
                + " the dfs\\.data\\.transfer\\.protection of the DataNodes");
    assertThat(closed).extracting(BrokenFile::kind).containsExactly(Kind.UNSERVED);
    assertThat(closed.get(0).difference()).contains(" (it closes the connection); call 'situ ");
    try (HdfsAttachService service = open(settings, "/far")) {
      assertThatThrownBy(() -> service.verify(broken::add, noted))
          .isInstanceOfSatisfying(
              StoreException.class,
              e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.UNAVAILABLE))
          .hasMessageStartingWith("HDFS has given no checksum, of ")
          .hasMessageContaining("': no DataNode that has a block of it answers this host");
    }
    assertThat(broken).hasSizeGreaterThan(MissingChecksums.MAX_MISSING);
    assertThat(broken)
        .extracting(BrokenFile::path, BrokenFile::kind)
        .contains(tuple("/far/file0", Kind.CHANGED));
  }

  /** What a user does to a file after it was listed. */
  private enum Meanwhile {
    DELETED("getBlockLocations:before"),
    REPLACED("getBlockLocations:before"),
    WRITTEN("getBlockLocations:before"),
    /** From the NameNode, which then has its DataNodes delete the block. */
    DELETED_WHEN_LOCATED("getBlockLocations:after");

    private final String pausedAt;

    Meanwhile(String pausedAt) {
      this.pausedAt = pausedAt;
    }
  }

  @ParameterizedTest
  @EnumSource
  void aFileThatAUserChangesWhileItIsVerifiedIsPassedOver(Meanwhile change) throws Exception {
    String name = "meanwhile-" + change;
    linked.write("on1/" + name + "/file", 3000);
    linked.attach("/on1/" + name, "/" + name);
    Path pause = scratch.resolve("pause-" + name);
    Map<String, String> settings =
        InterceptedNameNode.settings(linked, scratch.resolve("calls"), change.pausedAt, pause);
    List<BrokenFile> broken = new ArrayList<>();
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try (HdfsAttachService service = open(settings, "/" + name)) {
      Future<Long> verify =
          thread.submit(() -> service.verify(broken::add, mark -> crc(LinkedCluster.bytes(3000))));
      GenericTestUtils.waitFor(() -> Files.exists(pause) || verify.isDone(), 5, 60_000);
      try (Closeable open = change(path("/" + name + "/file"), change)) {
        Files.delete(pause);
        assertThat(verify.get()).isEqualTo(1);
      }
    } finally {
      thread.shutdownNow();
    }
    assertThat(broken).isEmpty();
  }

  /** Returns what is to be closed once the file was looked at. */
  private static Closeable change(org.apache.hadoop.fs.Path file, Meanwhile change)
      throws Exception {
    if (change == Meanwhile.WRITTEN) {
      return linked.hdfs().append(file);
    }
    ExtendedBlock block = new LinkRequests(linked).block(file.toUri().getPath());
    linked.hdfs().delete(file, false);
    if (change == Meanwhile.REPLACED) {
      DFSTestUtil.createFile(linked.hdfs(), file, 100, (short) 1, 1);
    } else if (change == Meanwhile.DELETED_WHEN_LOCATED) {
      GenericTestUtils.waitFor(() -> !dataset().contains(block), 50, 60_000);
    }
    return () -> {};
  }

  /** That of the first DataNode. */
  private static FsDatasetSpi<?> dataset() {
    return linked.cluster().getDataNodes().get(0).getFSDataset();
  }

  /** One that waits while others of its directory are looked at. */
  @Test
  void aFileThatIsDeletedBeforeItsObjectIsLookedAtIsPassedOver() throws Exception {
    linked.write("on1/waits/a", 3000);
    linked.write("on1/waits/b", 3000);
    linked.attach("/on1/waits", "/waits");
    linked.write("on1/waits/own", 3000);
    DFSTestUtil.createFile(linked.hdfs(), path("/waits/own"), 100, (short) 1, 1);
    assertThat(broken("/waits", KnownChecksums.NONE))
        .extracting(BrokenFile::path, BrokenFile::kind)
        .containsExactly(tuple("/waits/own", Kind.FOREIGN));
    List<BrokenFile> broken = new ArrayList<>();
    KnownChecksums deleting =
        object -> {
          if (object.object().name().equals("a")) {
            linked.hdfs().delete(path("/waits/b"), false);
            linked.hdfs().delete(path("/waits/own"), false);
            Files.delete(linked.home().resolve("on1/waits/b"));
          }
          return OptionalInt.empty();
        };

    try (ParallelSteps parallel = new ParallelSteps(1);
        ObjectSources sources = new ObjectSources(linked.cluster().getConfiguration(0));
        FileChecksums checksums = new FileChecksums(linked.hdfs())) {
      new Verifier(linked.hdfs(), parallel, sources, broken::add, deleting, checksums)
          .run(path("/waits"));
    }

    assertThat(broken).isEmpty();
  }

  @Test
  void aSymbolicLinkAboveAnObjectKeepsNoOtherFileFromBeingLookedAt() throws Exception {
    linked.write("on1/above/dir/file", 3000);
    linked.write("on1/above/file", 3000);
    linked.attach("/on1/above", "/above");
    linked.write("on1/above/file", 3001);
    Path directory = linked.home().resolve("on1/above/dir");
    Path moved = Files.move(directory, directory.resolveSibling("moved"));
    Files.createSymbolicLink(directory, moved);

    assertThat(broken("/above", KnownChecksums.NONE))
        .extracting(BrokenFile::path, BrokenFile::kind)
        .containsExactlyInAnyOrder(
            tuple("/above/dir/file", Kind.VANISHED), tuple("/above/file", Kind.CHANGED));
  }

  /** The user who verifies may not enter a directory of the store. */
  @Test
  void anObjectThatMayNotBeLookedAtKeepsNoOtherFileFromBeingLookedAt() throws Exception {
    linked.write("on1/denied/shut/file", 3000);
    linked.write("on1/denied/gone", 3000);
    linked.attach("/on1/denied", "/denied");
    DFSTestUtil.createFile(linked.hdfs(), path("/denied/shut/own"), 100, (short) 1, 1);
    Map<String, String> settings = LinkedCluster.keys(linked.cluster().getConfiguration(0));
    settings.remove("fs.situ.store.data.placement.file");
    settings.put("fs.situ.store.data.driver", "memory");
    settings.put("fs.situ.store.data.user", "jsmith");
    Configuration conf = new Configuration(false);
    settings.forEach(conf::set);
    try (Store store = SituStores.open("data", conf)) {
      store.mkdir(StorePath.of("/on1"), 0700);
      store.mkdir(StorePath.of("/on1/denied"), 0700);
      store.mkdir(StorePath.of("/on1/denied/shut"), 0);

      List<BrokenFile> broken = broken("/denied", KnownChecksums.NONE, settings);

      assertThat(broken)
          .extracting(BrokenFile::path, BrokenFile::kind)
          .containsExactlyInAnyOrder(
              tuple("/denied/shut/file", Kind.UNKNOWN),
              tuple("/denied/shut/own", Kind.UNKNOWN),
              tuple("/denied/gone", Kind.VANISHED));
      assertThat(broken)
          .filteredOn(file -> file.kind() == Kind.UNKNOWN)
          .allSatisfy(
              file ->
                  assertThat(file.difference())
                      .startsWith("its object cannot be looked at: '/on1/denied/shut/"));
    } finally {
      MemoryProvider.forget("data");
    }
  }

  /** Its DataNode answers once it has read the block. */
  @Test
  void aChecksumIsAwaitedForLongerThanBytes() throws Exception {
    byte[] bytes = linked.write("on1/large/file", 3000);
    linked.attach("/on1/large", "/large");
    String pool = new LinkRequests(linked).block("/large/file").getBlockPoolId();
    Map<String, String> settings = LinkedCluster.keys(linked.cluster().getConfiguration(0));
    settings.put(HdfsClientConfigKeys.DFS_CLIENT_SOCKET_TIMEOUT_KEY, "1");
    List<BrokenFile> broken = new ArrayList<>();
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try (HdfsAttachService service = open(settings, "/large")) {
      Future<Long> verify;
      try (AutoCloseDataSetLock busy =
          dataset().acquireDatasetLockManager().writeLock(LockLevel.BLOCK_POOl, pool)) {
        verify = thread.submit(() -> service.verify(broken::add, mark -> crc(bytes)));

        assertThatThrownBy(() -> verify.get(1, TimeUnit.SECONDS))
            .isInstanceOf(TimeoutException.class);
      }
      assertThat(verify.get()).isEqualTo(1);
    } finally {
      thread.shutdownNow();
    }
    assertThat(broken).isEmpty();
  }
}
