// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.local;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A file on which this process has an exclusive lock, as fcntl(2) has them.
 *
 * <p>The system drops all locks that a process has on a file when the process closes any descriptor
 * of that file. So a file that is locked here is never opened a second time: a second attempt in
 * the same process fails before. The first byte and the rest are locked apart, so that whether the
 * lock is still had can be asked: a lock on the rest is given back and taken again, which fails if
 * another process has it meanwhile.
 *
 * <p>Thread-safe.
 */
public final class LockedFile implements AutoCloseable {

  private static final Set<Object> HELD = new HashSet<>();

  /** Of files that other code of this process has locked: closed, they would drop its lock. */
  private static final List<FileChannel> NEVER_CLOSED = new ArrayList<>();

  private final Path path;
  private final Object key;
  private final FileChannel channel;
  private FileLock rest;

  private LockedFile(Path path, Object key, FileChannel channel, FileLock rest) {
    this.path = path;
    this.key = key;
    this.channel = channel;
    this.rest = rest;
  }

  /**
   * Locks a file, which is created if it is not there. A symbolic link is not followed: where all
   * may write, another user could have any file created or locked by it.
   *
   * @return empty if it is locked, by this process or another
   * @throws IOException if it cannot be opened, is a symbolic link, or the file system has no locks
   */
  public static Optional<LockedFile> tryLock(Path path) throws IOException {
    synchronized (HELD) {
      Optional<Object> there = key(path);
      if (there.isPresent() && HELD.contains(there.get())) {
        return Optional.empty();
      }
      FileChannel channel = open(path);
      try {
        return lock(path, channel);
      } catch (OverlappingFileLockException e) {
        NEVER_CLOSED.add(channel);
        return Optional.empty();
      } catch (IOException | RuntimeException e) {
        channel.close();
        throw e;
      }
    }
  }

  private static FileChannel open(Path path) throws IOException {
    try {
      return FileChannel.open(
          path, StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    } catch (IOException e) {
      throw Files.isSymbolicLink(path)
          ? new IOException("'" + path + "' is a symbolic link, and is not followed: delete it", e)
          : e;
    }
  }

  private static Optional<LockedFile> lock(Path path, FileChannel channel) throws IOException {
    FileLock first = channel.tryLock(0, 1, false);
    FileLock rest = first == null ? null : lockRest(channel);
    Optional<Object> key = rest == null ? Optional.empty() : key(path);
    if (key.isEmpty()) {
      channel.close();
      return Optional.empty();
    }
    HELD.add(key.get());
    return Optional.of(new LockedFile(path, key.get(), channel, rest));
  }

  private static FileLock lockRest(FileChannel channel) throws IOException {
    return channel.tryLock(1, Long.MAX_VALUE - 1, false);
  }

  private static Optional<Object> key(Path path) throws IOException {
    try {
      return Optional.ofNullable(Files.readAttributes(path, BasicFileAttributes.class).fileKey());
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  /**
   * Returns whether this process still has the lock, and the file is still the one of its name: a
   * file system on the network may have taken the lock away and given it to another host.
   */
  public boolean isHeld() {
    synchronized (HELD) {
      try {
        if (!key(path).filter(key::equals).isPresent()) {
          return false;
        }
        if (rest != null) {
          rest.release();
        }
        rest = lockRest(channel);
        return rest != null;
      } catch (IOException e) {
        return false;
      }
    }
  }

  /** Gives the lock back. Closing twice does nothing. */
  @Override
  public void close() throws IOException {
    synchronized (HELD) {
      if (channel.isOpen()) {
        HELD.remove(key);
        channel.close();
      }
    }
  }
}
