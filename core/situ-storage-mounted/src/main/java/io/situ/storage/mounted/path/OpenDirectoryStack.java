// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.path;

import static io.situ.storage.mounted.nativelib.Libc.O_DIRECTORY;
import static io.situ.storage.mounted.nativelib.Libc.O_NOFOLLOW;
import static io.situ.storage.mounted.nativelib.Libc.O_PATH;
import static io.situ.storage.mounted.nativelib.Libc.O_RDONLY;

import io.situ.storage.StorePath;
import io.situ.storage.mounted.nativelib.NativeScratchBuffers;
import io.situ.storage.mounted.nativelib.Syscalls;
import java.util.ArrayList;
import java.util.List;

/**
 * The way from a directory that is held down to where a walk is. Each directory is opened by its
 * name in the one above it, which is held, and no link is followed. Of a long way only the first
 * directory and the last ones are held; what was let go is found again from the first. Not
 * thread-safe.
 */
public final class OpenDirectoryStack implements AutoCloseable {

  private static final int MAX_HELD = 32;

  /** So many directories are held again at once, for a walk that goes back up. */
  private static final int STEPS = 16;

  private record Held(StorePath path, int fd) {}

  private final boolean oldCalls;
  private final List<Held> way = new ArrayList<>();

  OpenDirectoryStack(boolean oldCalls) {
    this.oldCalls = oldCalls;
  }

  /**
   * Goes on to a directory.
   *
   * @param path below all that are on the way
   * @param fd its descriptor, closed with this
   */
  public void add(StorePath path, int fd) {
    way.add(new Held(path, fd));
    if (way.size() > MAX_HELD) {
      Syscalls.close(way.remove(1).fd);
    }
  }

  /**
   * Opens a directory for reading.
   *
   * @param path below the first directory
   * @return a descriptor for the caller to close, or the negative error number; ENOTDIR, ELOOP or
   *     ENOENT where it was exchanged or is gone
   */
  public int open(StorePath path) {
    StorePath above = path.parent().orElseThrow();
    while (!above.startsWith(last().path)) {
      Syscalls.close(way.remove(way.size() - 1).fd);
    }
    if (!above.equals(last().path)) {
      int error = descend(above);
      if (error < 0) {
        return error;
      }
    }
    return openName(StorePath.encode(path.name()), O_RDONLY);
  }

  private Held last() {
    return way.get(way.size() - 1);
  }

  private int openName(byte[] name, int flags) {
    long address = NativeScratchBuffers.get().first(name);
    return Syscalls.openat(last().fd, address, flags | O_DIRECTORY | O_NOFOLLOW, 0);
  }

  /** Holds the last directories on the way to {@code path} again. */
  private int descend(StorePath path) {
    String[] names = path.relativeTo(last().path).toString().substring(1).split("/");
    StorePath here = last().path;
    int far = Math.max(0, names.length - STEPS);
    if (far > 0) {
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < far; i++) {
        text.append('/').append(names[i]);
      }
      int fd =
          NoFollowOpener.open(
              last().fd, StorePath.encode(text.toString()), 1, O_PATH | O_DIRECTORY, oldCalls);
      if (fd < 0) {
        return fd;
      }
      here = StorePath.of(text.toString()).prefixedBy(here);
      add(here, fd);
    }
    for (int i = far; i < names.length; i++) {
      int fd = openName(StorePath.encode(names[i]), O_PATH);
      if (fd < 0) {
        return fd;
      }
      here = here.child(names[i]);
      add(here, fd);
    }
    return 0;
  }

  @Override
  public void close() {
    way.forEach(held -> Syscalls.close(held.fd));
    way.clear();
  }
}
