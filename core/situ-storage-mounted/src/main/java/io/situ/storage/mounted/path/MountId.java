// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.path;

import io.situ.storage.mounted.nativelib.Libc;
import io.situ.storage.mounted.nativelib.NativeScratchBuffers;
import io.situ.storage.mounted.nativelib.Syscalls;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Which mount an open file or directory lies on, whatever links led to it. */
public final class MountId {

  private static final int AT_ITSELF = Libc.AT_EMPTY_PATH | Libc.AT_STATX_DONT_SYNC;
  private static final String LINE = "mnt_id:";

  private MountId() {}

  /**
   * Returns the kernel's number of the mount, as {@code /proc/self/mountinfo} has it; 0 where the
   * system does not say. Asks no server. Overwrites the thread's stat slot.
   *
   * @param fd also one that does not open what it stands for
   */
  public static int of(int fd) {
    NativeScratchBuffers scratch = NativeScratchBuffers.get();
    long id =
        Syscalls.statx(fd, scratch.empty(), AT_ITSELF) < 0
            ? 0
            : StatxReader.mount(scratch.memory(), 0);
    return id == 0 ? ofProc(fd) : (int) id;
  }

  /**
   * Returns whether two names are in directories of one mount: of one device, where the system
   * gives no numbers of mounts. What cannot be looked at counts as one. Asks no server. Overwrites
   * the thread's stat slot.
   */
  public static boolean isShared(DirEntryRef place, DirEntryRef other) {
    NativeScratchBuffers scratch = NativeScratchBuffers.get();
    if (place.sibling(PathWalker.DOT).stat(Libc.AT_STATX_DONT_SYNC) < 0) {
      return true;
    }
    long mount = StatxReader.mount(scratch.memory(), 0);
    long device = StatxReader.device(scratch.memory(), 0);
    if (other.sibling(PathWalker.DOT).stat(Libc.AT_STATX_DONT_SYNC) < 0) {
      return true;
    }
    return mount == 0
        ? device == StatxReader.device(scratch.memory(), 0)
        : mount == StatxReader.mount(scratch.memory(), 0);
  }

  /** As {@link #of}, of a kernel that does not say it in statx (before 5.8). */
  static int ofProc(int fd) {
    Path info = Path.of("/proc/self/fdinfo/" + fd);
    try {
      for (String line : Files.readAllLines(info, StandardCharsets.ISO_8859_1)) {
        if (line.startsWith(LINE)) {
          return Integer.parseInt(line.substring(LINE.length()).strip());
        }
      }
    } catch (IOException | NumberFormatException e) {
      return 0;
    }
    return 0;
  }
}
