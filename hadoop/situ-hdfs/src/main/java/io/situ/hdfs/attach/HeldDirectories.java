package io.situ.hdfs.attach;

import io.situ.storage.Attributes;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.util.Optional;

/**
 * The directories of an attached tree by their inodes, each with the owner and permissions of the
 * store's before it is used. A user who exchanges a directory for one of their own does not change
 * where files go. Remembers a bounded number of them. Thread-safe.
 */
final class HeldDirectories {

  /** So many are remembered. */
  static final int MAX_HELD = 10_000;

  private final Opener opener;
  private final Recent<String, Held> held = new Recent<>(MAX_HELD);
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

    /** Returns the store's directory as it is now. */
    StoreObject look(String place) throws IOException;
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
        new Opener() {
          @Override
          public Held open(String path, String place) throws IOException {
            return dress.directory(path, source(place));
          }

          @Override
          public StoreObject look(String place) throws IOException {
            return source(place).object();
          }

          private Source source(String place) throws IOException {
            Optional<StorePath> object = root.tree().at(place);
            if (object.isEmpty()) {
              throw new StoreException(
                  StoreException.Kind.NOT_FOUND, null, "'" + place + "' has no object");
            }
            return session.sources().directory(root.tree(), object.get());
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
  long enter(String place) throws IOException {
    int slash = place.lastIndexOf('/');
    long above = of(place.substring(0, slash));
    Held entered = opener.open(Inodes.path(above) + place.substring(slash), place);
    synchronized (held) {
      held.put(place, entered);
    }
    return entered.inode();
  }

  /** Returns the path of what is at a place, by the inode of the directory that it is in. */
  String path(String place) throws IOException {
    int slash = place.lastIndexOf('/');
    return Inodes.path(of(place.substring(0, slash))) + place.substring(slash);
  }

  /**
   * Confirms that a file which has just been looked at is in the directory of the store whose owner
   * and permissions the directory of HDFS has.
   *
   * @throws StoreException {@code CHANGED} if the store has another directory there now; those of
   *     HDFS on the way have got what the store's have
   */
  void confirm(String place, StorePath file) throws IOException {
    String directory = place.substring(0, place.lastIndexOf('/'));
    if (directory.isEmpty()) {
      return;
    }
    of(directory);
    Held before;
    synchronized (held) {
      before = held.get(directory);
    }
    if (before != null && before.is(opener.look(directory))) {
      return;
    }
    for (int slash = directory.indexOf('/', 1);
        slash > 0;
        slash = directory.indexOf('/', slash + 1)) {
      enter(directory.substring(0, slash));
    }
    enter(directory);
    throw new StoreException(
        StoreException.Kind.CHANGED, file, "a directory that it is in was changed or exchanged");
  }

  /** How many are remembered. */
  int size() {
    synchronized (held) {
      return held.size();
    }
  }
}
