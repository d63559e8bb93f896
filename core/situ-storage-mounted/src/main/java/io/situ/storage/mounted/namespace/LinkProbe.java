// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.namespace;

import io.situ.storage.StorePath;
import io.situ.storage.mounted.nativelib.Errno;
import io.situ.storage.mounted.nativelib.Libc;
import io.situ.storage.mounted.nativelib.NativeScratchBuffers;
import io.situ.storage.mounted.nativelib.Syscalls;
import io.situ.storage.mounted.path.DirEntryRef;
import io.situ.storage.mounted.path.PathWalker;
import io.situ.storage.mounted.path.StatxReader;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.LoggerFactory;

/**
 * Finds out on which devices a second name of a file is seen to be one. Some file systems show
 * another inode number for each name, as those of FUSE do that give none of their own, or make a
 * symbolic link. What has a name that others know could not be distinguished there from what they
 * put there. Each device is asked until it answers. Thread-safe.
 */
class LinkProbe {

  private static final int OWNER_ONLY = 0600;

  /** No file has this name, and none that is to be replaced a hidden name made of it. */
  private static final byte[] NO_NAME = {'/'};

  private final Map<Long, Boolean> devices = new ConcurrentHashMap<>();

  /** Directories in which a name could be made and not removed: one is enough. */
  private final Set<FileId> keeping = ConcurrentHashMap.newKeySet();

  /**
   * Returns whether the device shows one inode number for all names of a file, and counts them.
   * Where that is not known yet, an empty file is made beside the one that is to be renamed, gets a
   * second name, and loses both again. Another user's file could not lose it in a directory with
   * the sticky bit, and in the directory of the new name it may be that nothing can be removed.
   * Where no file can be made because there is no room for one more, the file itself gets a second
   * name for a moment, if it is this user's own.
   *
   * @param from the file that is to be renamed
   * @param device on which it lies
   * @return false also if this cannot be found out
   */
  final boolean passes(DirEntryRef from, long device) {
    Boolean known = devices.get(device);
    if (known != null) {
      return known;
    }
    if (from.sibling(PathWalker.DOT).stat(0) < 0
        || StatxReader.isAppendOnly(NativeScratchBuffers.get().memory(), 0)) {
      return false;
    }
    FileId directory = FileId.described();
    if (keeping.contains(directory)) {
      return false;
    }
    Optional<Boolean> answer = ask(from, directory);
    answer.ifPresent(passed -> devices.put(device, passed));
    return answer.orElse(false);
  }

  /**
   * Returns what the device answers for any file; empty if it does not. The name that is the same
   * each time may belong to another user, and cannot be removed then: another one is taken.
   */
  private Optional<Boolean> ask(DirEntryRef from, FileId directory) {
    DirEntryRef alone = from.sibling(TempFileName.of(NO_NAME));
    int error = create(alone);
    if (error == -Errno.EDQUOT || error == -Errno.ENOSPC) {
      return askOfItself(from, directory);
    }
    if (error < 0) {
      return Optional.empty();
    }
    error = unlink(alone);
    if (!isGone(error) && isAnothers(alone)) {
      alone = from.sibling(TempFileName.unique());
      if (create(alone) < 0) {
        return Optional.empty();
      }
      error = unlink(alone);
    }
    // What is not removed here is one file, and the same for all processes of this user: with its
    // second name it would be two.
    if (!isRemoved(alone, error, directory)) {
      return Optional.empty();
    }
    DirEntryRef first = from.sibling(TempFileName.unique());
    if (create(first) < 0) {
      return Optional.empty();
    }
    DirEntryRef second = from.sibling(TempFileName.unique());
    Optional<Boolean> answer = isSeen(first, second);
    boolean removed = remove(second, directory) & remove(first, directory);
    return answer.filter(passed -> !passed || removed);
  }

  /** As {@link #ask}, by the file itself: what is refused to it another file may get. */
  private Optional<Boolean> askOfItself(DirEntryRef from, FileId directory) {
    if (from.stat(Libc.AT_STATX_FORCE_SYNC) < 0
        || StatxReader.owner(NativeScratchBuffers.get().memory(), 0) != Syscalls.fileSystemUser()) {
      return Optional.empty();
    }
    DirEntryRef second = from.sibling(TempFileName.unique());
    Optional<Boolean> answer = isSeen(from, second);
    boolean removed = remove(second, directory);
    return answer.filter(passed -> passed && removed);
  }

  /** Returns whether a second name is seen to be one; empty if that cannot be found out. */
  private Optional<Boolean> isSeen(DirEntryRef first, DirEntryRef second) {
    int error = link(first, second);
    if (HardLinks.isRefusal(error)) {
      return Optional.of(false);
    }
    boolean made = error >= 0 || error == -Errno.EEXIST;
    if (!made || second.stat(Libc.AT_STATX_FORCE_SYNC) < 0) {
      return Optional.empty();
    }
    FileId shown = FileId.described();
    boolean counted = describedNames() > 1;
    int look = shown.look(first);
    return look < 0 ? Optional.empty() : Optional.of(counted && look == 0);
  }

  private static boolean isGone(int error) {
    return error >= 0 || error == -Errno.ENOENT;
  }

  /** Returns whether a name belongs to another user, who alone may remove it. */
  private static boolean isAnothers(DirEntryRef name) {
    return name.stat(Libc.AT_STATX_FORCE_SYNC) == 0 && HardLinks.isBoundByStickyBit(name);
  }

  private boolean remove(DirEntryRef name, FileId directory) {
    return isRemoved(name, unlink(name), directory);
  }

  /**
   * Returns whether a name was removed; if not, no further one is made in its directory.
   *
   * @param error 0 or the negative error number of removing it
   */
  private boolean isRemoved(DirEntryRef name, int error, FileId directory) {
    if (isGone(error)) {
      return true;
    }
    keeping.add(directory);
    warn(
        "'"
            + pathOf(name)
            + "' was made to see what this file system can do, and could not be removed ("
            + Errno.failure(error, StorePath.ROOT).reason()
            + "): remove it by hand");
    return false;
  }

  /** Returns where this host has a name; without its directory where the system does not say. */
  private static String pathOf(DirEntryRef name) {
    byte[] last = name.lastName();
    String text = StorePath.decode(last);
    int fd = name.openDirectory();
    if (fd < 0) {
      return text;
    }
    NativeScratchBuffers scratch = NativeScratchBuffers.get();
    int length = Syscalls.readlinkat(Libc.AT_FDCWD, scratch.fdPath(fd));
    Syscalls.close(fd);
    return length < 0 ? text : StorePath.decode(scratch.linkBytes(length), 0, length) + "/" + text;
  }

  void warn(String sentence) {
    LoggerFactory.getLogger(LinkProbe.class).warn(sentence);
  }

  /** Returns 0 or more, also where the answer to a first request was lost, or a negative error. */
  int create(DirEntryRef name) {
    int flags = Libc.O_WRONLY | Libc.O_CREAT | Libc.O_EXCL | Libc.O_NOFOLLOW;
    int fd = Syscalls.openat(name.dir(), name.first(), flags, OWNER_ONLY);
    if (fd >= 0) {
      Syscalls.close(fd);
    }
    return fd == -Errno.EEXIST ? 0 : fd;
  }

  /** Gives a file a second name. */
  int link(DirEntryRef first, DirEntryRef second) {
    return HardLinks.make(first, second);
  }

  int unlink(DirEntryRef name) {
    return HardLinks.unlink(name);
  }

  /** Returns the number of names of what the thread's stat slot describes. */
  long describedNames() {
    return HardLinks.described();
  }
}
