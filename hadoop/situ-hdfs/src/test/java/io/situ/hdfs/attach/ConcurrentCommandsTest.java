// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.attach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.situ.hdfs.cluster.AttachedTrees;
import io.situ.hdfs.cluster.HdfsUsers;
import io.situ.hdfs.cluster.LinkedCluster;
import io.situ.hdfs.cluster.OwnClusterFixture;
import io.situ.hdfs.lock.NamespaceLock;
import io.situ.hdfs.source.AttachObjects;
import io.situ.hdfs.source.AttachSummary;
import io.situ.hdfs.source.AttachedTree;
import io.situ.hdfs.source.SkippedObject;
import io.situ.hdfs.write.AttachSession;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.test.GenericTestUtils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Attaches and repairs that are called at the same time, of one tree or of two. */
@Tag("hadoop-3.5")
class ConcurrentCommandsTest extends OwnClusterFixture {

  /** One batch and a part of the next. */
  private static final int FILES = 270;

  private static final String SECRET = "the secret of bob";
  private static final String ADVERSARY = "daemon";
  private static final long HARD_LIMIT = 20 * HdfsConstants.LEASE_SOFTLIMIT_PERIOD;

  private final CountDownLatch reached = new CountDownLatch(1);
  private final CountDownLatch goOn = new CountDownLatch(1);
  private final List<String> notices = new CopyOnWriteArrayList<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void end() {
    goOn.countDown();
    threads.shutdownNow();
    linked.cluster().setLeasePeriod(HdfsConstants.LEASE_SOFTLIMIT_PERIOD, HARD_LIMIT);
  }

  private HdfsAttachService service(String target) throws IOException {
    return HdfsAttachService.open(
        LinkedCluster.keys(linked.cluster().getConfiguration(0)),
        linked.hdfs().getUri() + target,
        notices::add);
  }

  /** Attaches, and waits before the last object until that is let go on. */
  private Future<AttachSummary> attachSlowly(String root, String target) throws Exception {
    return attachSlowly(root, target, "");
  }

  /**
   * As the other.
   *
   * @param last how the path of the object ends that comes last; empty for any
   */
  private Future<AttachSummary> attachSlowly(String root, String target, String last)
      throws Exception {
    List<StoreObject> all =
        new ArrayList<>(LinkedCluster.objects(linked.cluster().getConfiguration(0), root));
    all.sort(Comparator.comparing(object -> !last.isEmpty() && isAt(object, last)));
    StoreObject end = all.get(all.size() - 1);
    Iterator<StoreObject> objects =
        all.stream()
            .peek(
                object -> {
                  if (object == end) {
                    reached.countDown();
                    await(goOn);
                  }
                })
            .iterator();
    Future<AttachSummary> attach = inOtherThread(target, root, AttachObjects.of(objects));
    reached.await();
    return attach;
  }

  private static boolean isAt(StoreObject object, String end) {
    return object.path().toString().endsWith(end);
  }

  private Future<AttachSummary> attach(String root, String target) throws Exception {
    List<StoreObject> all = LinkedCluster.objects(linked.cluster().getConfiguration(0), root);
    return inOtherThread(target, root, AttachObjects.of(all.iterator()));
  }

