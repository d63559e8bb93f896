// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.source;

import io.situ.hadoop.fs.SituStores;
import io.situ.hdfs.link.LinkMetadata;
import io.situ.hdfs.link.LinkSources;
import io.situ.hdfs.link.LinkedBlock;
import io.situ.storage.Extent;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/** The objects that files were made of, as they are now. Thread-safe. */
public final class ObjectSources implements AutoCloseable {

  private final Configuration conf;
  private final LinkSources links;

  public ObjectSources(Configuration conf) {
    this.conf = conf;
    this.links = new LinkSources(name -> SituStores.open(name, conf));
  }

  /**
   * What a file's object should be in HDFS.
   *
   * @param top below this directory no symbolic link is followed
   * @throws StoreException if the object is gone; see {@link #isGone}
   * @throws IOException if the store cannot be asked
   */
  public AttachItem current(LinkedBlock mark, StorePath top, String place) throws IOException {
    return AttachItem.of(mark.store(), object(mark, top), place);
  }

  /**
   * A file's object as it is now, with placement where this user may know it.
   *
   * @param top below this directory no symbolic link is followed
   * @throws StoreException if the object is gone; see {@link #isGone}
   * @throws IOException if the store cannot be asked
   */
  public StoreObject object(LinkedBlock mark, StorePath top) throws IOException {
    Store store = links.store(mark.store());
    StoreObject object = store.statBelow(top, mark.object());
    if (!object.isFile()) {
      throw new StoreException(
          StoreException.Kind.NOT_FOUND, mark.object(), "is not a file any more");
    }
    return object.withPath(mark.object()).withExtents(placement(store, object));
  }

  private static List<Extent> placement(Store store, StoreObject file) throws StoreException {
    try {
      return store.placement(file, 0, file.size());
    } catch (StoreException e) {
      if (e.kind() != StoreException.Kind.PERMISSION_DENIED) {
        throw e;
      }
      return List.of();
    }
  }

  /**
   * A directory of the store as it is now.
   *
   * @throws StoreException if it is gone or is no directory any more; see {@link #isGone}
   * @throws IOException if the store cannot be asked
   */
  public AttachItem directory(AttachedTree tree, StorePath path) throws IOException {
    StoreObject object = links.store(tree.store()).statBelow(tree.root(), path);
    if (!object.isDirectory()) {
      throw new StoreException(
          StoreException.Kind.NOT_A_DIRECTORY, path, "is not a directory any more");
    }
    return AttachItem.of(tree.store(), object.withPath(path), tree.place(path));
  }

  /**
   * The directories of the store that an object of a tree is in, and the object, all found one in
   * the other; see {@link Store#statWay}.
   *
   * @throws StoreException if it is gone; see {@link #isGone}
   */
  public List<StoreObject> way(AttachedTree tree, StorePath object) throws IOException {
    return links.store(tree.store()).statWay(tree.root(), object);
  }

  /** The store of a tree; it is closed with this. */
  public Store store(AttachedTree tree) throws IOException {
    return links.store(tree.store());
  }

  /** The store of a tree, reopened; the caller closes it. */
  public Store reopened(AttachedTree tree) throws IOException {
    return SituStores.open(tree.store(), conf);
  }

  /** Whether the store has a file at a path now. */
  public boolean isFile(AttachedTree tree, StorePath path) throws IOException {
    try {
      return links.store(tree.store()).statBelow(tree.root(), path).isFile();
    } catch (StoreException e) {
      if (isGone(e)) {
        return false;
      }
      throw e;
    }
  }

  /** Where the store has an object, in the driver's terms; for a mount its path there. */
  public String absolute(LinkedBlock mark) throws IOException {
    String root = links.store(mark.store()).info().root();
    return root.equals("/") ? mark.object().toString() : root + mark.object();
  }

  /** Whether there is nothing, or something else that is in its place or on the way. */
  public static boolean isGone(StoreException e) {
    return e.kind() == StoreException.Kind.NOT_FOUND
        || e.kind() == StoreException.Kind.NOT_A_DIRECTORY
        || e.kind() == StoreException.Kind.CHANGED;
  }

  /**
   * @throws io.situ.hdfs.link.LinkBrokenException if the object is not what was attached
   * @throws IOException if the store cannot be asked
   */
  public void check(LinkedBlock mark) throws IOException {
    String identity = links.store(mark.store()).info().identity();
    links.check(new LinkMetadata(mark, identity, false, false, false));
  }

  @Override
  public void close() throws IOException {
    links.close();
  }
}
