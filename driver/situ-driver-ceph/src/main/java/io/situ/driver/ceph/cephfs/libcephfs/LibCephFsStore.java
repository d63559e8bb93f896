// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.libcephfs;

import io.situ.driver.ceph.cephfs.client.CephErrors;
import io.situ.driver.ceph.cephfs.client.LibCephFsInode;
import io.situ.driver.ceph.cephfs.client.NativeDirectory;
import io.situ.driver.ceph.cephfs.client.NativeListing;
import io.situ.driver.ceph.cephfs.client.NativeSessions;
import io.situ.driver.ceph.cephfs.client.NativeUser;
import io.situ.driver.ceph.cephfs.client.SystemXattr;
import io.situ.driver.ceph.cephfs.layout.CephPlacement;
import io.situ.driver.ceph.cephfs.layout.VirtualXattrs;
import io.situ.driver.ceph.cluster.PgMapCache;
import io.situ.storage.Capability;
import io.situ.storage.Extent;
import io.situ.storage.Listing;
import io.situ.storage.ReadHandle;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.acl.AccessList;
import io.situ.storage.mounted.FileSystemStore;
import io.situ.storage.mounted.MountedStore;
import io.situ.storage.mounted.nativelib.Errno;
import io.situ.storage.mounted.nativelib.ErrnoException;
import io.situ.storage.mounted.nativelib.FileStat;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A CephFS that this host has not mounted, by libcephfs in this process. It does as a mounted store
 * does, but that closing a written file, and changing attributes, returns when the servers know: no
 * other process could flush them if this one dies.
 *
 * <p>Versions are as those of mounted stores. Thread-safe.
 */
public final class LibCephFsStore extends FileSystemStore {

  private static final int MAX_SWAPS = 40;
  private static final int O_WRONLY = 1;
  private static final int O_APPEND = 02000;

  private static final Set<Capability> CAPABILITIES =
      EnumSet.of(
          Capability.APPEND,
          Capability.TRUNCATE,
          Capability.FLUSH,
          Capability.SYNC,
          Capability.VISIBLE_ON_CREATE,
          Capability.ATOMIC_RENAME,
          Capability.ATOMIC_NO_REPLACE,
          Capability.SYMLINKS,
          Capability.HARD_LINKS,
          Capability.XATTRS,
          Capability.OWNERSHIP,
          Capability.PERMISSIONS,
          Capability.STICKY_BIT,
          Capability.TIMES,
          Capability.STABLE_IDENTITY,
          Capability.DISTINCT_VERSIONS,
          Capability.PLACEMENT);

  private final LibCephFsPathResolver tree;
  private final LibCephFsReads reads;
  private final CephPlacement placement;
  private final Parts parts;
  private final String fileSystem;
  private final Info info;

  /** Returns for whom calls are made, once it is known that the library is there. */
  public interface User {
    NativeUser get() throws StoreException;
  }

  /**
   * Opens a directory of a file system.
   *
   * @param user for whom calls are made
   * @throws StoreException {@code UNSUPPORTED} without the library; {@code PERMISSION_DENIED}
   *     without a key, or with one that the cluster refuses; {@code NOT_FOUND}, {@code
   *     NOT_A_DIRECTORY}; {@code UNAVAILABLE}
   */
  public static LibCephFsStore open(String name, NativeSessions.Key key, PgMapCache maps, User user)
      throws StoreException {
    MountedStore.hostDescriber();
    LibCephFsPathResolver tree = new LibCephFsPathResolver(new SharedSession(key, user));
    return new LibCephFsStore(name, key, tree, maps);
  }

  /**
   * @param name the store's
   * @param tree closed with this, and if this fails
   */
  LibCephFsStore(String name, NativeSessions.Key key, LibCephFsPathResolver tree, PgMapCache maps)
      throws StoreException {
    this.tree = tree;
    this.reads = new LibCephFsReads(tree, this::regular);
    this.placement = new CephPlacement(this::placementXattr, maps);
    this.parts = new Parts(new LibCephFsNamespace(tree), new LibCephFsAttributes(tree), placement);
    try {
      String identity = identity(tree, key);
      this.fileSystem = identity.substring(0, identity.lastIndexOf(':'));
      this.info = Info.remote(name, "ceph", identity, place(key));
    } catch (StoreException | RuntimeException e) {
      tree.close();
      throw e;
    }
  }

