// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted;

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
import io.situ.storage.config.StoreConfig;
import io.situ.storage.mount.Mount;
import io.situ.storage.mounted.file.MountedReadHandle;
import io.situ.storage.mounted.file.MountedWriteHandle;
import io.situ.storage.mounted.listing.DirectoryReader;
import io.situ.storage.mounted.listing.StatThreads;
import io.situ.storage.mounted.namespace.AttributeOperations;
import io.situ.storage.mounted.namespace.FileCreator;
import io.situ.storage.mounted.namespace.FileSystemType;
import io.situ.storage.mounted.namespace.NamespaceOperations;
import io.situ.storage.mounted.namespace.NewFile;
import io.situ.storage.mounted.nativelib.Errno;
import io.situ.storage.mounted.nativelib.FileStat;
import io.situ.storage.mounted.nativelib.Libc;
import io.situ.storage.mounted.nativelib.NativeCheck;
import io.situ.storage.mounted.nativelib.NativeScratchBuffers;
import io.situ.storage.mounted.nativelib.Syscalls;
import io.situ.storage.mounted.nativelib.UserLookup;
import io.situ.storage.mounted.path.DirEntryRef;
import io.situ.storage.mounted.path.PathResolver;
import io.situ.storage.mounted.path.StatxReader;
import io.situ.storage.mounted.path.StoreRoot;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * A store on any mounted file system, through the system's own calls. What one kind of file system
 * can report beyond POSIX, above all placement, a driver adds.
 *
 * <p>Two versions of an object are equal while inode number, modification time and size are; the
 * inode number does not count where {@link Quirks#unstableInodes}. The identity of the store is
 * that of its file system together with its root's inode number. Thread-safe.
 */
public final class MountedStore extends FileSystemStore {

  private static final int MAX_SWAPS = 40;
  private static final int AT_ITSELF = Libc.AT_EMPTY_PATH | Libc.AT_STATX_FORCE_SYNC;

  private final Info info;
  private final Mount mount;
  private final long fsid;
  private final PathResolver resolver;
  private final UserLookup accounts = UserLookup.SYSTEM;
  private final Placement placement;
  private final Parts parts;
  private final StatThreads helpers;
  private final boolean inodes;
  private final MountCapabilities capabilities;

  private MountedStore(
      StoreConfig config,
      String driver,
      StoreRoot root,
      Function<MountedStore, Placement> placement,
      MountedStoreOptions tuning) {
    this.mount = root.mount();
    this.fsid = root.fsid();
    Quirks quirks = tuning.quirks().apply(mount);
    this.inodes = !quirks.unstableInodes();
    this.resolver = new PathResolver(root.fd(), root.path().toBytes(), tuning.oldCalls());
    NamespaceOperations names =
        new NamespaceOperations(
            resolver, this::typeOfName, tuning.oldCalls(), path -> claims(path, quirks));
    this.placement = placement.apply(this);
    this.parts = new Parts(names, new AttributeOperations(resolver), this.placement);
    this.helpers =
        tuning
            .helpers()
            .orElse(tuning.typeOf(mount).isLocal() ? StatThreads.LOCAL : StatThreads.REMOTE);
    this.capabilities =
        new MountCapabilities(root, tuning, resolver, this.placement != Placement.NONE);
    this.info = Info.mounted(config.name(), driver, root.identity(), root.path());
  }

  /**
   * Opens the directory that the key {@link StoreConfig#ROOT} names, which may be a symbolic link.
   *
   * @param driver the name of the driver that opens it
   * @param placement which hosts hold which bytes; closed with the store, and if this fails
   * @throws StoreException {@code INVALID_ARGUMENT} for a missing or senseless root; {@code
   *     NOT_FOUND}, {@code NOT_A_DIRECTORY}, {@code PERMISSION_DENIED} or {@code UNAVAILABLE} for
   *     one that cannot be opened; {@code UNSUPPORTED} where this system's calls cannot be made,
   *     saying the way out
   */
  public static MountedStore open(StoreConfig config, String driver, Placement placement)
      throws StoreException {
    return open(config, driver, placement, MountedStoreOptions.NONE);
  }

  static MountedStore open(
      StoreConfig config, String driver, Placement placement, MountedStoreOptions tuning)
      throws StoreException {
    try {
      return open(config, driver, store -> placement, tuning);
    } catch (StoreException | RuntimeException e) {
      try (placement) {
        throw e;
      }
    }
  }

  /**
   * As {@link #open(StoreConfig, String, Placement)}, for a placement that asks the store itself,
   * for instance for extended attributes.
   *
   * @param placement makes the placement; must not use the store before this method has returned
   */
  public static MountedStore open(
      StoreConfig config, String driver, Function<MountedStore, Placement> placement)
      throws StoreException {
    return open(config, driver, placement, MountedStoreOptions.NONE);
  }

  /**
   * As {@link #open(StoreConfig, String, Function)}, for a file system that differs from others.
   *
   * @param quirks in what it differs, by the mount that the root lies on
   */
  public static MountedStore open(
      StoreConfig config,
      String driver,
      Function<MountedStore, Placement> placement,
      Function<Mount, Quirks> quirks)
      throws StoreException {
    return open(config, driver, placement, MountedStoreOptions.NONE.withQuirks(quirks));
  }

  private static MountedStore open(
      StoreConfig config,
      String driver,
      Function<MountedStore, Placement> placement,
      MountedStoreOptions tuning)
      throws StoreException {
    NativeCheck.run();
    return new MountedStore(
        config, driver, StoreRoot.open(config, tuning.mounts()), placement, tuning);
  }

  /** The mount that the root lies on. */
  public Mount mount() {
    return mount;
  }

  /** Returns the id of the root's file system as {@code statfs} reports it; 0 for none. */
  public long fsid() {
    return fsid;
  }

  @Override
  public Info info() {
    return info;
  }

  @Override
  public Set<Capability> capabilities(StorePath path) {
    return capabilities.forPath(path);
  }

  @Override
  protected Parts parts() {
    return parts;
  }

  @Override
  protected void require(Capability capability, StorePath path) throws StoreException {
    capabilities.require(capability, path);
  }

  @Override
  protected void requireMode(StorePath path, int mode) throws StoreException {
    capabilities.requireMode(path, mode);
  }

  @Override
  protected void requireNoMounts(StorePath path) throws StoreException {
    capabilities.requireNoMounts(path);
  }

  private FileSystemType typeOfName(StorePath path) {
    return capabilities.typeOfName(path);
  }

  /** The type of the file system that the open {@code fd} lies on, to which {@code path} led. */
  FileSystemType typeOf(int fd, StorePath path) {
    return capabilities.typeOf(fd, path);
  }

  /** What a driver knows of its file system holds for mounts of that type. */
  private boolean claims(StorePath path, Quirks quirks) {
    return quirks.claims() && capabilities.isOwnName(path);
  }

  @Override
  public StoreObject stat(StorePath path, boolean followLink) throws StoreException {
    if (!followLink && !path.isRoot()) {
      return resolver.onNames(path, () -> statPlace(path));
    }
    return resolver.on(path, followLink, fd -> describe(fd, path));
  }

  private StoreObject statPlace(StorePath path) throws StoreException {
    int root = resolver.enter(path);
    try (DirEntryRef place = resolver.place(root, path)) {
      PathResolver.check(place.stat(Libc.AT_STATX_FORCE_SYNC), path);
      NativeScratchBuffers scratch = NativeScratchBuffers.get();
      StoreObject object = StatxReader.object(path, scratch.memory(), 0, accounts.memo(), inodes);
      return object.kind() == StoreObject.Kind.SYMLINK
          ? StatxReader.link(object, Syscalls.readlinkat(place.dir(), place.first()))
          : object;
    } finally {
      resolver.leave();
    }
  }

  @Override
  public StoreObject statBelow(StorePath top, StorePath path) throws StoreException {
    return resolver.onBelow(top, path, fd -> describeItself(fd, path));
  }

  @Override
  public List<StoreObject> statWay(StorePath top, StorePath path) throws StoreException {
    return resolver.onNames(path, () -> resolver.way(top, path, this::describeItself));
  }

  private StoreObject describeItself(int fd, StorePath path) throws StoreException {
    StoreObject object = describe(fd, path);
    return object.kind() == StoreObject.Kind.SYMLINK
        ? StatxReader.link(object, Syscalls.readlinkat(fd, NativeScratchBuffers.get().empty()))
        : object;
  }

  private StoreObject describe(int fd, StorePath path) throws StoreException {
    PathResolver.check(Syscalls.statx(fd, NativeScratchBuffers.get().empty(), AT_ITSELF), path);
    return StatxReader.object(
        path, NativeScratchBuffers.get().memory(), 0, accounts.memo(), inodes);
  }

  @Override
  public Listing list(StorePath directory, Listing.Options options) throws StoreException {
    return new MountedListing(this, resolver, directory, options);
  }

  /** Makes objects, as {@link #stat} would, of what is known of them. Not thread-safe. */
  public interface Describer {
    /** A symbolic link is described without its target. */
    StoreObject describe(StorePath path, FileStat status);
  }

  /** A describer for one listing: it looks up the names of users and groups. */
  public Describer describer() {
    UserLookup.Memo memo = accounts.memo();
    return (path, status) -> StatxReader.object(path, status, memo, inodes);
  }

  /**
   * A describer for one listing of a store that is no mount, with the names of this host's users
   * and groups; an inode number is part of a version.
   *
   * @throws StoreException {@code UNSUPPORTED} where this system's calls cannot be made
   */
  public static Describer hostDescriber() throws StoreException {
    NativeCheck.run();
    UserLookup.Memo memo = UserLookup.SYSTEM.memo();
    return (path, status) -> StatxReader.object(path, status, memo, true);
  }

  /**
   * Reads a directory.
   *
   * @param fd its descriptor, open for reading; closed with the reader
   */
  DirectoryReader read(StorePath directory, int fd, DirectoryReader.Completion completion) {
    return new DirectoryReader(
        directory, fd, accounts, helpers, completion, inodes, resolver::forgotten);
  }

  @Override
  public ReadHandle open(StorePath path, ReadHandle.Options options) throws StoreException {
    return onFile(path, options, fd -> open(fd, path, options));
  }

  private <T> T onFile(StorePath path, ReadHandle.Options options, PathResolver.Act<T> act)
      throws StoreException {
    return options.linkFreeBelow().isEmpty()
        ? resolver.on(path, true, act)
        : resolver.onBelow(options.linkFreeBelow().get(), path, fd -> onItself(fd, path, act));
  }

  private <T> T onItself(int fd, StorePath path, PathResolver.Act<T> act) throws StoreException {
    if (describe(fd, path).kind() == StoreObject.Kind.SYMLINK) {
      throw StoreException.exchanged(path);
    }
    return act.on(fd);
  }

  private ReadHandle open(int fd, StorePath path, ReadHandle.Options options)
      throws StoreException {
    StoreObject object = expected(fd, path, options);
    int real = openBytes(fd, object, options);
    ReadHandle.Options same = options.withExpected(object.version());
    return new MountedReadHandle(
        object,
        real,
        () -> onFile(path, same, now -> openBytes(now, expected(now, path, same), same)),
        typeOf(real, path).knowsHoles());
  }

  /** As {@link #regular}, of the version that is asked for: anything else has replaced it. */
  private StoreObject expected(int fd, StorePath path, ReadHandle.Options options)
      throws StoreException {
    StoreObject object = describe(fd, path);
    if (options.expected().isPresent()
        && !(object.isFile() && options.expected().get().equals(object.version()))) {
      throw new StoreException(
          Kind.CHANGED,
          path,
          "it is not the version that was asked for: it was changed or replaced since");
    }
    return requireFile(object);
  }

  /** Opens for reading what {@code fd} stands for and {@code object} describes. */
  private int openBytes(int fd, StoreObject object, ReadHandle.Options options)
      throws StoreException {
    StorePath path = object.path();
    if (!options.recall()) {
      failIfArchived(path);
    }
    int real = Syscalls.reopen(fd, Libc.O_RDONLY);
    PathResolver.check(real, path);
    int error = typeOf(real, path).opensLazily() ? Syscalls.touch(real) : 0;
    if (error == -Errno.ENOENT || error == -Errno.ESTALE) {
      Syscalls.close(real);
      throw Errno.failure(error, path);
    }
    if (options.policy() == ReadHandle.Policy.RANDOM) {
      Syscalls.fadvise(real, Libc.FADV_RANDOM);
    }
    return real;
  }

  private void failIfArchived(StorePath path) throws StoreException {
    Optional<String> away = placement.away(path);
    if (away.isPresent()) {
      throw new StoreException(Kind.AWAY, path, away.get());
    }
  }

  /** Describes a regular file, on a descriptor that does not open it. */
  private StoreObject regular(int fd, StorePath path) throws StoreException {
    return requireFile(describe(fd, path));
  }

  @Override
  public WriteHandle create(StorePath path, WriteHandle.Options options) throws StoreException {
    return create(path, options, NewFile.PLAIN);
  }

  /**
   * As {@link #create(StorePath, WriteHandle.Options)}, for a file system that new files need more
   * of. What it refuses fails this call, and what the file was to replace is still there.
   */
  public WriteHandle create(StorePath path, WriteHandle.Options options, NewFile made)
      throws StoreException {
    if (path.isRoot()) {
      throw Errno.failure(options.replace() ? -Errno.EISDIR : -Errno.EEXIST, path);
    }
    requireMode(path, options.mode());
    return resolver.onNew(path, () -> createOnce(path, options, made));
  }

  private WriteHandle createOnce(StorePath path, WriteHandle.Options options, NewFile made)
      throws StoreException {
    int root = resolver.enter(path);
    try {
      Optional<WriteHandle> handle = Optional.empty();
      for (int tries = 0; handle.isEmpty() && tries < MAX_SWAPS; tries++) {
        try (DirEntryRef place =
            tries == 0 ? resolver.place(root, path) : resolver.target(root, path)) {
          FileSystemType type = capabilities.typeOfName(place, path);
          handle = FileCreator.create(path, place, options, type, made);
        }
      }
      return handle.orElseThrow(() -> Errno.failure(-Errno.ELOOP, path));
    } finally {
      resolver.leave();
    }
  }

  @Override
  public WriteHandle append(StorePath path) throws StoreException {
    require(Capability.APPEND, path);
    return resolver.on(
        path,
        true,
        fd -> {
          StoreObject object = regular(fd, path);
          int real = Syscalls.reopen(fd, Libc.O_WRONLY | Libc.O_APPEND);
          PathResolver.check(real, path);
          return new MountedWriteHandle(
              path,
              real,
              MountedWriteHandle.KEPT,
              typeOf(real, path).flushReachesServer(),
              object.size());
        });
  }

  @Override
  public void truncate(StorePath path, long length) throws StoreException {
    resolver.on(
        path,
        true,
        fd -> {
          requireShorter(regular(fd, path), length);
          int real = Syscalls.reopen(fd, Libc.O_WRONLY);
          PathResolver.check(real, path);
          int error = Syscalls.ftruncate(real, length);
          Syscalls.close(real);
          PathResolver.check(error, path);
          return null;
        });
  }

  @Override
  public AccessList accessListBelow(StorePath top, StoreObject object) throws StoreException {
    StorePath path = object.path();
    return resolver.onBelow(
        top,
        path,
        fd -> {
          StoreException.refuseOther(object, describe(fd, path));
          return accessList(fd, path);
        });
  }

  @Override
  public AccessList accessList(StorePath path) throws StoreException {
    return resolver.on(path, true, fd -> accessList(fd, path));
  }

  private AccessList accessList(int fd, StorePath path) throws StoreException {
    return AttributeOperations.accessList(fd, path, typeOf(fd, path).mayHideAccessLists());
  }

  /** The placement of a file that was just listed, see {@link Placement#listed}. */
  List<Extent> listed(StoreObject file, long cookie, int directory) throws StoreException {
    return placement.listed(file, cookie, directory);
  }

  @Override
  public void close() throws StoreException {
    resolver.close();
    placement.close();
  }
}
