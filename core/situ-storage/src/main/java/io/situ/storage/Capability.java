// SPDX-License-Identifier: Apache-2.0
package io.situ.storage;

/**
 * What a store can do beyond the least that every store can. Contract tests are chosen by these.
 */
public enum Capability {
  /** {@link Store#append}. */
  APPEND,
  /** {@link Store#truncate}. */
  TRUNCATE,
  /** {@link WriteHandle#flush} makes bytes visible to readers that open the file afterwards. */
  FLUSH,
  /** {@link WriteHandle#sync} returns when bytes survive a power cut. */
  SYNC,
  /** A created file can be seen before its handle is closed. */
  VISIBLE_ON_CREATE,
  /** A replacing rename is atomic for every observer. */
  ATOMIC_RENAME,
  /** Of racing no-replace renames of files exactly one wins. */
  ATOMIC_NO_REPLACE,
  /** Of racing no-replace renames of directories exactly one wins. */
  ATOMIC_NO_REPLACE_DIRECTORY,
  /** Symbolic links can be made and are followed. */
  SYMLINKS,
  /** Hard links can be made. */
  HARD_LINKS,
  /** {@link Store#xattrs}, {@link Store#setXattr} and {@link Store#removeXattr}. */
  XATTRS,
  /** Objects have an owner and a group, kept by the store. */
  OWNERSHIP,
  /** Objects have permission bits, enforced by the store. */
  PERMISSIONS,
  /** The permission bit {@code 01000}: in a directory that has it only owners rename and delete. */
  STICKY_BIT,
  /** Modification and access times can be set. */
  TIMES,
  /** {@link StoreObject.Version#identity} stays the same when an object is renamed. */
  STABLE_IDENTITY,
  /**
   * A file that is rewritten gets another {@link StoreObject.Version}, also within the second and
   * in the same length. A store whose times have whole seconds does not have this.
   */
  DISTINCT_VERSIONS,
  /** {@link Store#placement} reports which hosts hold which bytes. */
  PLACEMENT,
  /** {@link Store#changes}. */
  CHANGE_FEED,
  /** {@link Store#snapshot}. */
  SNAPSHOTS,
  /** {@link StoreObject#checksum} is filled in by the store. */
  CHECKSUMS
}
