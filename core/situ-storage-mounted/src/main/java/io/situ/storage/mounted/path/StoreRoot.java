// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.path;

import static io.situ.storage.mounted.nativelib.Libc.AT_FDCWD;
import static io.situ.storage.mounted.nativelib.Libc.O_DIRECTORY;
import static io.situ.storage.mounted.nativelib.Libc.O_PATH;

import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.mount.Mount;
import io.situ.storage.mount.MountTable;
import io.situ.storage.mounted.nativelib.Errno;
import io.situ.storage.mounted.nativelib.NativeScratchBuffers;
import io.situ.storage.mounted.nativelib.Syscalls;
import java.util.Optional;

/**
 * A store's root directory, opened once.
 *
 * @param fd its O_PATH descriptor
 * @param path where it is, links resolved
 * @param mount the mount it lies on
 * @param fsid the file system's own id as {@code statfs} reports it; 0 where it reports none
 * @param identity see {@link #open}
 * @param userXattrs whether the file system keeps extended attributes; true where it did not say
 */
public record StoreRoot(
    int fd, StorePath path, Mount mount, long fsid, String identity, boolean userXattrs) {

  private static final Mount UNKNOWN = new Mount(0, StorePath.ROOT, "unknown", "none", "");
  private static final int FSID = 56;
  private static final byte[] PROBED =
      "user.situ".getBytes(java.nio.charset.StandardCharsets.UTF_8);

  /**
   * Opens the directory that the key {@code root} names. The identity is made of the file system's
   * type, its id as {@code statfs} reports it, or what is mounted where it reports none (NFS,
   * FUSE), and the directory's inode number.
   */
  public static StoreRoot open(StoreConfig config, MountTable mounts) throws StoreException {
    StorePath path = config.get(StoreConfig.ROOT);
    int fd =
        Syscalls.openat(
            AT_FDCWD, NativeScratchBuffers.get().first(path.toBytes()), O_PATH | O_DIRECTORY, 0);
    if (fd < 0) {
      StoreException why = Errno.failure(fd, path);
      String sentence =
          config.fullName(StoreConfig.ROOT) + " cannot be opened: " + why.getMessage();
      throw new StoreException(why.kind(), null, sentence, why);
    }
    try {
      return describe(fd, mounts);
    } catch (StoreException | RuntimeException e) {
      Syscalls.close(fd);
      throw e;
    }
  }

  private static StoreRoot describe(int fd, MountTable mounts) throws StoreException {
    StorePath real =
        hostPath(fd).orElseThrow(() -> Errno.failure(-Errno.ENAMETOOLONG, StorePath.ROOT));
    Mount mount = mounts.find(real).orElse(UNKNOWN);
    long fsid = fsid(fd);
    String identity = identity(fd, mount, fsid);
    return new StoreRoot(fd, real, mount, fsid, identity, keepsXattrs(fd).orElse(true));
  }

  /**
   * Returns where on this host an open directory is, links resolved.
   *
   * @return empty where that is longer than the kernel reports, 4,095 bytes
   * @throws StoreException {@code FAILED} where there is no {@code /proc}
   */
  public static Optional<StorePath> hostPath(int fd) throws StoreException {
    NativeScratchBuffers scratch = NativeScratchBuffers.get();
    int length = Syscalls.readlinkat(AT_FDCWD, scratch.fdPath(fd));
    if (length == -Errno.ENAMETOOLONG) {
      return Optional.empty();
    }
    if (length < 0) {
      throw new StoreException(
          Kind.FAILED,
          null,
          "/proc/self/fd cannot be read: "
              + Errno.failure(length, StorePath.ROOT).reason()
              + "; see that proc is mounted on /proc");
    }
    return Optional.of(StorePath.ofBytes(scratch.linkBytes(length)));
  }

  private static long fsid(int fd) {
    NativeScratchBuffers scratch = NativeScratchBuffers.get();
    int error = Syscalls.fstatfs(fd, scratch.small());
    return error < 0 ? 0 : scratch.memory().getLong(scratch.smallIndex() + FSID);
  }

  private static String identity(int fd, Mount mount, long fsid) throws StoreException {
    int error = Syscalls.fstat(fd);
    if (error < 0) {
      throw Errno.failure(error, StorePath.ROOT);
    }
    String system = fsid == 0 ? mount.source() : Long.toHexString(fsid);
    long inode = StatxReader.inode(NativeScratchBuffers.get().memory(), 0);
    return mount.type() + ":" + system + ":" + inode;
  }

  /**
   * Returns whether the file system of the object that {@code fd} names keeps user attributes;
   * empty where it does not say so now.
   */
  public static Optional<Boolean> keepsXattrs(int fd) {
    int result = Syscalls.getxattr(fd, NativeScratchBuffers.get().first(PROBED), 0, 0);
    if (result == -Errno.EOPNOTSUPP || result == -Errno.ENOSYS) {
      return Optional.of(false);
    }
    return result >= 0 || result == -Errno.ENODATA ? Optional.of(true) : Optional.empty();
  }
}
