// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.write;

import io.situ.hdfs.source.AttachItem;
import io.situ.hdfs.tree.InodePaths;
import io.situ.hdfs.tree.TreeRoot;
import io.situ.storage.Attributes;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The directories of an attached tree by their inodes, each with the owner and permissions of the
 * store's before it is used. A user who exchanges a directory for one of their own does not change
 * where files go. Remembers a bounded number of them. Thread-safe.
 */
public final class AttachedDirectoryCache {

  /** So many are remembered. */
  public static final int MAX_HELD = 10_000;

  private final Opener opener;
  private final RecentValues<String, Held> held = new RecentValues<>(MAX_HELD);
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

  /** Looks at directories of the store and gives those of HDFS what they have. */
  interface Opener {

    /**
     * @param path the directory, by the inode of the one above
     * @param place below the root; begins with a slash
     * @return it, made if it was not there
     */
    Held open(String path, String place) throws IOException;

    /**
     * Returns the store's directories on the way to a file and the file, as they are now, each
     * found in the one before it.
     */
    List<StoreObject> way(String place) throws IOException;
  }

  /**
   * @param root inode of the directory at which the tree is attached
   */
  AttachedDirectoryCache(long root, Opener opener) {
    this.root = root;
    this.opener = opener;
  }

  public static AttachedDirectoryCache of(
      AttachSession session, TreeRoot root, MetadataApplier dress) {
    return new AttachedDirectoryCache(
        root.inode(),
        new Opener() {
          @Override
          public Held open(String path, String place) throws IOException {
            return dress.directory(path, source(place));
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
        });
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
    Held known;
    synchronized (held) {
      known = held.get(place);
    }
    return known == null ? enter(place) : known.inode();
  }

  /** As {@link #of}, of a directory that may have changed since it was asked for last. */
  public long enter(String place) throws IOException {
    return open(place).inode();
  }

  private Held open(String place) throws IOException {
    int slash = place.lastIndexOf('/');
    long above = of(place.substring(0, slash));
    Held entered = opener.open(InodePaths.path(above) + place.substring(slash), place);
    synchronized (held) {
      held.put(place, entered);
    }
    return entered;
  }

  /** Returns the path of what is at a place, by the inode of the directory that it is in. */
  public String path(String place) throws IOException {
    int slash = place.lastIndexOf('/');
    return InodePaths.path(of(place.substring(0, slash))) + place.substring(slash);
  }

  /**
   * Confirms that a file is in the directories of the store whose owners and permissions those of
   * HDFS on the way to it have. The store's are looked at together with the file, each found in the
   * one before it: who exchanges one for their own, and back, moves no file into theirs.
   *
   * @param file as it was linked
   * @throws StoreException {@code CHANGED} if the store has another directory on the way now, or
   *     another file; the directories of HDFS on the way have got what the store's have
   */
  public void confirm(String place, StoreObject file) throws IOException {
    if (place.lastIndexOf('/') == 0) {
      return;
    }
    List<Held> known = new ArrayList<>();
    for (int slash = place.indexOf('/', 1); slash > 0; slash = place.indexOf('/', slash + 1)) {
      known.add(known(place.substring(0, slash)));
    }
    List<StoreObject> way = opener.way(place);
    boolean same = way.size() == known.size() + 1;
    for (int i = 0; same && i < known.size(); i++) {
      same = known.get(i).is(way.get(i));
    }
    if (same && isSame(way.get(known.size()), file)) {
      return;
    }
    for (int slash = place.indexOf('/', 1); slash > 0; slash = place.indexOf('/', slash + 1)) {
      enter(place.substring(0, slash));
    }
    throw new StoreException(
        StoreException.Kind.CHANGED,
        file.path(),
        "a directory that it is in was changed or exchanged");
  }

  private static boolean isSame(StoreObject now, StoreObject file) {
    return now.kind() == file.kind() && now.version().identity() == file.version().identity();
  }

  private Held known(String place) throws IOException {
    synchronized (held) {
      Held there = held.get(place);
      if (there != null) {
        return there;
      }
    }
    return open(place);
  }

  /** How many are remembered. */
  int size() {
    synchronized (held) {
      return held.size();
    }
  }
}
