// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.client;

import io.situ.driver.ceph.cephfs.layout.CephPlacement;
import io.situ.storage.Listing;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.mounted.MountedStore;
import io.situ.storage.mounted.nativelib.ErrnoException;
import io.situ.storage.util.ListedPlacement;
import java.util.Optional;

/** A directory's own entries, by libcephfs; of links the store says where they lead. */
public final class NativeListing implements Listing {

  private final Links links;
  private final StorePath path;
  private final NativeDirectory directory;
  private final MountedStore.Describer describer;
  private final Optional<CephPlacement> placement;
  private final End end;
  private boolean hasDirectories;
  private boolean ended;
  private boolean closed;

  /** Hears of the end of a listing, once, before which it holds the directory. */
  public interface End {

    /**
     * @param hasDirectories whether there were directories among the entries
     */
    void ended(boolean hasDirectories);
  }

  /** Describes a symbolic link that is in the directory. */
  public interface Links {
    StoreObject describe(StorePath link) throws StoreException;
  }

  /**
   * @param placement what fills in which hosts hold which bytes, if that is wanted
   * @param end reported when this is closed
   */
  public NativeListing(
      Links links,
      StorePath path,
      NativeDirectory directory,
      MountedStore.Describer describer,
      Optional<CephPlacement> placement,
      End end) {
    this.end = end;
    this.links = links;
    this.path = path;
    this.directory = directory;
    this.describer = describer;
    this.placement = placement;
  }

  private static String end(int error) {
    return error == CephErrors.DISCARDED
        ? CephErrors.sessionEnd(new ErrnoException(error))
        : "the cluster ended the listing (error " + error + ")";
  }

  @Override
  public StoreObject next() throws StoreException {
    try {
      while (!ended) {
        int result = directory.next();
        if (result < 0) {
          throw new StoreException(Kind.UNAVAILABLE, path, end(-result) + ": list it again");
        }
        Optional<StoreObject> object = result > 0 ? object() : Optional.empty();
        if (object.isPresent()) {
          return object.get();
        }
        ended = result == 0;
      }
      close();
      return null;
    } catch (StoreException | RuntimeException e) {
      close();
      throw e;
    }
  }

  /** See {@link NativeDirectory#entryChangedNanos}. */
  public long entryChangedNanos() {
    return directory.entryChangedNanos();
  }

  /** See {@link NativeDirectory#entryNames}. */
  public int entryNames() {
    return directory.entryNames();
  }

  /** See {@link NativeDirectory#changedNanos}. */
  public long changedNanos() {
    return directory.changedNanos();
  }

  private Optional<StoreObject> object() throws StoreException {
    StoreObject object = describer.describe(path.child(directory.name()), directory.status());
    hasDirectories |= object.isDirectory();
    if (object.kind() == StoreObject.Kind.SYMLINK) {
      return link(object.path());
    }
    return Optional.of(
        placement.isPresent() && object.isFile() && object.size() > 0
            ? place(object, placement.get())
            : object);
  }

  private Optional<StoreObject> link(StorePath link) throws StoreException {
    try {
      return Optional.of(links.describe(link));
    } catch (StoreException e) {
      if (e.isNotFound() || e.kind() == StoreException.Kind.CHANGED) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private StoreObject place(StoreObject file, CephPlacement known) throws StoreException {
    Optional<String> layout = directory.layout();
    return ListedPlacement.add(
        file,
        () ->
            layout.isPresent()
                ? known.extents(file, layout.get(), 0, file.size())
                : known.extents(file, 0, file.size()));
  }

  @Override
  public void close() {
    ended = true;
    directory.close();
    if (!closed) {
      closed = true;
      end.ended(hasDirectories);
    }
  }
}
