// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.namespace;

import io.situ.storage.mounted.nativelib.Errno;
import io.situ.storage.mounted.nativelib.Libc;
import io.situ.storage.mounted.nativelib.NativeScratchBuffers;
import io.situ.storage.mounted.nativelib.Syscalls;
import io.situ.storage.mounted.path.DirEntryRef;
import io.situ.storage.mounted.path.StatxReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.UUID;

/**
 * A no-replace rename where the system has none and there are no hard links: the new name is
 * claimed by creating an empty object of the same kind there, exclusively, and the rename then
 * replaces the claim.
 *
 * <p>Of racing claims and exclusive creations one succeeds on whatever host, and nothing that was
 * there before is replaced. A claim of a file cannot be read, so that no reader takes it for the
 * file; one of a directory can be entered by its owner alone, and a rename does not replace it once
 * it has entries; one of a symbolic link leads nowhere and has a text of its own. Nothing protects
 * an object that is put there by a caller who deleted or replaced the claim within the moment of
 * its life.
 */
final class PlaceholderRename {

  private static final int WRITE_ONLY = 0200;
  private static final int OWNER_ONLY = 0700;

  /** The rename that replaces the claim. */
  @FunctionalInterface
  interface Replacing {
    /**
     * Returns 0, or a negated {@code errno}.
     *
     * @throws HiddenNameException if it was made, and something else has lost its name by it
     */
    int rename(DirEntryRef from, DirEntryRef to) throws HiddenNameException;
  }

  private PlaceholderRename() {}

  /**
   * As {@link Syscalls#renameNoReplace}. Returns the error of the rename where the claim cannot be
   * removed, and {@code EEXIST} where another process has put something in its place.
   */
  static int rename(DirEntryRef from, DirEntryRef to, Replacing replacing)
      throws HiddenNameException {
    int error = from.stat(0);
    if (error < 0) {
      return error;
    }
    int type = StatxReader.type(NativeScratchBuffers.get());
    byte[] text = (".situ-claim-" + UUID.randomUUID()).getBytes(StandardCharsets.US_ASCII);
    error =
        switch (type) {
          case Libc.S_IFDIR -> Syscalls.mkdirat(to.dir(), to.first(), OWNER_ONLY);
          case Libc.S_IFLNK -> createLink(to, text);
          default -> create(to);
        };
    if (error < 0) {
      return error;
    }
    error = replacing.rename(from, to);
    if (error >= 0) {
      return error;
    }
    int removed =
        switch (type) {
          case Libc.S_IFDIR -> Syscalls.unlinkat(to.dir(), to.first(), Libc.AT_REMOVEDIR);
          case Libc.S_IFLNK -> removeLink(to, text);
          default -> removeFile(to);
        };
    return removed == -Errno.ENOTEMPTY || removed == -Errno.EEXIST ? -Errno.EEXIST : error;
  }

  /** Closed before the rename: what is open some FUSE clients hide under another name first. */
  private static int create(DirEntryRef to) {
    int flags = Libc.O_WRONLY | Libc.O_CREAT | Libc.O_EXCL | Libc.O_NOFOLLOW;
    int fd = Syscalls.openat(to.dir(), to.first(), flags, WRITE_ONLY);
    if (fd < 0) {
      return fd;
    }
    int error = Syscalls.close(fd);
    if (error < 0) {
      removeFile(to);
    }
    return error;
  }

  private static int createLink(DirEntryRef to, byte[] text) {
    int error = Syscalls.symlinkat(NativeScratchBuffers.get().second(text), to.dir(), to.first());
    return DirEntryRef.settleLink(error, () -> to.stat(0));
  }

  /** As {@link #removeFile}. */
  private static int removeLink(DirEntryRef to, byte[] text) {
    int length = Syscalls.readlinkat(to.dir(), to.first());
    if (length < 0) {
      return length == -Errno.EINVAL ? -Errno.EEXIST : length;
    }
    return Arrays.equals(NativeScratchBuffers.get().linkBytes(length), text)
        ? Syscalls.unlinkat(to.dir(), to.first(), 0)
        : -Errno.EEXIST;
  }

  /**
   * Removes the claim, and nothing that another process has put there or written into it.
   *
   * @return 0; {@code EEXIST} if there is such a thing; or another negative error number
   */
  private static int removeFile(DirEntryRef to) {
    NativeScratchBuffers scratch = NativeScratchBuffers.get();
    int error = to.stat(Libc.AT_STATX_FORCE_SYNC);
    if (error < 0) {
      return error;
    }
    boolean claim =
        StatxReader.type(scratch) == Libc.S_IFREG
            && StatxReader.length(scratch.memory(), 0) == 0
            && (StatxReader.mode(scratch.memory(), 0) & ~WRITE_ONLY) == 0;
    return claim ? Syscalls.unlinkat(to.dir(), to.first(), 0) : -Errno.EEXIST;
  }
}
