// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted;

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
final class Claim {

  private static final int WRITE_ONLY = 0200;
  private static final int OWNER_ONLY = 0700;

  /** The rename that replaces the claim. */
  @FunctionalInterface
  interface Replacing {
    /** Returns 0, or a negated {@code errno}. */
    int rename(Place from, Place to);
  }

  private Claim() {}

  /** As {@link Sys#renameNoReplace}. */
  static int rename(Place from, Place to, Replacing replacing) {
    int error = from.stat(0);
    if (error < 0) {
      return error;
    }
    int type = Stat.type(Scratch.get());
    byte[] text = (".situ-claim-" + UUID.randomUUID()).getBytes(StandardCharsets.US_ASCII);
    error =
        switch (type) {
          case Libc.S_IFDIR -> Sys.mkdirat(to.dir(), to.first(), OWNER_ONLY);
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
    boolean removed =
        switch (type) {
          case Libc.S_IFDIR -> Sys.unlinkat(to.dir(), to.first(), Libc.AT_REMOVEDIR) == 0;
          case Libc.S_IFLNK -> removeLink(to, text);
          default -> removeFile(to);
        };
    return removed ? error : -Errno.EEXIST;
  }

  /** Closed before the rename: what is open some FUSE clients hide under another name first. */
  private static int create(Place to) {
    int flags = Libc.O_WRONLY | Libc.O_CREAT | Libc.O_EXCL | Libc.O_NOFOLLOW;
    int fd = Sys.openat(to.dir(), to.first(), flags, WRITE_ONLY);
    return fd < 0 ? fd : Sys.close(fd);
  }

  private static int createLink(Place to, byte[] text) {
    int error = Sys.symlinkat(Scratch.get().second(text), to.dir(), to.first());
    return Place.settleLink(error, () -> to.stat(0));
  }

  private static boolean removeLink(Place to, byte[] text) {
    int length = Sys.readlinkat(to.dir(), to.first());
    boolean claim = length >= 0 && Arrays.equals(Scratch.get().linkBytes(length), text);
    return claim && Sys.unlinkat(to.dir(), to.first(), 0) == 0;
  }

  /** Removes the claim, and nothing that another process has put there or written into it. */
  private static boolean removeFile(Place to) {
    Scratch scratch = Scratch.get();
    boolean claim =
        to.stat(Libc.AT_STATX_FORCE_SYNC) == 0
            && Stat.type(scratch) == Libc.S_IFREG
            && Stat.length(scratch.memory(), 0) == 0
            && (Stat.mode(scratch.memory(), 0) & ~WRITE_ONLY) == 0;
    return claim && Sys.unlinkat(to.dir(), to.first(), 0) == 0;
  }
}
