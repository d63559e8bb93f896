// SPDX-License-Identifier: Apache-2.0
package io.situ.storage;

import io.situ.storage.acl.AccessList;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * One storage system that holds data: a mounted file system, a CephFS, a bucket.
 *
 * <p>This is the whole contract between Situ and a driver, kept small on purpose: convenience that
 * can be built from these members lives in {@code io.situ.storage.util}; no driver overrides it.
 *
 * <h2>Rules for every member</h2>
 *
 * <ul>
 *   <li><b>Paths and links.</b> No call reaches anything outside the root; which links are followed
 *       is said in {@link io.situ.storage}.
 *   <li><b>Absence.</b> A missing object is {@link StoreException.Kind#NOT_FOUND}, unless the
 *       member says otherwise. A parent that is a file is {@link
 *       StoreException.Kind#NOT_A_DIRECTORY}.
 *   <li><b>Permission.</b> The store's own permissions decide, for the user this process runs as. A
 *       refusal is {@link StoreException.Kind#PERMISSION_DENIED}.
 *   <li><b>Optional members.</b> Those that have a body here. What a store cannot do it leaves to
 *       that body, which fails with {@link StoreException.Kind#UNSUPPORTED} or answers that there
 *       is nothing: a store that is only read has {@link #info}, {@link #capabilities}, {@link
 *       #stat}, {@link #list}, {@link #open} and {@link #close}.
 *   <li><b>Capabilities.</b> A call whose capability is not declared by {@link #capabilities} for
 *       its path fails with {@link StoreException.Kind#UNSUPPORTED} and changes nothing.
 *   <li><b>Failure.</b> A call that throws has changed nothing, unless the member says what may
 *       remain. Where several things are wrong at once, any one of them may be reported.
 *   <li><b>Threads.</b> A store is thread-safe. Handles say their own rules.
 * </ul>
 */
public interface Store extends AutoCloseable {

  /** What {@link #fileSystem} returns of a mount whose type has no driver made for it. */
  String ORDINARY = "ordinary";

  /** Returns what this store is. Never blocks, never fails, always the same answer. */
  Info info();

  /**
   * Returns which file system {@code path} lies in, or would lie in if it were created: a text that
   * no other one has and that does not depend on where, from which server or by which client it is
   * mounted; {@link #ORDINARY} of mounts whose type no driver was made for. Links on the way are
   * followed where they can be. Never fails; may ask the file system.
   *
   * @return empty where nothing reports it
   */
  default Optional<String> fileSystem(StorePath path) {
    return Optional.empty();
  }

  /**
   * Returns what can be done at {@code path}. A store that spans several file systems answers for
   * the one that {@code path} lies on, or would lie on if it were created; other stores give one
   * answer for all paths. Symbolic links on the way are followed where they can be. Never fails;
   * may look {@code path} up.
   */
  Set<Capability> capabilities(StorePath path);

  /** Returns whether {@code capability} is declared at {@code path}. */
  default boolean can(Capability capability, StorePath path) {
    return capabilities(path).contains(capability);
  }

  /**
   * Looks an object up. Always asks the store: the answer is not older than the call.
   *
   * @param followLink whether a symbolic link at {@code path} is followed; if not, the link itself
   *     is described ({@link StoreObject.Kind#SYMLINK})
   * @throws StoreException {@code NOT_FOUND} if there is nothing there or a followed link dangles;
   *     {@code LINK_LOOP}; {@code NOT_A_DIRECTORY}; {@code PERMISSION_DENIED}; {@code OUTSIDE_ROOT}
   */
  StoreObject stat(StorePath path, boolean followLink) throws StoreException;

  /**
   * As {@link #stat} that does not follow a link at {@code path}, for a path that a listing or an
   * inventory of {@code top} named: {@code top} itself is followed as any, and below it no link is.
   * A store that does not declare {@link Capability#SYMLINKS} has none.
   *
   * @param top at or above {@code path}
   * @throws StoreException as {@link #stat}; {@code CHANGED} if a link is on the way below {@code
   *     top}; {@code INVALID_ARGUMENT}; {@code UNSUPPORTED} if the store cannot keep to this
   */
  default StoreObject statBelow(StorePath top, StorePath path) throws StoreException {
    if (can(Capability.SYMLINKS, path)) {
      throw StoreException.unsupported(path, info(), "paths whose links are not followed");
    }
    return stat(path, false);
  }

  /**
   * As {@link #statBelow} of each directory on the way from {@code top} to {@code path}, and of
   * what is there. Each is found in the one before it while that is held, whatever is exchanged
   * meanwhile: the directories are those that the object was in.
   *
   * @param top at or above {@code path}
   * @return from the first directory below {@code top} to the object; empty for {@code top} itself
   * @throws StoreException as {@link #statBelow}
   */
  default List<StoreObject> statWay(StorePath top, StorePath path) throws StoreException {
    if (can(Capability.SYMLINKS, path)) {
      throw StoreException.unsupported(path, info(), "holding the way to an object");
    }
    List<StoreObject> way = new ArrayList<>();
    for (StorePath at = path; !at.equals(top); at = at.parent().orElseThrow()) {
      way.add(0, statBelow(top, at));
    }
    return way;
  }

  /**
   * Streams what is in a directory, in no promised order, without holding it in memory.
   *
   * <p>An object created, renamed or deleted while the listing runs may or may not be seen; one
   * that is there all the time is seen exactly once. An entry that vanishes between being named and
   * being described is left out. With {@link Listing.Options#recursive()} everything below comes, a
   * directory before what is in it; links to directories are not walked into. A subdirectory that
   * may not be read ends a recursive listing with {@code PERMISSION_DENIED}.
   *
   * <p>What is wrong with {@code directory} itself is reported by this call, not by {@link
   * Listing#next}. A link at {@code directory} is followed; its entries come under the path asked
   * for. A directory below it that is exchanged for a link or a file after it was named is left
   * out. Where links lead to {@code directory} in a circle, so that it lies on its own path for the
   * third time, it is not listed: a caller that follows links would never come to an end.
   *
   * @throws StoreException {@code NOT_FOUND}; {@code NOT_A_DIRECTORY} if {@code directory} is a
   *     file; {@code PERMISSION_DENIED}; {@code LINK_LOOP} where links lead in a circle; {@code
   *     CHANGED} as {@link Listing.Options#linkFreeBelow} says
   */
  Listing list(StorePath directory, Listing.Options options) throws StoreException;

  /**
   * Opens a file for reading.
   *
   * @throws StoreException {@code NOT_FOUND}; {@code IS_A_DIRECTORY}; {@code UNSUPPORTED} for what
   *     is neither file nor directory (a FIFO is refused, never waited for); {@code CHANGED} if
   *     {@link ReadHandle.Options#expected()} names another version, or a link is met where {@link
   *     ReadHandle.Options#linkFreeBelow} allows none; {@code AWAY} if the bytes would have to come
   *     from an archive and {@link ReadHandle.Options#recall} is not set; {@code PERMISSION_DENIED}
   */
  ReadHandle open(StorePath path, ReadHandle.Options options) throws StoreException;

  /**
   * Creates a file and opens it for writing. The parent must exist.
   *
   * <p>Without {@link WriteHandle.Options#replace()} creation is exclusive: of any number of
   * callers on any host exactly one succeeds, the others get {@code ALREADY_EXISTS}, whatever is
   * there, be it a link that leads nowhere. With it a file there, or where a link there leads to,
   * is replaced by a new one: readers that have the old one open keep reading the old bytes, other
   * hard links to it keep them too, and its attributes are not inherited. Whether the new file is
   * visible from creation or only from close is reported by {@link Capability#VISIBLE_ON_CREATE};
   * without that capability it may also be {@link WriteHandle#close} that reports {@code
   * ALREADY_EXISTS}.
   *
   * @throws StoreException {@code ALREADY_EXISTS}; {@code IS_A_DIRECTORY}; {@code NOT_FOUND} if the
   *     parent is missing; {@code NOT_A_DIRECTORY} if it is a file; {@code PERMISSION_DENIED};
   *     {@code NO_SPACE}; {@code INVALID_NAME} if the store cannot hold the name
   */
  default WriteHandle create(StorePath path, WriteHandle.Options options) throws StoreException {
    throw StoreException.unsupported(path, info(), "creating files");
  }

  /**
   * Opens an existing file to write behind its end. Needs {@link Capability#APPEND}.
   *
   * @throws StoreException {@code NOT_FOUND}; {@code IS_A_DIRECTORY}; {@code PERMISSION_DENIED};
   *     {@code UNSUPPORTED}
   */
  default WriteHandle append(StorePath path) throws StoreException {
    throw StoreException.unsupported(path, info(), "appending to files");
  }

  /**
   * Cuts a file to {@code length} bytes. Needs {@link Capability#TRUNCATE}.
   *
   * @param length at most the file's size: a file is never made longer
   * @throws StoreException {@code NOT_FOUND}; {@code IS_A_DIRECTORY}; {@code INVALID_ARGUMENT} if
   *     {@code length} is negative or beyond the end; {@code PERMISSION_DENIED}; {@code
   *     UNSUPPORTED}
   */
  default void truncate(StorePath path, long length) throws StoreException {
    throw StoreException.unsupported(path, info(), "truncating files");
  }

  /**
   * Gives an object another name. Renaming a path to itself does nothing. Where both are names of
   * one file by hard links, a replacing rename takes {@code from} away.
   *
   * <p>{@link RenameMode#REPLACE}: a file, link or empty directory at {@code to} is replaced by an
   * object of like kind; with {@link Capability#ATOMIC_RENAME} every observer sees the old or the
   * new object at {@code to}, never none. {@link RenameMode#NO_REPLACE}: fails if anything is at
   * {@code to}; with {@link Capability#ATOMIC_NO_REPLACE} of any number of racing callers exactly
   * one wins. If the process dies in a non-atomic no-replace rename of a file, the object may stay
   * under both names, never under none. A store that has no such rename may claim {@code to} first:
   * for a moment an empty object is there, which only its owner may enter and no one may read; it
   * stays, and {@code from} too, if the process dies then. What is put there by a process that
   * deletes or replaces the claim within that moment may be replaced.
   *
   * @throws StoreException {@code NOT_FOUND} if {@code from} or the parent of {@code to} is
   *     missing; {@code ALREADY_EXISTS}; {@code NOT_EMPTY}; {@code IS_A_DIRECTORY} or {@code
   *     NOT_A_DIRECTORY} if kinds differ; {@code INVALID_ARGUMENT} if {@code to} lies below {@code
   *     from} or one of them is the root; {@code CROSS_STORE} if the store cannot rename between
   *     the two places; {@code UNSUPPORTED} if no-replace is not available for this kind of object
   */
  default void rename(StorePath from, StorePath to, RenameMode mode) throws StoreException {
    throw StoreException.unsupported(from, info(), "renaming");
  }

  /**
   * Creates one directory. The parent must exist.
   *
   * @param mode permission bits, {@code 0} to {@code 07777}, given to the directory whatever the
   *     process's umask says, but for those that the store takes away, as by a default access list
   *     of the parent
   * @throws StoreException {@code ALREADY_EXISTS}, whatever is there; {@code NOT_FOUND} if the
   *     parent is missing; {@code NOT_A_DIRECTORY}; {@code PERMISSION_DENIED}; {@code NO_SPACE}
   */
  default void mkdir(StorePath path, int mode) throws StoreException {
    throw StoreException.unsupported(path, info(), "creating directories");
  }

  /**
   * Deletes one file, link or empty directory. Bytes an open {@link ReadHandle} reads stay readable
   * through it where the store allows.
   *
   * @return whether there was something to delete
   * @throws StoreException {@code NOT_EMPTY}; {@code INVALID_ARGUMENT} for the root; {@code
   *     PERMISSION_DENIED}
   */
  default boolean delete(StorePath path) throws StoreException {
    throw StoreException.unsupported(path, info(), "deleting");
  }

  /**
   * Deletes an object and everything below it, from the bottom up, on directories that are held:
   * nothing that others exchange meanwhile is followed. Optional, for stores whose directories can
   * be exchanged for links; callers use {@code StoreFiles.deleteTree}, which deletes path by path
   * where a store does not have this. Where another file system is mounted it ends. What vanishes
   * meanwhile is fine. Interrupting the thread ends it; then, and after a failure, some of it may
   * be gone.
   *
   * @return whether there was something to delete
   * @throws StoreException {@code UNSUPPORTED} if the store does not have this, with nothing
   *     deleted, and for no other reason; {@code INVALID_ARGUMENT} for the root, with nothing
   *     deleted; {@code CROSS_STORE} where another file system is mounted; {@code CHANGED} if a
   *     directory was moved away meanwhile; {@code NOT_EMPTY} if others keep adding; {@code
   *     INTERRUPTED}; as {@link #delete} and {@link #list}
   */
  default boolean deleteTree(StorePath path) throws StoreException {
    throw StoreException.unsupported(path, info(), "deleting trees");
  }

  /**
   * Changes the given attributes and no others. If several are given and one is refused, those
   * before it, in the order owner and group, mode, times, may have been changed.
   *
   * @throws StoreException {@code NOT_FOUND}; {@code PERMISSION_DENIED}; {@code INVALID_ARGUMENT}
   *     for an unknown owner or group; {@code UNSUPPORTED}
   */
  default void setAttributes(StorePath path, Attributes.Change change) throws StoreException {
    throw StoreException.unsupported(path, info(), "changing attributes");
  }

  /**
   * Returns all extended attributes this user may see, by full name ({@code user.x}, {@code
   * trusted.x}), read one by one. Needs {@link Capability#XATTRS}.
   *
   * @throws StoreException {@code NOT_FOUND}; {@code PERMISSION_DENIED}; {@code UNSUPPORTED}
   */
  default Map<String, byte[]> xattrs(StorePath path) throws StoreException {
    throw StoreException.unsupported(path, info(), "extended attributes");
  }

  /**
   * Returns the access list by which the store decides who may use an object, asked for by name. A
   * store that may have lists and cannot show them answers {@link AccessList#UNKNOWN}; then only
   * the owner's permission bits are sure. Needs no capability.
   *
   * @throws StoreException {@code NOT_FOUND}; {@code PERMISSION_DENIED}
   */
  default AccessList accessList(StorePath path) throws StoreException {
    return can(Capability.XATTRS, path) ? AccessList.of(xattrs(path)) : AccessList.NONE;
  }

  /** As {@link #accessList}, of what {@link #statBelow} described; {@code CHANGED} if it is not. */
  default AccessList accessListBelow(StorePath top, StoreObject object) throws StoreException {
    StoreException.refuseOther(object, statBelow(top, object.path()));
    return accessList(object.path());
  }

  /**
   * Sets one extended attribute, atomically. Needs {@link Capability#XATTRS}.
   *
   * @param name the full name, for instance {@code user.x}
   * @param value its remaining bytes are the value; its position does not change
   * @throws StoreException {@code ALREADY_EXISTS} for {@link XattrMode#CREATE} of one that is
   *     there; {@code NO_ATTRIBUTE} for {@link XattrMode#REPLACE} of one that is not; {@code
   *     NOT_FOUND} if the object is missing; {@code INVALID_ARGUMENT} for a name or size the store
   *     refuses; {@code PERMISSION_DENIED}; {@code UNSUPPORTED}; {@code NO_SPACE}
   */
  default void setXattr(StorePath path, String name, ByteBuffer value, XattrMode mode)
      throws StoreException {
    throw StoreException.unsupported(path, info(), "extended attributes");
  }

  /**
   * Removes one extended attribute, atomically. Needs {@link Capability#XATTRS}.
   *
   * @throws StoreException {@code NO_ATTRIBUTE} if the object does not have it; {@code NOT_FOUND}
   *     if the object is missing; {@code INVALID_ARGUMENT} for a name the store refuses; {@code
   *     PERMISSION_DENIED}; {@code UNSUPPORTED}
   */
  default void removeXattr(StorePath path, String name) throws StoreException {
    throw StoreException.unsupported(path, info(), "extended attributes");
  }

  /**
   * Creates a symbolic link at {@code path}, exclusively. Needs {@link Capability#SYMLINKS}.
   *
   * @param target any text but the empty one, in the form of {@link StorePath}'s text; stored as it
   *     is and not checked
   * @throws StoreException {@code ALREADY_EXISTS}; {@code NOT_FOUND} if the parent is missing;
   *     {@code PERMISSION_DENIED}; {@code UNSUPPORTED}; {@code NO_SPACE}; {@code INVALID_ARGUMENT}
   *     for an empty target, or one of more than 255 bytes where the store keeps no longer ones
   */
  default void createSymlink(StorePath path, String target) throws StoreException {
    throw StoreException.unsupported(path, info(), "symbolic links");
  }

  /**
   * Creates a second name of a file at {@code path}, exclusively. Needs {@link
   * Capability#HARD_LINKS}.
   *
   * @param existing a name that the file has; a symbolic link there is not followed
   * @throws StoreException {@code ALREADY_EXISTS}; {@code NOT_FOUND} if the parent or {@code
   *     existing} is missing; {@code IS_A_DIRECTORY} if {@code existing} is a directory; {@code
   *     CROSS_STORE}; {@code PERMISSION_DENIED}; {@code UNSUPPORTED}; {@code NO_SPACE}
   */
  default void createHardLink(StorePath path, StorePath existing) throws StoreException {
    throw StoreException.unsupported(path, info(), "hard links");
  }

  /**
   * Returns which hosts hold which bytes. The extents ascend, do not overlap and lie within the
   * range; a hole in them is a range the store says nothing about, and an empty answer is a store
   * that says nothing at all. An extent's replicas are ordered best first. There are at most {@link
   * Extent#MAX_COUNT}, of the range's first bytes; a store reports once, as a notice, that it says
   * nothing of what lies behind them. Needs no capability: a store without {@link
   * Capability#PLACEMENT} answers with the empty list.
   *
   * @param object a file as described by this store; its version is not checked again
   * @param offset first byte, at least 0
   * @param length number of bytes, at least 0; what lies beyond the object's size is ignored
   * @throws StoreException {@code NOT_FOUND}; {@code PERMISSION_DENIED}; {@code UNAVAILABLE}
   */
  default List<Extent> placement(StoreObject object, long offset, long length)
      throws StoreException {
    return List.of();
  }

  /**
   * Returns which hosts hold which bytes for one kind of reader: as {@link #placement(StoreObject,
   * long, long)}, and where readers of that kind read the copy on their own host, also the hosts of
   * the other copies, behind that from which all readers read. What such a reader really got from
   * its own host it reports afterwards ({@link ReadHandle#remoteBytes}).
   *
   * @param reader how files are opened, on whatever host
   * @throws StoreException as {@link #placement(StoreObject, long, long)}
   */
  default List<Extent> placement(
      StoreObject object, long offset, long length, ReadHandle.Options reader)
      throws StoreException {
    return placement(object, offset, length);
  }

  /**
   * Returns how much room there is where {@code path} lies.
   *
   * @throws StoreException {@code NOT_FOUND}; {@code PERMISSION_DENIED}; {@code UNSUPPORTED}
   */
  default StorageUsage space(StorePath path) throws StoreException {
    throw StoreException.unsupported(path, info(), "reporting its free space");
  }

  /**
   * Returns what changed below {@code directory} since {@code cursor}. Needs {@link
   * Capability#CHANGE_FEED}. An answer may name too much, never too little.
   *
   * @param cursor what an earlier answer's {@link ChangeFeed#cursor()} said, or the empty text to
   *     learn the present one without any change
   * @throws StoreException {@code EXPIRED} if the store does not remember that far back: the caller
   *     walks everything and starts with a new cursor; {@code UNSUPPORTED}; {@code NOT_FOUND}
   */
  default ChangeFeed changes(StorePath directory, String cursor) throws StoreException {
    throw StoreException.unsupported(directory, info(), "a change feed");
  }

  /**
   * Freezes a directory at {@link #snapshotPath}. Needs {@link Capability#SNAPSHOTS}. The snapshot
   * stays until it is closed or its path is deleted, also when this process dies; {@code label}
   * lets an administrator find its maker.
   *
   * @throws StoreException {@code UNSUPPORTED}; {@code NOT_FOUND}; {@code NOT_A_DIRECTORY}; {@code
   *     ALREADY_EXISTS} if the directory has a snapshot of that label; {@code PERMISSION_DENIED};
   *     {@code INVALID_NAME}
   */
  default Snapshot snapshot(StorePath directory, String label) throws StoreException {
    throw StoreException.unsupported(directory, info(), "snapshots");
  }

  /**
   * Returns where the snapshot of that label is, once it is taken: to be noted before, so that a
   * process that dies leaves none that is not recorded. The store is not asked whether either
   * exists.
   *
   * @throws StoreException {@code UNSUPPORTED}; {@code INVALID_NAME}
   */
  default StorePath snapshotPath(StorePath directory, String label) throws StoreException {
    throw StoreException.unsupported(directory, info(), "snapshots");
  }

  /**
   * Releases what the store holds. Open handles may fail afterwards. Closing twice does nothing.
   */
  @Override
  void close() throws StoreException;

  /** What {@link #rename} does with an object that is already at the new name. */
  enum RenameMode {
    /** It is replaced. */
    REPLACE,
    /** The rename fails. */
    NO_REPLACE
  }

  /** What {@link #setXattr} does with an attribute that is there or is not. */
  enum XattrMode {
    /** Creates or replaces. */
    SET,
    /** Fails if the attribute is there. */
    CREATE,
    /** Fails if the attribute is not there. */
    REPLACE
  }

  /**
   * What a store is.
   *
   * @param name the name its URI uses, or the empty text for the store behind {@code situ:///}
   * @param driver the name of its driver
   * @param identity distinguishes two stores of a host, whatever they are called; it may depend on
   *     how the file system is mounted, see {@link #fileSystem}; kept in an inventory's manifest
   * @param root where the store's root is, in the driver's terms, to be shown to people
   * @param hostPath the absolute path of the root on this host; empty where the store is not
   *     mounted on this host
   */
  record Info(
      String name, String driver, String identity, String root, Optional<StorePath> hostPath) {
    public Info {
      Objects.requireNonNull(name, "name");
      Objects.requireNonNull(driver, "driver");
      Objects.requireNonNull(identity, "identity");
      Objects.requireNonNull(root, "root");
      Objects.requireNonNull(hostPath, "hostPath");
    }

    /** Returns what a store is that this host has at {@code hostPath}. */
    public static Info mounted(String name, String driver, String identity, StorePath hostPath) {
      return new Info(name, driver, identity, hostPath.toString(), Optional.of(hostPath));
    }

    /** Returns what a store is that this host reaches without a mount. */
    public static Info remote(String name, String driver, String identity, String root) {
      return new Info(name, driver, identity, root, Optional.empty());
    }
  }

  /** A frozen directory. */
  interface Snapshot extends AutoCloseable {

    /** The directory, in the same store, whose content does not change until {@link #close}. */
    StorePath path();

    /**
     * Releases the snapshot. Closing twice does nothing.
     *
     * @throws StoreException if the store could not release it; it may be closed again
     */
    @Override
    void close() throws StoreException;
  }
}
