// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.namespace;

import io.situ.storage.Capability;
import java.util.EnumSet;
import java.util.Set;

/**
 * What is known of a type of file system. A store must not write to find out what it can do, so
 * this table does, and what it does not know is not declared.
 *
 * @param name as the mount table has it, for instance {@code ext4} or {@code fuse.glusterfs}
 */
public record FileSystemType(String name) {

  private static final Set<String> LOCAL =
      Set.of(
          "ext2",
          "ext3",
          "ext4",
          "xfs",
          "btrfs",
          "f2fs",
          "bcachefs",
          "zfs",
          "tmpfs",
          "ramfs",
          "overlay");

  /** Shared ones where every host sees a write as soon as it returns. */
  private static final Set<String> COHERENT =
      Set.of("lustre", "ceph", "fuse.ceph-fuse", "gpfs", "wekafs", "gfs2");

  /** They know {@code RENAME_NOREPLACE}, as renameat2(2) lists them. */
  private static final Set<String> NO_REPLACE =
      Set.of(
          "ext2", "ext3", "ext4", "xfs", "btrfs", "f2fs", "bcachefs", "tmpfs", "ramfs", "overlay");

  /** Their times have whole seconds, or two. */
  private static final Set<String> WHOLE_SECONDS = Set.of("ext2", "ext3", "vfat", "msdos", "pvfs2");

  /** They keep neither owners nor links. */
  private static final Set<String> PLAIN = Set.of("vfat", "msdos", "exfat");

  /** Clients of SMB servers, which decide by rules that owners and modes do not show. */
  private static final Set<String> SMB = Set.of("cifs", "smb3");

  /** Their servers put a write of O_APPEND at the end, whichever host it comes from. */
  private static final Set<String> SERVERS_APPEND = Set.of("fuse.glusterfs");

  /** Clients that send a request again if its answer is lost, though it may have been served. */
  private static final Set<String> RESENDING = Set.of("nfs", "nfs4");

  /** Shared ones whose hosts decide access by the modes and POSIX lists that they show. */
  private static final Set<String> POSIX_LISTS = Set.of("lustre", "ceph", "fuse.ceph-fuse", "gfs2");

  /**
   * Whether a flush must go to the server: true for every type that is not known to show a write to
   * all hosts at once.
   */
  public boolean flushReachesServer() {
    return !LOCAL.contains(name) && !COHERENT.contains(name);
  }

  /** Whether a file is opened only when something is done to it, and may be gone by then. */
  public boolean opensLazily() {
    return name.equals("fuse.glusterfs");
  }

  /**
   * Whether a directory may be named twice in a listing while names change: a distributed volume
   * has each directory on all its parts, and takes it from one of them.
   */
  public boolean repeatsDirectories() {
    return name.equals("fuse.glusterfs");
  }

  /** Whether no call waits for a network. */
  public boolean isLocal() {
    return LOCAL.contains(name);
  }

  /**
   * Whether objects may have access lists, decided upon by a server, that a host is not shown where
   * it cannot ask for {@code system.posix_acl_access}. The group's bits of a mode may then be a
   * mask.
   */
  public boolean mayHideAccessLists() {
    return !LOCAL.contains(name) && !PLAIN.contains(name) && !POSIX_LISTS.contains(name);
  }

  /**
   * Whether SEEK_DATA of lseek(2) is believed: some versions of ZFS take for a hole what was just
   * written.
   */
  public boolean knowsHoles() {
    return !name.equals("zfs");
  }

  /** Whether the first look at a link that was just made may fail with an I/O error. */
  public boolean failsAtFreshLinks() {
    return name.equals("pvfs2");
  }

  /** Whether a call that was done may be answered as if it had been done before. */
  boolean resendsRequests() {
    return RESENDING.contains(name);
  }

  /**
   * Whether appends of several hosts all stay: NFS and others find the end of a file on the host
   * that writes.
   */
  private boolean appendsAtServer() {
    return LOCAL.contains(name)
        || PLAIN.contains(name)
        || COHERENT.contains(name)
        || SERVERS_APPEND.contains(name);
  }

  /** What stores on this type can do, placement and extended attributes apart. */
  public Set<Capability> capabilities() {
    Set<Capability> all =
        EnumSet.of(
            Capability.TRUNCATE,
            Capability.FLUSH,
            Capability.SYNC,
            Capability.VISIBLE_ON_CREATE,
            Capability.ATOMIC_RENAME,
            Capability.TIMES);
    if (!WHOLE_SECONDS.contains(name)) {
      all.add(Capability.DISTINCT_VERSIONS);
    }
    if (appendsAtServer()) {
      all.add(Capability.APPEND);
    }
    if (!PLAIN.contains(name)) {
      all.add(Capability.SYMLINKS);
      all.add(Capability.HARD_LINKS);
    }
    if (!PLAIN.contains(name) && !SMB.contains(name)) {
      all.add(Capability.OWNERSHIP);
      all.add(Capability.PERMISSIONS);
      all.add(Capability.STICKY_BIT);
      all.add(Capability.STABLE_IDENTITY);
    }
    if (NO_REPLACE.contains(name)) {
      all.add(Capability.ATOMIC_NO_REPLACE);
      all.add(Capability.ATOMIC_NO_REPLACE_DIRECTORY);
    }
    return all;
  }
}
