// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.driver.ceph.CephTestCluster;
import io.situ.storage.ChangeFeed;
import io.situ.storage.ChangeFeed.Change;
import io.situ.storage.ChangeFeed.Scope;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the change feed names, without the minute that it adds for clocks that differ. */
public final class CephClusterChanges {

  private static final int MAX_TRIES = 60;
  private static final int ROUNDS = 2;
  private static final int STEPS = 20;

  /** Times of the servers' clock are those of coarse ticks, which may lie a little behind. */
  private static final long TICK_MILLIS = 100;

  private static List<Change> changes(Store store, long since) throws StoreException {
    List<Change> changes = new ArrayList<>();
    try (ChangeFeed feed = ((CephStore) store).changes(StorePath.ROOT, since)) {
      for (Change change = feed.next(); change != null; change = feed.next()) {
        changes.add(change);
      }
    }
    return changes;
  }

  /** The second that begins now: nothing that was done before is of it. */
  private static long nextSecond() throws InterruptedException {
    long next = Instant.now().getEpochSecond() + 1;
    Thread.sleep(next * 1000 - System.currentTimeMillis() + TICK_MILLIS);
    return next;
  }

  private static Change object(String path) {
    return new Change(StorePath.of(path), Scope.OBJECT);
  }

  private static Change entries(String path) {
    return new Change(StorePath.of(path), Scope.ENTRIES);
  }

  /** Asks until something is reported: that takes the servers a few seconds. */
  private static void assertReported(Store store, long since, Change... expected) throws Exception {
    Set<Change> wanted = Set.of(expected);
    Set<Change> reported = new HashSet<>();
    for (int tries = 0; tries < MAX_TRIES && !reported.equals(wanted); tries++) {
      Thread.sleep(500);
      reported = new HashSet<>(changes(store, since));
    }
    assertThat(reported).isEqualTo(wanted);
  }

  @Test
  void entriesThatChangedAreNamedAndDirectoriesWhereOneCameOrWent() throws Exception {
    Path top = Files.createDirectories(CephTestCluster.mount().resolve("named-changes"));
    Files.createDirectories(top.resolve("d/e"));
    Files.createDirectories(top.resolve("other"));
    for (int i = 0; i < 10; i++) {
      Files.writeString(top.resolve("d/f" + i), "x");
      Files.writeString(top.resolve("d/e/g" + i), "x");
      Files.writeString(top.resolve("other/h" + i), "x");
    }
    try (Store store = CephTestCluster.open("named-changes");
        Store mountless = CephTestCluster.openMountless("named-changes");
        Store mounted = CephTestCluster.open("named-changes", "scan", "mount")) {
      long since = nextSecond();
      Files.writeString(top.resolve("d/f3"), "longer");
      Files.setPosixFilePermissions(
          top.resolve("d/e/g4"), PosixFilePermissions.fromString("rw-------"));
      assertReported(store, since, object("/d/f3"), object("/d/e/g4"));
      assertReported(mountless, since, object("/d/f3"), object("/d/e/g4"));
      assertReported(mounted, since, entries("/"), entries("/d"), entries("/d/e"));

      since = nextSecond();
      Files.delete(top.resolve("d/e/g5"));
      assertReported(store, since, object("/d/e"), entries("/d/e"));
      since = nextSecond();
      Files.move(top.resolve("d/e/g6"), top.resolve("other/moved"));
      assertReported(
          store, since, object("/d/e"), entries("/d/e"), object("/other"), entries("/other"));
    }
  }

  /** CephFS carries a change upwards from the first of a file's names only. */
  @Test
  void aFileThatChangedIsNamedByAllItsNames() throws Exception {
    Path top = Files.createDirectories(CephTestCluster.mount().resolve("twins"));
    Files.createDirectories(top.resolve("first"));
    Files.createDirectories(top.resolve("second"));
    Path file = Files.writeString(top.resolve("first/f"), "x");
    Files.createLink(top.resolve("second/g"), file);
    long inode = (Long) Files.getAttribute(file, "unix:ino");
    Change twins = Change.within(inode, StorePath.ROOT, Scope.OBJECT);
    try (Store store = CephTestCluster.open("twins");
        Store mountless = CephTestCluster.openMountless("twins")) {
      long since = nextSecond();
      Files.writeString(top.resolve("second/g"), "longer");
      assertReported(store, since, object("/first/f"), twins);
      assertReported(mountless, since, object("/first/f"), twins);
    }
  }

  /** Nothing at or below the directory changes then: an inventory compares its identity. */
  @Test
  void aDirectoryWhoseParentWasExchangedHasAnotherIdentity() throws Exception {
    Path top = Files.createDirectories(CephTestCluster.mount().resolve("exchanged"));
    Files.createDirectories(top.resolve("v1/tables"));
    Path old = Files.createDirectories(top.resolve("old/tables"));
    long oldInode = (Long) Files.getAttribute(old, "unix:ino");
    StorePath tables = StorePath.of("/v1/tables");
    try (Store store = CephTestCluster.open("exchanged");
        Store mountless = CephTestCluster.openMountless("exchanged")) {
      long identity = store.stat(tables, true).version().identity();
      assertThat(mountless.stat(tables, true).version().identity()).isEqualTo(identity);

      Files.move(top.resolve("v1"), top.resolve("bad"));
      Files.move(top.resolve("old"), top.resolve("v1"));

      assertThat(oldInode).isNotEqualTo(identity);
      assertThat(store.stat(tables, true).version().identity()).isEqualTo(oldInode);
      assertThat(mountless.stat(tables, true).version().identity()).isEqualTo(oldInode);
    }
  }

