package io.situ.hdfs.attach;

import io.situ.storage.StoreException;
import io.situ.storage.StorePath;
import java.io.IOException;

/**
 * The directories of an attached tree by their inodes, each with the owner and permissions of the
 * store's before it is used. A user who exchanges a directory for one of their own does not change
 * where files go. Remembers a bounded number of them. Thread-safe.
 */
final class HeldDirectories {

  /** So many are remembered. */
  static final int MAX_HELD = 10_000;

  private final Opener opener;
  private final Recent<String, Long> held = new Recent<>(MAX_HELD);
  private final long root;

  /** Gives a directory what the store's has. */
  @FunctionalInterface
  interface Opener {

    /**
     * @param path the directory, by the inode of the one above
     * @param place below the root; begins with a slash
     * @return its inode
     */
    long open(String path, String place) throws IOException;
  }

  /**
   * @param root inode of the directory at which the tree is attached
   */
  HeldDirectories(long root, Opener opener) {
    this.root = root;
    this.opener = opener;
  }

  static HeldDirectories of(AttachSession session, TreeRoot root, Dress dress) {
    return new HeldDirectories(
        root.inode(),
        (path, place) -> {
          StorePath object =
              root.tree()
                  .at(place)
                  .orElseThrow(
                      () ->
                          new StoreException(
                              StoreException.Kind.NOT_FOUND,
                              null,
                              "'" + place + "' has no object"));
          return dress.directory(path, session.sources().directory(root.tree(), object));
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
    Long known;
    synchronized (held) {
      known = held.get(place);
    }
    return known == null ? enter(place) : known;
  }

  /** As {@link #of}, of a directory that may have changed since it was asked for last. */
  long enter(String place) throws IOException {
    int slash = place.lastIndexOf('/');
    long above = of(place.substring(0, slash));
    long inode = opener.open(Inodes.path(above) + place.substring(slash), place);
    synchronized (held) {
      held.put(place, inode);
    }
    return inode;
  }

  /** Returns the path of what is at a place, by the inode of the directory that it is in. */
  String path(String place) throws IOException {
    int slash = place.lastIndexOf('/');
    return Inodes.path(of(place.substring(0, slash))) + place.substring(slash);
  }

  /** How many are remembered. */
  int size() {
    synchronized (held) {
      return held.size();
    }
  }
}
