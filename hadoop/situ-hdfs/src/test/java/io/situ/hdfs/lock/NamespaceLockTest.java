// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.process.ProcessIdentity;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.AclEntry;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.test.GenericTestUtils;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands that want the lock of one HDFS, which is a NameNode in the tests' process. */
@Tag("servers")
@Tag("hadoop-3.4-long")
class NamespaceLockTest {

  private static final Path LOCK = new Path(LockFile.PATH);
  private static final Path ROOT = new Path("/");
  private static final long HARD_LIMIT = 20 * HdfsConstants.LEASE_SOFTLIMIT_PERIOD;

  @TempDir static java.nio.file.Path scratch;
  private static MiniDFSCluster cluster;
  private static DistributedFileSystem hdfs;

  private final List<String> sentences = new CopyOnWriteArrayList<>();

  @BeforeAll
  static void start() throws IOException {
    Configuration conf = new HdfsConfiguration();
    cluster = new MiniDFSCluster.Builder(conf, scratch.toFile()).numDataNodes(1).build();
    cluster.waitActive();
    hdfs = cluster.getFileSystem();
  }

  @AfterAll
  static void stop() {
    cluster.shutdown();
  }

  @AfterEach
  void restore() throws IOException {
    cluster.setLeasePeriod(HdfsConstants.LEASE_SOFTLIMIT_PERIOD, HARD_LIMIT);
    hdfs.setPermission(ROOT, new FsPermission((short) 0755));
    hdfs.delete(LOCK, true);
  }

  private NamespaceLock lock() {
    return new NamespaceLock(hdfs, sentences::add);
  }

  private static CompletableFuture<NamespaceLock.Hold> take(NamespaceLock lock, String target) {
    return start(() -> lock.take("attach", new Path(target)));
  }

  private static <T> CompletableFuture<T> start(Callable<T> work) {
    CompletableFuture<T> result = new CompletableFuture<>();
    new Thread(
            () -> {
              try {
                result.complete(work.call());
              } catch (Throwable e) {
                result.completeExceptionally(e);
              }
            })
        .start();
    return result;
  }

  private void awaitSentence() throws Exception {
    GenericTestUtils.waitFor(() -> !sentences.isEmpty(), 5, 60_000);
  }

  private static LockHolder by(String machine, String started) {
    LockHolder self = LockHolder.of("repair", "/other");
    ProcessIdentity here = self.process();
    ProcessIdentity process =
        new ProcessIdentity(here.user(), "another-host", here.pid(), machine, started);
    return new LockHolder(self.command(), self.target(), process, self.since(), self.id());
  }

  /** As a process that is killed. */
  private static void leave(LockHolder holder) throws IOException {
    assertThat(new LockFile(hdfs).create(holder)).isPresent();
  }

  @Test
  void theSecondGoesOnWhenTheFirstEnds() throws Exception {
    CompletableFuture<NamespaceLock.Hold> second;
    try (NamespaceLock.Hold first = lock().take("attach", new Path("/first"))) {
      second = take(lock(), "/second");
      awaitSentence();
      assertThat(second).isNotDone();
      assertThat(hdfs.getFileStatus(LOCK).getPermission().toShort()).isEqualTo((short) 0600);
    }
    second.get().close();

    assertThat(sentences).hasSize(1);
    assertThat(sentences.get(0))
        .startsWith("waits for 'situ attach' of '/first' by ")
        .contains(", process " + ProcessHandle.current().pid() + " on ");
    assertThat(hdfs.exists(LOCK)).isFalse();
  }

  @Test
  void isHeldUntilTheLastHoldIsClosed() throws Exception {
    NamespaceLock lock = lock();
    try (NamespaceLock.Hold outer = lock.take("attach", new Path("/x"))) {
      lock.take("attach", new Path("/x")).close();
      lock.confirm();
      assertThat(lock.during(() -> 7)).isEqualTo(7);
    }
    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(() -> lock.during(() -> 7))
        .matches(e -> e.kind() == Kind.INTERRUPTED);
  }

