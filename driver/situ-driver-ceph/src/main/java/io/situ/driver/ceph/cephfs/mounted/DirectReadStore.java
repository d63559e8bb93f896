// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.mounted;

import io.situ.driver.ceph.cephfs.client.NativeDirectory;
import io.situ.driver.ceph.cephfs.client.NativeListing;
import io.situ.driver.ceph.cephfs.client.NativeSessions;
import io.situ.driver.ceph.cephfs.layout.CephPlacement;
import io.situ.driver.ceph.cephfs.layout.VirtualXattrs;
import io.situ.storage.Extent;
import io.situ.storage.Listing;
import io.situ.storage.ReadHandle;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.forward.ForwardingStore;
import io.situ.storage.mounted.MountedStore;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A mounted CephFS whose files and directories may be read past the mount. */
public final class DirectReadStore extends ForwardingStore {

  private final MountedStore mount;
  private final CephPlacement placement;
  private final NativeClient client;
  private final Set<Native> uses;

  /** What may be done past the mount. */
  public enum Native {
    READS,
    /** Only those of tasks, which read once, and of files that are worth a second opening. */
    TASK_READS,
    SCANS
  }

  /**
   * @param client goes past the mount; closed with this
   */
  public DirectReadStore(
      MountedStore mount, CephPlacement placement, NativeClient client, Set<Native> uses) {
    super(mount);
    this.mount = mount;
    this.placement = placement;
    this.client = client;
    this.uses = Set.copyOf(uses);
  }

  @Override
  public Optional<String> fileSystem(StorePath path) {
    return FileSystemId.of(mount);
  }

  @Override
  public ReadHandle open(StorePath path, ReadHandle.Options options) throws StoreException {
    ReadHandle handle = mount.open(path, options);
    return isReadDirectly(handle.object().withPath(path), options)
        ? client.open(handle, options.task())
        : handle;
  }

  private boolean isReadDirectly(StoreObject object, ReadHandle.Options options) {
    boolean direct = options.task() && object.size() >= NativeSessions.MIN_DIRECT_READ;
    boolean own = uses.contains(Native.READS) || uses.contains(Native.TASK_READS) && direct;
    return own && !isFrozen(object.path(), object);
  }

  /**
   * Sessions of tasks ask for the copy on their own host, and measure what came from there. Without
   * the library here tasks are taken to have none either.
   */
  @Override
  public List<Extent> placement(
      StoreObject object, long offset, long length, ReadHandle.Options reader)
      throws StoreException {
    return reader.task() && client.hasLibrary() && isReadDirectly(object, reader)
        ? placement.ofNearest().within(object, offset, length)
        : placement(object, offset, length);
  }

  @Override
  public Listing list(StorePath directory, Listing.Options options) throws StoreException {
    boolean own = options.scan() && !options.recursive() && !options.followLinks();
    if (own && uses.contains(Native.SCANS)) {
      StoreObject seen = seen(directory, options.linkFreeBelow());
      boolean today = seen.isDirectory() && !isFrozen(directory, seen);
      Optional<NativeDirectory> opened = today ? client.open(seen) : Optional.empty();
      if (opened.isPresent()) {
        StorePath top = options.linkFreeBelow().orElse(directory);
        return new NativeListing(
            link -> mount.statBelow(top, link),
            directory,
            opened.get(),
            mount.describer(),
            options.placement() ? Optional.of(placement) : Optional.empty(),
            hasDirectories -> {});
      }
    }
    return mount.list(directory, options);
  }

  private StoreObject seen(StorePath directory, Optional<StorePath> linkFreeBelow)
      throws StoreException {
    return linkFreeBelow.isEmpty() || linkFreeBelow.get().equals(directory)
        ? mount.stat(directory, true)
        : mount.statBelow(linkFreeBelow.get(), directory);
  }

  /**
   * Whether it lies in a snapshot: by its inode number the file of today would be found. The
   * kernel's own client reports it by an attribute, for which it asks the servers.
   */
  private boolean isFrozen(StorePath path, StoreObject seen) {
    if ((info().root() + path).contains("/" + VirtualXattrs.SNAPSHOTS + "/")) {
      return true;
    }
    if (mount.mount().type().startsWith("fuse.")) {
      return (seen.version().identity() & ~CephPlacement.INODE) != 0;
    }
    try {
      mount.xattr(path, "ceph.snap.btime");
      return true;
    } catch (StoreException e) {
      return false;
    }
  }

  @Override
  public void close() throws StoreException {
    client.close();
    super.close();
  }
}