  /** Not a path of this host, and in no form that anybody could take for one. */
  private static String place(NativeSessions.Key key) {
    return "cephfs:" + key.cluster().fileSystem().map(fs -> fs + ":").orElse("") + key.root();
  }

  private static String identity(LibCephFsPathResolver tree, NativeSessions.Key key)
      throws StoreException {
    return tree.on(
        StorePath.ROOT,
        true,
        root -> {
          if (!root.isDirectory()) {
            throw new StoreException(
                Kind.NOT_A_DIRECTORY,
                null,
                key.root() + " is a file, and a store needs a directory");
          }
          String cluster =
              new String(root.systemXattr(SystemXattr.CLUSTER), StandardCharsets.US_ASCII);
          return "cephfs:" + cluster + ":" + root.fileSystemId() + ":" + root.describe().inode();
        });
  }

  /** As {@link #xattr}; which cluster it is also where this user may only enter the root. */
  private byte[] placementXattr(StorePath path, String name) throws StoreException {
    return name.equals(VirtualXattrs.CLUSTER)
        ? tree.on(path, true, node -> node.systemXattr(SystemXattr.CLUSTER))
        : xattr(path, name);
  }

  @Override
  public Info info() {
    return info;
  }

  /** Of the cluster and the file system's number in it; a mount reports another text. */
  @Override
  public Optional<String> fileSystem(StorePath path) {
    return Optional.of(fileSystem);
  }

  @Override
  public Set<Capability> capabilities(StorePath path) {
    return CAPABILITIES;
  }

  @Override
  protected Parts parts() {
    return parts;
  }

  @Override
  public StoreObject stat(StorePath path, boolean followLink) throws StoreException {
    return tree.on(path, followLink, node -> describe(path, node));
  }

  @Override
  public StoreObject statBelow(StorePath top, StorePath path) throws StoreException {
    return tree.on(path, Optional.of(top), node -> describe(path, node));
  }

  @Override
  public List<StoreObject> statWay(StorePath top, StorePath path) throws StoreException {
    return tree.way(top, path, this::describe);
  }

  @Override
  public AccessList accessListBelow(StorePath top, StoreObject object) throws StoreException {
    StorePath path = object.path();
    return tree.on(
        path,
        Optional.of(top),
        node -> {
          StoreException.refuseOther(object, describe(path, node));
          return AccessList.of(LibCephFsAttributes.xattrs(node));
        });
  }

  private StoreObject describe(StorePath path, LibCephFsInode node)
      throws StoreException, ErrnoException {
    // The root was found with nothing but its mode.
    FileStat status = path.isRoot() || node.isDirectory() ? node.describe() : node.status();
    StoreObject object = MountedStore.hostDescriber().describe(path, status);
    if (!node.isLink()) {
      return object;
    }
    byte[] text = node.readLink();
    return new StoreObject(
        path,
        object.kind(),
        object.size(),
        object.attributes(),
        object.version(),
        Optional.of(StorePath.decode(text)),
        List.of(),
        Optional.empty());
  }

  /** Tasks ask for the copy on their own host, and the library keeps nothing of theirs. */
  @Override
  public List<Extent> placement(
      StoreObject object, long offset, long length, ReadHandle.Options reader)
      throws StoreException {
    return reader.task() && object.size() >= NativeSessions.MIN_DIRECT_READ
        ? placement.ofNearest().within(object, offset, length)
        : placement(object, offset, length);
  }

  @Override
  public Listing list(StorePath directory, Listing.Options options) throws StoreException {
    return options.recursive() || options.followLinks()
        ? new LibCephFsListing(this, directory, options)
        : entries(directory, options);
  }

  /** What is in one directory. */
  Listing entries(StorePath directory, Listing.Options options) throws StoreException {
    if (options.held().isEmpty()) {
      return entries(directory, options.linkFreeBelow(), options.placement());
    }
    return walked(directory, options, options.held().get().of(this, Recent.class, Recent::new));
  }

  private static final class Recent extends RecentNodes<LibCephFsInode> {
    Recent() {
      super(LibCephFsInode::close);
    }
  }

  /** What is in one directory of a walk, found from the one above it if that is still held. */
  private Listing walked(StorePath directory, Listing.Options options, Recent recent)
      throws StoreException {
    try {
      return LibCephFsPathResolver.retry(
          () -> walkedOnce(directory, options, recent), CephErrors::endsSession);
    } catch (ErrnoException e) {
      throw CephErrors.withPath(e, directory);
    }
  }

