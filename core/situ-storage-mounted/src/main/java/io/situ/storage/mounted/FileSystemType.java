package io.situ.storage.mounted;

import io.situ.storage.Capability;
import java.util.EnumSet;
import java.util.Set;

/**
 * What is known of a type of file system. A store must not write to find out what it can do, so
 * this tells, and what it does not know is not declared.
 *
 * @param name as the mount table has it, for instance {@code ext4} or {@code fuse.glusterfs}
 */
record FileSystemType(String name) {

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

  /** They keep neither owners nor links. */
  private static final Set<String> PLAIN = Set.of("vfat", "msdos", "exfat");

  /**
   * Whether a flush must go to the server: true for every type that is not known to show a write to
   * all hosts at once.
   */
  boolean flushReachesServer() {
    return !LOCAL.contains(name) && !COHERENT.contains(name);
  }

  /** Whether a file is opened only when something is done to it, and may be gone by then. */
  boolean opensLate() {
    return name.equals("fuse.glusterfs");
  }

  /**
   * Whether a directory may be named twice in a listing while names change: a distributed volume
   * has each directory on all its parts, and takes it from one of them.
   */
  boolean repeatsDirectories() {
    return name.equals("fuse.glusterfs");
  }

  /** Whether no call waits for a network. */
  boolean isLocal() {
    return LOCAL.contains(name);
  }

  /** What stores on this type can do, placement and extended attributes apart. */
  Set<Capability> capabilities() {
    Set<Capability> all =
        EnumSet.of(
            Capability.APPEND,
            Capability.TRUNCATE,
            Capability.FLUSH,
            Capability.SYNC,
            Capability.VISIBLE_ON_CREATE,
            Capability.ATOMIC_RENAME,
            Capability.TIMES);
    if (!PLAIN.contains(name)) {
      all.add(Capability.SYMLINKS);
      all.add(Capability.HARD_LINKS);
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