  @Test
  void aProcessOfThisHostThatIsGoneIsNotWaitedFor() throws Exception {
    leave(by(ProcessIdentity.current().machine(), "1"));

    lock().take("attach", new Path("/x")).close();

    assertThat(sentences).isEmpty();
  }

  @Test
  void aProcessOfAnotherHostIsWaitedForUntilItsLeaseHasRunOut() throws Exception {
    leave(by("another", "1"));
    CompletableFuture<NamespaceLock.Hold> waits = take(lock(), "/x");
    awaitSentence();
    assertThat(sentences.get(0)).contains("'situ repair' of '/other'", "on another-host since");
    assertThat(waits).isNotDone();

    cluster.setLeasePeriod(1, HARD_LIMIT);

    waits.get().close();
    assertThat(sentences).hasSize(1);
  }

  @Test
  void whatIsLeftClosedIsReplaced() throws Exception {
    hdfs.create(LOCK).close();

    lock().take("attach", new Path("/x")).close();

    assertThat(sentences).isEmpty();
    assertThat(hdfs.exists(LOCK)).isFalse();
  }

  @Test
  void whatAnAbandonedOneLeftIsRemovedAndOthersAreNot() throws Exception {
    leave(by(ProcessIdentity.current().machine(), "1"));
    lock().removeAbandoned();
    assertThat(hdfs.exists(LOCK)).isFalse();

    try (NamespaceLock.Hold held = lock().take("attach", new Path("/x"))) {
      lock().removeAbandoned();
      assertThat(hdfs.exists(LOCK)).isTrue();
    }
  }

  @Test
  void oneThatDidNotRenewItsLeaseInTimeDoesNothingMore() throws Exception {
    NamespaceLock slow = lock();
    try (NamespaceLock.Hold first = slow.take("attach", new Path("/first"))) {
      cluster.setLeasePeriod(1, HARD_LIMIT);
      try (NamespaceLock.Hold second = lock().take("attach", new Path("/second"))) {
        cluster.setLeasePeriod(HdfsConstants.LEASE_SOFTLIMIT_PERIOD, HARD_LIMIT);

        assertLost(() -> slow.confirm());
        assertLost(() -> slow.during(() -> sentences.add("did it")));
      }
    }
    assertThat(sentences).doesNotContain("did it");
  }

  @Test
  void oneWhoseFileWasDeletedDoesNothingMore() throws Exception {
    NamespaceLock lock = lock();
    try (NamespaceLock.Hold held = lock.take("attach", new Path("/x"))) {
      hdfs.delete(LOCK, false);
      assertLost(() -> lock.confirm());
      hdfs.create(LOCK).close();
      assertLost(() -> lock.during(() -> sentences.add("did it")));
    }
    assertThat(sentences).isEmpty();
    assertThat(hdfs.exists(LOCK)).as("another's file stays").isTrue();
  }

  /** As by {@code hdfs dfs -rm}, which moves it into the trash, where it stays open. */
  @Test
  void oneWhoseFileWasMovedDoesNothingAfterItsNextRenewal() throws Exception {
    NamespaceLock lock = lock();
    try (NamespaceLock.Hold held = lock.take("attach", new Path("/x"))) {
      hdfs.rename(LOCK, new Path("/moved"));
      try (NamespaceLock.Hold second = lock().take("attach", new Path("/y"))) {
        assertLost(() -> lock.confirm());
        assertLost(() -> lock.during(() -> sentences.add("did it")));
        assertThat(hdfs.exists(LOCK)).isTrue();
      }
    }
    assertThat(sentences).doesNotContain("did it");
    hdfs.delete(new Path("/moved"), false);
  }

  @Test
  void aRootThatAnAccessListOpensIsRefused() throws Exception {
    Path root = new Path("/");
    hdfs.setPermission(root, new FsPermission((short) 0755));
    hdfs.modifyAclEntries(root, AclEntry.parseAclSpec("user:alice:rwx", true));
    try {
      assertThatExceptionOfType(StoreException.class)
          .isThrownBy(() -> lock().take("attach", new Path("/x")))
          .withMessageContaining("users may rename what is directly below the root of HDFS");
    } finally {
      hdfs.removeAcl(root);
    }
  }