  private Listing walkedOnce(StorePath directory, Listing.Options options, Recent recent)
      throws StoreException, ErrnoException {
    StorePath top = options.linkFreeBelow().orElse(directory);
    LibCephFsInode node = node(directory, options.linkFreeBelow(), recent);
    try {
      NativeDirectory opened = node.openDirectory();
      return new NativeListing(
          link -> statBelow(top, link),
          directory,
          opened,
          MountedStore.hostDescriber(),
          options.placement() ? Optional.of(placement) : Optional.empty(),
          hasDirectories -> {
            if (hasDirectories) {
              recent.add(directory, node);
            } else {
              node.close();
            }
          });
    } catch (ErrnoException | StoreException | RuntimeException e) {
      node.close();
      throw e;
    }
  }

  private LibCephFsInode node(StorePath directory, Optional<StorePath> linkFreeBelow, Recent recent)
      throws StoreException {
    boolean first = linkFreeBelow.isEmpty() || linkFreeBelow.get().equals(directory);
    Optional<LibCephFsInode> near = first ? Optional.empty() : near(directory, recent);
    if (first) {
      tree.onDirectory(directory, node -> true);
    }
    LibCephFsInode node = near.isPresent() ? near.get() : tree.hold(directory, linkFreeBelow);
    if (node.isDirectory()) {
      return node;
    }
    node.close();
    throw node.isLink()
        ? StoreException.exchanged(directory)
        : Errno.failure(-Errno.ENOTDIR, directory);
  }

  private static Optional<LibCephFsInode> near(StorePath directory, Recent recent)
      throws StoreException {
    try {
      return recent.find(directory, (above, name) -> above.childTypeOnly(name));
    } catch (ErrnoException e) {
      throw CephErrors.withPath(e, directory);
    }
  }

  /**
   * What is in one directory.
   *
   * @param linkFreeBelow see {@link Listing.Options#linkFreeBelow}; if empty, links are followed
   */
  private Listing entries(StorePath directory, Optional<StorePath> linkFreeBelow, boolean placed)
      throws StoreException {
    boolean followed = linkFreeBelow.isEmpty() || linkFreeBelow.get().equals(directory);
    LibCephFsPathResolver.Act<NativeDirectory> open =
        node -> {
          if (node.isLink()) {
            throw StoreException.exchanged(directory);
          }
          if (!node.isDirectory()) {
            throw Errno.failure(-Errno.ENOTDIR, directory);
          }
          return node.openDirectory();
        };
    NativeDirectory opened =
        followed ? tree.onDirectory(directory, open) : tree.on(directory, linkFreeBelow, open);
    StorePath top = linkFreeBelow.orElse(directory);
    return new NativeListing(
        link -> statBelow(top, link),
        directory,
        opened,
        MountedStore.hostDescriber(),
        placed ? Optional.of(placement) : Optional.empty(),
        hasDirectories -> {});
  }

  @Override
  public ReadHandle open(StorePath path, ReadHandle.Options options) throws StoreException {
    return reads.open(path, options);
  }

  private StoreObject regular(StorePath path, LibCephFsInode node)
      throws StoreException, ErrnoException {
    return requireFile(describe(path, node));
  }

  @Override
  public WriteHandle create(StorePath path, WriteHandle.Options options) throws StoreException {
    if (path.isRoot()) {
      throw Errno.failure(options.replace() ? -Errno.EISDIR : -Errno.EEXIST, path);
    }
    for (int tries = 0; tries < MAX_SWAPS; tries++) {
      boolean followLink = options.replace() && tries > 0;
      RenamePlace.Finder finder = () -> followLink ? tree.target(path) : tree.place(path);
      Optional<WriteHandle> handle =
          LibCephFsFileCreator.create(path, new RenamePlace(finder.find(), finder), options);
      if (handle.isPresent()) {
        return handle.get();
      }
    }
    throw new StoreException(Kind.CHANGED, path, "other clients change this name again and again");
  }

  @Override
  public WriteHandle append(StorePath path) throws StoreException {
    return tree.on(
        path,
        true,
        node -> {
          regular(path, node);
          return new LibCephFsWriteHandle(path, node.open(O_WRONLY | O_APPEND), Optional.empty());
        });
  }

  @Override
  public void truncate(StorePath path, long length) throws StoreException {
    tree.on(
        path,
        true,
        node -> {
          requireShorter(regular(path, node), length);
          node.set(stat -> stat.putSize(length));
          return null;
        });
  }

  @Override
  public void close() {
    reads.close();
    tree.close();
  }
}