  private Future<AttachSummary> inOtherThread(String target, String root, AttachObjects objects) {
    return threads.submit(
        () -> {
          try (HdfsAttachService service = service(target)) {
            return service.attach(LinkedCluster.tree(root), objects, SkippedObject.Taker.NONE);
          }
        });
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Or the command has ended without waiting. */
  private void awaitNotice(Future<?> command) throws Exception {
    GenericTestUtils.waitFor(() -> !notices.isEmpty() || command.isDone(), 5, 60_000);
  }

  private static void write(String root) throws IOException {
    for (int i = 0; i < FILES; i++) {
      linked.write(root + "/" + i % 9 + "/file" + i, i + 1);
    }
  }

  @Test
  void theSecondAttachOfTheSameTreeWaits() throws Exception {
    write("on1/same");
    Future<AttachSummary> first = attachSlowly("/on1/same", "/same");
    Future<AttachSummary> second = attach("/on1/same", "/same");
    awaitNotice(second);
    assertThat(second.isDone()).isFalse();
    assertThat(linked.names("/")).doesNotContain("same");

    goOn.countDown();

    assertThat(first.get().get(AttachSummary.Count.ADDED)).isEqualTo(FILES);
    assertThat(second.get().get(AttachSummary.Count.UNCHANGED)).isEqualTo(FILES);
    assertThat(notices).hasSize(1);
    assertThat(notices.get(0)).startsWith("waits for 'situ attach' of '/same' by ");
    new AttachedTrees(linked).assertAsUndisturbed("/on1/same", "/same");
  }

  @Tag("long")
  @Test
  void aRepairWaitsForAnAttachOfAnotherTree() throws Exception {
    linked.write("on1/repaired/file", 1);
    linked.attach("/on1/repaired", "/repaired");
    write("on1/other");
    Future<AttachSummary> first = attachSlowly("/on1/other", "/other");
    Future<AttachSummary> repair =
        threads.submit(
            () -> {
              try (HdfsAttachService service = service("/repaired")) {
                return service.repair();
              }
            });
    awaitNotice(repair);
    assertThat(repair.isDone()).isFalse();

    goOn.countDown();

    assertThat(first.get().files()).isEqualTo(FILES);
    assertThat(repair.get().files()).isEqualTo(1);
  }

  /** As a process that is stopped for a while, with the minute made a millisecond. */
  @Test
  void anAttachWhoseLeaseHasRunOutEndsBeforeAnythingIsInSight() throws Exception {
    write("on1/late");
    linked.write("on1/prompt/file", 1);
    Future<AttachSummary> first = attachSlowly("/on1/late", "/late");
    linked.cluster().setLeasePeriod(1, HARD_LIMIT);
    Future<AttachSummary> second = attach("/on1/prompt", "/prompt");
    assertThat(second.get().files()).isEqualTo(1);
    linked.cluster().setLeasePeriod(HdfsConstants.LEASE_SOFTLIMIT_PERIOD, HARD_LIMIT);

    goOn.countDown();

    assertThatThrownBy(first::get)
        .hasMessageContaining("another command may give permissions in HDFS by now");
    assertThat(linked.names("/")).doesNotContain("late");
    assertThat(linked.attach("/on1/late", "/late").files()).isEqualTo(FILES);
    new AttachedTrees(linked).assertAsUndisturbed("/on1/late", "/late");
  }

  @Test
  void anUpdateThatLosesTheLockWhileItRemovesFilesSaysSo() throws Exception {
    linked.write("on1/lost/file", 1);
    AttachedTree tree = LinkedCluster.tree("/on1/lost");
    List<StoreObject> objects =
        LinkedCluster.objects(linked.cluster().getConfiguration(0), "/on1/lost");
    NamespaceLock lock = new NamespaceLock(linked.hdfs(), notices::add);
    try (Attacher attacher =
        new Attacher(AttachSession.open(linked.hdfs(), lock), SkippedObject.Taker.NONE)) {
      attacher.attach(tree.of("1@0"), objects.iterator(), path("/lost"));
      AttachChanges changes =
          new AttachChanges() {
            @Override
            public String since() {
              return "1@0";
            }

            @Override
            public Iterator<StoreObject> objects() {
              return Collections.emptyIterator();
            }

            @Override
            public Iterator<StorePath> gone() throws IOException {
              linked.hdfs().delete(path("/.situ-attach.lock"), false);
              assertThatThrownBy(lock::confirm).isInstanceOf(StoreException.class);
              return Collections.emptyIterator();
            }

            @Override
            public long same() {
              return 1;
            }
          };

      assertThatThrownBy(() -> attacher.update(tree.of("2@0"), changes, path("/lost")))
          .hasMessageContaining("another command may give permissions in HDFS by now")
          .extracting(failure -> ((StoreException) failure).kind())
          .isEqualTo(StoreException.Kind.UNAVAILABLE);
    }
    linked.attach("/on1/lost", "/lost");
    assertThat(linked.names("/")).noneMatch(name -> name.endsWith("-lost"));
  }

  /**
   * A user of both trees gives another's private directory of the one the place of their own in the
   * other, while the first is updated and the other is attached.
   */
  @Test
  void aDirectoryThatIsRenamedFromOneTreeToTheOtherShowsNothing() throws Exception {
    assumeTrue("root".equals(System.getProperty("user.name")), "gives files to others: needs root");
    for (String tree : List.of("x", "y")) {
      linked.write("on1/" + tree + "/alice/own/file", 1);
      own("on1/" + tree + "/alice", ADVERSARY, "rwxr-xr-x");
      own("on1/" + tree + "/alice/own", ADVERSARY, "rwx------");
    }
    linked.write("on1/x/alice/bobs/old", 1);
    own("on1/x/alice/bobs", "bin", "rwx------");
    linked.attach("/on1/x", "/x");
    linked.attach("/on1/y", "/y");
    for (int i = 0; i < FILES; i++) {
      linked.write("on1/x/alice/own/file" + i, 1);
    }
    Files.writeString(linked.home().resolve("on1/x/alice/bobs/new"), SECRET);
    HdfsUsers users = new HdfsUsers(linked);

    Future<AttachSummary> first = attachSlowly("/on1/x", "/x", "/bobs/new");
    users.as(ADVERSARY, hdfs -> hdfs.rename(path("/y/alice/own"), path("/y/alice/away")));
    assertThat(
            (boolean)
                users.as(
                    ADVERSARY, hdfs -> hdfs.rename(path("/x/alice/bobs"), path("/y/alice/own"))))
        .isTrue();
    Future<AttachSummary> second = attach("/on1/y", "/y");
    awaitNotice(second);
    goOn.countDown();
    endOf(first);
    endOf(second);

    assertThat(readable(users, "/y/alice/own/new")).doesNotContain(SECRET);
    assertThat(readable(users, "/x/alice/bobs/new")).doesNotContain(SECRET);
  }

  /** What is refused because of the adversary may be refused. */
  private static void endOf(Future<?> command) throws InterruptedException {
    try {
      command.get();
    } catch (ExecutionException e) {
      assertThat(e.getCause()).isInstanceOf(IOException.class);
    }
  }

  private static String readable(HdfsUsers users, String file) throws Exception {
    try {
      return users.read(ADVERSARY, file);
    } catch (IOException e) {
      return "";
    }
  }

  private static void own(String name, String owner, String mode) throws IOException {
    Path path = linked.home().resolve(name);
    var users = path.getFileSystem().getUserPrincipalLookupService();
    Files.setOwner(path, users.lookupPrincipalByName(owner));
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
  }

  private static org.apache.hadoop.fs.Path path(String text) {
    return new org.apache.hadoop.fs.Path(text);
  }
}
