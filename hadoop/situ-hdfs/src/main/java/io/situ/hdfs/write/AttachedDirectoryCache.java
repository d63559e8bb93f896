// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.write;

import io.situ.hdfs.lock.NamespaceLock;
import io.situ.hdfs.source.AttachItem;
import io.situ.hdfs.tree.InodePaths;
import io.situ.hdfs.tree.TreeRoot;
import io.situ.storage.Attributes;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The directories of an attached tree by their inodes, each with the owner and permissions of the
 * store's before it is used. A user who exchanges a directory for one of their own does not change
 * where files go. A directory of HDFS that is met at a second place, for users may rename it
 * meanwhile, is that of the first place no more; other commands' are kept apart by the lock.
 * Remembers a bounded number of them. Thread-safe.
 */
public final class AttachedDirectoryCache {

  /** So many are remembered. */
  public static final int MAX_HELD = 10_000;

  /** So often directories are looked at again that were taken for another place. */
  private static final int MAX_ATTEMPTS = 20;

  private final Opener opener;
  private final Guard guard;
  private final RecentValues<String, Held> held = new RecentValues<>(MAX_HELD);

  /** The places of those in {@link #held}, in the same order, by their inodes. */
  private final RecentValues<Long, String> places = new RecentValues<>(MAX_HELD);

  /** How many files are being worked on in a directory, by its inode. */
  private final Map<Long, Integer> users = new HashMap<>();

  /** Directories that are getting the owner and permissions of the store's. */
  private final Set<Long> dressing = new HashSet<>();

  private final long root;

  /**
   * A directory.
   *
   * @param inode in HDFS
   * @param object the store's, whose owner and permissions it has
   */
  record Held(long inode, StoreObject object) {

    /** Whether the store has the same directory with the same owner and permissions. */
    boolean is(StoreObject now) {
      Attributes before = object.attributes();
      Attributes after = now.attributes();
      return now.isDirectory()
          && object.version().identity() == now.version().identity()
          && before.owner().equals(after.owner())
          && before.group().equals(after.group())
          && before.mode() == after.mode();
    }
  }

  /** Work on a file, during which no directory may be asked for. */
  public interface Work<T> {

    /**
     * @param path the file's, by the inode of the directory that it is in
     */
    T run(String path) throws IOException;
  }

  /** Is called with the inode of a directory before that gets what the store's has. */
  interface Claim {

    /** Waits until no file in it is being worked on. */
    void take(long inode) throws IOException;
  }

  /** Lets work be done while this process may give permissions. */
  interface Guard {

    /**
     * @throws IOException if this process may not, or as the work does
     */
    <T> T during(NamespaceLock.Work<T> work) throws IOException;
  }

  /** Looks at directories of the store and gives those of HDFS what they have. */
  interface Opener {

    /**
     * @param path the directory, by the inode of the one above
     * @param place below the root; begins with a slash
     * @param claim is asked once
     * @return it, made if it was not there
     */
    Held open(String path, String place, Claim claim) throws IOException;

    /**
     * Returns the store's directories on the way to a file and the file, as they are now, each
     * found in the one before it.
     */
    List<StoreObject> way(String place) throws IOException;
  }

  /**
   * @param root inode of the directory at which the tree is attached
   * @param guard of work on files
   */
  AttachedDirectoryCache(long root, Opener opener, Guard guard) {
    this.root = root;
    this.opener = opener;
    this.guard = guard;
  }

  public static AttachedDirectoryCache of(
      AttachSession session, TreeRoot root, MetadataApplier dress) {
    return new AttachedDirectoryCache(
        root.inode(),
        new Opener() {
          @Override
          public Held open(String path, String place, Claim claim) throws IOException {
            return dress.directory(path, source(place), claim);
          }

          @Override
          public List<StoreObject> way(String place) throws IOException {
            return session.sources().way(root.tree(), object(place));
          }

          private AttachItem source(String place) throws IOException {
            return session.sources().directory(root.tree(), object(place));
          }

          private StorePath object(String place) throws StoreException {
            return root.tree()
                .at(place)
                .orElseThrow(
                    () ->
                        new StoreException(
                            StoreException.Kind.NOT_FOUND, null, "'" + place + "' has no object"));
          }
        },
        session.lock()::during);
  }

  /**
   * Returns the inode of a directory, made if it is not there.
   *
   * @param place below the root; empty for the root
   * @throws StoreException if the store has no such directory
   */
  long of(String place) throws IOException {
    if (place.isEmpty()) {
      return root;
    }
    Held known = find(place);
    return known == null ? enter(place) : known.inode();
  }

  /** As {@link #of}, of a directory that may have changed since it was asked for last. */
  public long enter(String place) throws IOException {
    return open(place).inode();
  }

  private Held open(String place) throws IOException {
    int slash = place.lastIndexOf('/');
    long above = of(place.substring(0, slash));
    List<Long> taken = new ArrayList<>();
    try {
      Held entered =
          opener.open(
              InodePaths.path(above) + place.substring(slash),
              place,
              inode -> {
                take(inode, place);
                taken.add(inode);
              });
      put(place, entered);
      return entered;
    } finally {
      synchronized (held) {
        taken.forEach(dressing::remove);
        held.notifyAll();
      }
    }
  }