  @Test
  void whatIsNoLockIsLeftWhereItIs() throws Exception {
    hdfs.mkdirs(LOCK);

    lock().removeAbandoned();

    assertThat(hdfs.exists(LOCK)).isTrue();
    hdfs.delete(LOCK, false);
  }

  private static void assertLost(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(call)
        .matches(e -> e.kind() == Kind.UNAVAILABLE)
        .withMessageContaining("another command may give permissions in HDFS by now");
  }

  @Test
  void whatIsUnderWayIsAwaited() throws Exception {
    NamespaceLock lock = lock();
    NamespaceLock.Hold held = lock.take("attach", new Path("/x"));
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    CompletableFuture<Boolean> work =
        start(
            () ->
                lock.during(
                    () -> {
                      begun.countDown();
                      await(goOn);
                      return hdfs.exists(LOCK);
                    }));
    begun.await();
    CompletableFuture<Void> end = CompletableFuture.runAsync(held::close);
    GenericTestUtils.waitFor(() -> isLetGo(lock), 5, 60_000);
    assertThat(end).isNotDone();
    goOn.countDown();

    end.get();
    assertThat(work.get()).as("it was held to the end").isTrue();
    assertThat(hdfs.exists(LOCK)).isFalse();
  }

  private static boolean isLetGo(NamespaceLock lock) {
    try {
      return lock.during(() -> false);
    } catch (IOException e) {
      return true;
    }
  }

  /** Connections to the NameNode before may break first. */
  private static boolean isConfirmed(NamespaceLock lock) {
    try {
      lock.confirm();
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void anInterruptedThreadLetsItGo() throws Exception {
    NamespaceLock.Hold held = lock().take("attach", new Path("/x"));
    Thread.currentThread().interrupt();
    held.close();

    assertThat(Thread.interrupted()).isTrue();
    assertThat(hdfs.exists(LOCK)).isFalse();
  }

  @Test
  void somethingElseInItsPlaceIsRefusedAndStays() throws Exception {
    hdfs.mkdirs(LOCK);
    assertThatThrownBy(() -> lock().take("attach", new Path("/x")))
        .hasMessage(
            "'/.situ-attach.lock' in HDFS, the file by which commands exclude each other, is no"
                + " empty file; move it away");
    assertThat(hdfs.getFileStatus(LOCK).isDirectory()).isTrue();
  }

  @Test
  void usersWhoCouldRenameItAreRefused() throws Exception {
    hdfs.setPermission(ROOT, new FsPermission((short) 0777));
    assertThatThrownBy(() -> lock().take("attach", new Path("/x")))
        .hasMessageContaining("'hdfs dfs -chmod 755 /', or '+t', prevents that");

    hdfs.setPermission(ROOT, new FsPermission((short) 01777));
    lock().take("attach", new Path("/x")).close();

    hdfs.create(LOCK).close();
    hdfs.setOwner(LOCK, "alice", null);
    assertThatThrownBy(() -> lock().take("attach", new Path("/x")))
        .hasMessageContaining("belongs to 'alice', not to '");
    assertThat(hdfs.exists(LOCK)).isTrue();
  }

  @Test
  void whoWaitsCanBeInterrupted() throws Exception {
    try (NamespaceLock.Hold first = lock().take("attach", new Path("/first"))) {
      CompletableFuture<Throwable> refused = new CompletableFuture<>();
      Thread second =
          new Thread(
              () -> {
                try {
                  lock().take("attach", new Path("/second"));
                } catch (IOException e) {
                  refused.complete(e);
                }
              });
      second.start();
      awaitSentence();
      second.interrupt();
      assertThat(refused.get()).isInstanceOf(java.io.InterruptedIOException.class);
    }
  }

  @Test
  void survivesARestartOfTheNameNode() throws Exception {
    NamespaceLock lock = lock();
    try (NamespaceLock.Hold held = lock.take("attach", new Path("/x"))) {
      cluster.restartNameNode(false);
      GenericTestUtils.waitFor(() -> isConfirmed(lock), 5, 60_000);
    }
    assertThat(hdfs.exists(LOCK)).isFalse();
  }
}