  /** The same writer, reported of by both kinds of stores. */
  @Test
  void nothingThatARandomWriterDoesIsMissed() throws Exception {
    String name = "random-changes";
    long seed = System.nanoTime();
    Writer writer =
        new Writer(Files.createDirectories(CephTestCluster.mount().resolve(name)), seed);
    for (int i = 0; i < 60; i++) {
      writer.step();
    }
    try (Store store = CephTestCluster.open(name);
        Store mountless = CephTestCluster.openMountless(name)) {
      for (int round = 0; round < ROUNDS; round++) {
        Map<StorePath, Seen> before = writer.look();
        long since = nextSecond();
        Map<StorePath, Seen> after = before;
        // Most steps are not possible, so all of them may leave the tree as it was.
        for (int tries = 0; tries < MAX_TRIES && after.equals(before); tries++) {
          for (int i = 0; i < STEPS; i++) {
            writer.step();
          }
          after = writer.look();
        }
        assertThat(after).as("seed %d", seed).isNotEqualTo(before);
        assertNoneMissed(seed, store, since, before, after);
        assertNoneMissed(seed, mountless, since, before, after);
      }
    }
  }

  private static void assertNoneMissed(
      long seed, Store store, long since, Map<StorePath, Seen> before, Map<StorePath, Seen> after)
      throws Exception {
    List<StorePath> missed = List.of();
    for (int tries = 0; tries < MAX_TRIES; tries++) {
      missed = missed(changes(store, since), before, after);
      if (missed.isEmpty()) {
        return;
      }
      Thread.sleep(500);
    }
    assertThat(missed).as("seed %d", seed).isEmpty();
  }

  private static List<StorePath> missed(
      List<Change> changes, Map<StorePath, Seen> before, Map<StorePath, Seen> after) {
    Set<StorePath> paths = new HashSet<>(before.keySet());
    paths.addAll(after.keySet());
    return paths.stream()
        .filter(path -> !seen(before, path).equals(seen(after, path)))
        .filter(path -> !isBelowAnother(path, before, after))
        .filter(path -> changes.stream().noneMatch(change -> covers(change, path, before)))
        .toList();
  }

  private static Optional<Seen> seen(Map<StorePath, Seen> tree, StorePath path) {
    return Optional.ofNullable(tree.get(path));
  }

  /** Whether it lies in a directory that is not the one that was there: that one is named. */
  private static boolean isBelowAnother(
      StorePath path, Map<StorePath, Seen> before, Map<StorePath, Seen> after) {
    for (Optional<StorePath> above = path.parent();
        above.isPresent();
        above = above.get().parent()) {
      Optional<Long> old = seen(before, above.get()).map(Seen::inode);
      if (!old.equals(seen(after, above.get()).map(Seen::inode))) {
        return true;
      }
    }
    return false;
  }

  private static boolean covers(Change change, StorePath path, Map<StorePath, Seen> before) {
    if (change.identity().isPresent()) {
      return seen(before, path).stream()
          .anyMatch(old -> old.inode() == change.identity().getAsLong());
    }
    return change.path().equals(path)
        || change.scope() == Scope.TREE && path.startsWith(change.path())
        || change.scope() == Scope.ENTRIES && path.parent().equals(Optional.of(change.path()));
  }

  /** What an inventory keeps of an object; of a directory, its times follow its entries. */
  private record Seen(long inode, long size, Object modified, Object mode) {}

  /** Changes a tree at random, through the mount. */
  private static final class Writer {
    private final Path top;
    private final Random random;

    Writer(Path top, long seed) {
      this.top = top;
      this.random = new Random(seed);
    }

    Map<StorePath, Seen> look() throws IOException {
      Map<StorePath, Seen> tree = new TreeMap<>();
      try (Stream<Path> paths = Files.walk(top)) {
        for (Path path : (Iterable<Path>) paths::iterator) {
          Map<String, Object> facts =
              Files.readAttributes(
                  path, "unix:ino,size,lastModifiedTime,mode", LinkOption.NOFOLLOW_LINKS);
          boolean directory = Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
          tree.put(
              StorePath.of("/" + top.relativize(path)),
              new Seen(
                  (Long) facts.get("ino"),
                  directory ? 0 : (Long) facts.get("size"),
                  facts.get("lastModifiedTime"),
                  facts.get("mode")));
        }
      }
      return tree;
    }

    private Path any() {
      Path path = top;
      for (int depth = 1 + random.nextInt(3); depth > 0; depth--) {
        path = path.resolve("n" + random.nextInt(5));
      }
      return path;
    }

    /** One change; what the tree does not allow is left. */
    void step() throws IOException {
      Path path = any();
      try {
        switch (random.nextInt(11)) {
          case 0, 1 -> Files.createDirectories(path);
          case 2, 3 -> Files.writeString(path, "x".repeat(random.nextInt(5000)));
          case 4 -> Files.writeString(path, "more", StandardOpenOption.APPEND);
          case 5 -> Files.delete(path);
          case 6 -> Files.move(path, any(), StandardCopyOption.ATOMIC_MOVE);
          case 7 ->
              Files.setPosixFilePermissions(
                  path,
                  PosixFilePermissions.fromString(
                      random.nextBoolean() ? "rwx------" : "rwxr-xr-x"));
          case 8 -> Files.createSymbolicLink(path, Path.of("n" + random.nextInt(5)));
          default -> Files.createLink(path, any());
        }
      } catch (FileSystemException e) {
        // Most often there is nothing of that name.
      }
    }
  }
}