  /** What lies below the other place is looked at again too. */
  private void take(long inode, String place) throws IOException {
    synchronized (held) {
      while (users.containsKey(inode) || dressing.contains(inode)) {
        await();
      }
      dressing.add(inode);
      String other = places.get(inode);
      if (other != null && !other.equals(place)) {
        List<String> below =
            held.keySet().stream()
                .filter(key -> key.equals(other) || key.startsWith(other + "/"))
                .toList();
        below.forEach(key -> places.remove(held.remove(key).inode(), key));
      }
    }
  }

  private void await() throws InterruptedIOException {
    try {
      held.wait();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while others work in a directory");
    }
  }

  private void put(String place, Held entered) {
    synchronized (held) {
      Held before = held.put(place, entered);
      if (before != null && before.inode() != entered.inode()) {
        places.remove(before.inode(), place);
      }
      places.put(entered.inode(), place);
    }
  }

  private Held find(String place) {
    synchronized (held) {
      Held known = held.get(place);
      if (known != null) {
        places.get(known.inode());
      }
      return known;
    }
  }

  /** Returns the path of what is at a place, by the inode of the directory that it is in. */
  public String path(String place) throws IOException {
    int slash = place.lastIndexOf('/');
    return InodePaths.path(of(place.substring(0, slash))) + place.substring(slash);
  }

  /**
   * Works on a file that is in the directories of the store whose owners and permissions those of
   * HDFS on the way to it have. The store's are looked at together with the file, each found in the
   * one before it: who exchanges one for their own, and back, moves no file into theirs. Those of
   * HDFS stay directories of these until the work is done.
   *
   * @param file as it was linked
   * @throws StoreException {@code CHANGED} if the store has another directory on the way now, or
   *     another file; the directories of HDFS on the way have got what the store's have
   * @throws IOException as the work does
   */
  public <T> T within(String place, StoreObject file, Work<T> work) throws IOException {
    int last = place.lastIndexOf('/');
    if (last == 0) {
      return guard.during(() -> work.run(InodePaths.path(root) + place));
    }
    List<Held> known = use(place, file);
    try {
      if (isConfirmed(known, opener.way(place), file)) {
        long above = known.get(known.size() - 1).inode();
        String path = InodePaths.path(above) + place.substring(last);
        return guard.during(() -> work.run(path));
      }
    } finally {
      leave(known);
    }
    for (String directory : above(place)) {
      enter(directory);
    }
    throw new StoreException(
        StoreException.Kind.CHANGED,
        file.path(),
        "a directory that it is in was changed or exchanged");
  }

  private static boolean isConfirmed(List<Held> known, List<StoreObject> way, StoreObject file) {
    boolean same = way.size() == known.size() + 1;
    for (int i = 0; same && i < known.size(); i++) {
      same = known.get(i).is(way.get(i));
    }
    return same && isSame(way.get(known.size()), file);
  }

  /** Those on the way to a file, which stay what they are until {@link #leave}. */
  private List<Held> use(String place, StoreObject file) throws IOException {
    List<String> above = above(place);
    for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      List<Held> known = new ArrayList<>();
      for (String directory : above) {
        known.add(known(directory));
      }
      synchronized (held) {
        while (known.stream().anyMatch(one -> dressing.contains(one.inode()))) {
          await();
        }
        if (isHeld(above, known)) {
          known.forEach(one -> users.merge(one.inode(), 1, Integer::sum));
          return known;
        }
      }
    }
    throw new StoreException(
        StoreException.Kind.CHANGED,
        file.path(),
        "directories on the way to it are renamed again and again in HDFS");
  }

  /** Places of the directories on the way to what is at a place, from the root on. */
  private static List<String> above(String place) {
    List<String> above = new ArrayList<>();
    for (int slash = place.indexOf('/', 1); slash > 0; slash = place.indexOf('/', slash + 1)) {
      above.add(place.substring(0, slash));
    }
    return above;
  }

  private boolean isHeld(List<String> above, List<Held> known) {
    for (int i = 0; i < known.size(); i++) {
      if (held.get(above.get(i)) != known.get(i)) {
        return false;
      }
    }
    return true;
  }

  private void leave(List<Held> known) {
    synchronized (held) {
      known.forEach(
          one -> users.computeIfPresent(one.inode(), (inode, n) -> n == 1 ? null : n - 1));
      held.notifyAll();
    }
  }

  private static boolean isSame(StoreObject now, StoreObject file) {
    return now.kind() == file.kind() && now.version().identity() == file.version().identity();
  }

  private Held known(String place) throws IOException {
    Held there = find(place);
    return there == null ? open(place) : there;
  }

  /** How many are remembered. */
  int size() {
    synchronized (held) {
      return held.size();
    }
  }
}
