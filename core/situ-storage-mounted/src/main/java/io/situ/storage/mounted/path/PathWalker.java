// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.path;

import static io.situ.storage.mounted.nativelib.Libc.O_NOFOLLOW;
import static io.situ.storage.mounted.nativelib.Libc.O_PATH;

import io.situ.storage.mounted.nativelib.Errno;
import io.situ.storage.mounted.nativelib.Libc;
import io.situ.storage.mounted.nativelib.NativeScratchBuffers;
import io.situ.storage.mounted.nativelib.Syscalls;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/**
 * Resolves one path component by component. No component is opened through a link: links are read
 * and their text is walked in turn, {@code ..} goes back over the names already walked. So the
 * kernel never resolves more than one plain name, and nothing that others do to the tree meanwhile
 * leads out of it.
 */
public final class PathWalker implements AutoCloseable {

  public static final byte[] DOT = {'.'};
  private static final byte[] DOT_DOT = {'.', '.'};

  /** As many links as the kernel follows. */
  private static final int MAX_LINKS = 40;

  /** Result of a walk that ended in {@link #dir} itself, or before a name that is not there. */
  private static final int HERE = Integer.MAX_VALUE;

  private static final int GO_ON = Integer.MAX_VALUE - 1;

  private final int root;
  private final byte[] rootPath;
  private final Deque<byte[]> todo = new ArrayDeque<>();
  private final List<byte[]> done = new ArrayList<>();
  private int dir;
  private int links;
  private byte[] name = DOT;

  PathWalker(int root, byte[] rootPath) {
    this.root = root;
    this.rootPath = rootPath;
    this.dir = root;
  }

  /**
   * Opens what {@code path} leads to, or the negative error number; EXDEV means out of the root.
   */
  int object(byte[] path, boolean followLast) {
    push(path, 0);
    int fd = run(followLast, false);
    if (fd == HERE) {
      return Syscalls.openat(dir, NativeScratchBuffers.get().first(DOT), O_PATH, 0);
    }
    return fd;
  }

  /** Walks to the end of {@code path}, which need not exist; then {@link #takePlace}. */
  int target(byte[] path) {
    push(path, 0);
    int fd = run(true, true);
    if (fd >= 0 && fd != HERE) {
      Syscalls.close(fd);
    }
    return Math.min(fd, 0);
  }

  DirEntryRef takePlace() {
    DirEntryRef place = new DirEntryRef(dir, dir != root, name, 0);
    dir = root;
    return place;
  }

  /**
   * @param maybeMissing whether the last name may be one that is not there
   * @return the last object's descriptor, {@link #HERE}, or the negative error number
   */
  private int run(boolean followLast, boolean maybeMissing) {
    while (!todo.isEmpty()) {
      name = todo.pop();
      if (Arrays.equals(name, DOT_DOT)) {
        int error = up();
        if (error < 0) {
          return error;
        }
        name = DOT;
        continue;
      }
      boolean last = todo.isEmpty();
      int fd = Syscalls.openat(dir, NativeScratchBuffers.get().first(name), O_PATH | O_NOFOLLOW, 0);
      if (fd < 0) {
        return fd == -Errno.ENOENT && last && maybeMissing ? HERE : fd;
      }
      int result = step(fd, last, followLast);
      if (result != GO_ON) {
        return result;
      }
    }
    return HERE;
  }

  /** Goes on to {@code fd}: {@link #GO_ON}, or the result of the walk. */
  private int step(int fd, boolean last, boolean followLast) {
    int error = Syscalls.fstat(fd);
    int type = StatxReader.type(NativeScratchBuffers.get());
    if (error == 0 && type == Libc.S_IFLNK && (!last || followLast)) {
      error = follow(fd);
      Syscalls.close(fd);
      return error < 0 ? error : GO_ON;
    }
    if (error == 0 && last) {
      return fd;
    }
    if (error == 0 && type != Libc.S_IFDIR) {
      error = -Errno.ENOTDIR;
    }
    if (error < 0) {
      Syscalls.close(fd);
      return error;
    }
    enter(fd);
    done.add(name);
    name = DOT;
    return GO_ON;
  }

  private int follow(int fd) {
    if (++links > MAX_LINKS) {
      return -Errno.ELOOP;
    }
    NativeScratchBuffers scratch = NativeScratchBuffers.get();
    int length = Syscalls.readlinkat(fd, scratch.empty());
    if (length < 0) {
      return length;
    }
    byte[] text = scratch.linkBytes(length);
    name = DOT;
    if (length == 0 || text[0] != '/') {
      push(text, 0);
      return length == 0 ? -Errno.ENOENT : 0;
    }
    int inside = inside(text);
    if (inside < 0) {
      return -Errno.EXDEV;
    }
    enter(root);
    done.clear();
    push(text, inside);
    return 0;
  }

  /** Where in an absolute path the part below the root starts; -1 if it is not below. */
  private int inside(byte[] text) {
    int length = rootPath.length == 1 ? 0 : rootPath.length;
    boolean below =
        text.length >= length
            && Arrays.equals(text, 0, length, rootPath, 0, length)
            && (text.length == length || text[length] == '/');
    return below ? length : -1;
  }

  /** Back to the directory the last name was in: walked down to again, from the root. */
  private int up() {
    if (done.isEmpty()) {
      return rootPath.length == 1 ? 0 : -Errno.EXDEV;
    }
    done.remove(done.size() - 1);
    enter(root);
    for (byte[] each : done) {
      int flags = O_PATH | O_NOFOLLOW | Libc.O_DIRECTORY;
      int fd = Syscalls.openat(dir, NativeScratchBuffers.get().first(each), flags, 0);
      if (fd < 0) {
        return fd;
      }
      enter(fd);
    }
    return 0;
  }

  private void enter(int fd) {
    if (dir != root) {
      Syscalls.close(dir);
    }
    dir = fd;
  }

  /** Puts the names of {@code path} from {@code start} before what is still to be walked. */
  private void push(byte[] path, int start) {
    List<byte[]> names = new ArrayList<>();
    int from = start;
    for (int i = start; i <= path.length; i++) {
      if (i == path.length || path[i] == '/') {
        byte[] each = Arrays.copyOfRange(path, from, i);
        if (each.length > 0 && !Arrays.equals(each, DOT)) {
          names.add(each);
        }
        from = i + 1;
      }
    }
    for (int i = names.size() - 1; i >= 0; i--) {
      todo.push(names.get(i));
    }
  }

  @Override
  public void close() {
    enter(root);
  }
}
