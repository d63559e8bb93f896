// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.listing;

import io.situ.storage.Listing;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.mounted.nativelib.Errno;
import io.situ.storage.mounted.nativelib.Libc;
import io.situ.storage.mounted.nativelib.NativeScratchBuffers;
import io.situ.storage.mounted.nativelib.Syscalls;
import io.situ.storage.mounted.nativelib.UserLookup;
import io.situ.storage.mounted.path.StatxReader;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.Function;

/**
 * Reads one open directory: names come in large batches, and each is described with one call
 * relative to the directory, its name taken from where the kernel put it, and completed. A large
 * batch is described by several threads.
 *
 * <p>A record is {@code struct linux_dirent64}; see {@code man 2 getdents}. Not thread-safe.
 */
public class DirectoryReader implements Listing {

  private static final int ROOM = 128 * 1024;
  private static final int COOKIE = 8;
  private static final int RECORD_LENGTH = 16;
  private static final int NAME = 19;
  private static final int MIN_RECORD = 24;

  private static final BlockingQueue<DirectoryReader.Room> SPARE = new ArrayBlockingQueue<>(16);

  /** Memory for one batch, used by one reader after the other. */
  private static final class Room {
    final ByteBuffer buffer = ByteBuffer.allocateDirect(ROOM).order(ByteOrder.nativeOrder());
    final long address = NativeScratchBuffers.addressOf(buffer);
    final byte[] copy = new byte[ROOM];
    final int[] names = new int[ROOM / MIN_RECORD];
  }

  /** Adds to an entry what its directory does not report. Thread-safe. */
  public interface Completion {
    /**
     * @param cookie the entry's {@code d_off}
     * @param directory descriptor of the directory, open for reading
     */
    StoreObject complete(StoreObject entry, long cookie, int directory) throws StoreException;
  }

  private final StorePath path;
  private final int fd;
  private final UserLookup accounts;
  private final StatThreads helpers;
  private final Completion completion;
  private final boolean inodes;
  private final Room room;
  private final Function<StorePath, StoreException> forgotten;
  private StatBatch batch;
  private boolean closed;

  /**
   * @param fd a directory opened for reading, closed by {@link #close}
   * @param forgotten the reason where the directory's server does not know {@code fd} any more
   */
  public DirectoryReader(
      StorePath path,
      int fd,
      UserLookup accounts,
      StatThreads helpers,
      Completion completion,
      boolean inodes,
      Function<StorePath, StoreException> forgotten) {
    this.forgotten = forgotten;
    this.inodes = inodes;
    this.path = path;
    this.fd = fd;
    this.accounts = accounts;
    this.helpers = helpers;
    this.completion = completion;
    Room spare = SPARE.poll();
    this.room = spare == null ? new Room() : spare;
    this.batch = batch(0);
  }

  @Override
  public final StoreObject next() throws StoreException {
    while (true) {
      StoreObject object = batch.next();
      if (object != null) {
        return object;
      }
      if (!fill()) {
        return null;
      }
    }
  }

  private boolean fill() throws StoreException {
    int length = entries(fd, room.address);
    if (length < 0 && length != -Errno.ENOENT) {
      throw failure(length, path);
    }
    int count = 0;
    room.buffer.get(0, room.copy, 0, Math.max(length, 0));
    for (int at = 0; at < length; at += room.buffer.getShort(at + RECORD_LENGTH) & 0xFFFF) {
      if (!isDots(at + NAME)) {
        room.names[count++] = at + NAME;
      }
    }
    batch = batch(count);
    return length > 0;
  }

  /** Makes the system call; so do the two below. Tests have them fail. */
  int entries(int directory, long buffer) {
    return Syscalls.getdents64(directory, buffer, ROOM);
  }

  int stat(int directory, long name) {
    return Syscalls.statx(directory, name, Libc.AT_SYMLINK_NOFOLLOW);
  }

  int readLink(int directory, long name) {
    return Syscalls.readlinkat(directory, name);
  }

  private StoreException failure(int error, StorePath place) {
    return error == -Errno.ESTALE ? forgotten.apply(path) : Errno.failure(error, place);
  }

  private StatBatch batch(int count) {
    return new StatBatch(count, this::complete, accounts, helpers);
  }

  private boolean isDots(int name) {
    byte[] copy = room.copy;
    return copy[name] == '.'
        && (copy[name + 1] == 0 || (copy[name + 1] == '.' && copy[name + 2] == 0));
  }

  private StoreObject complete(int index, UserLookup.Memo memo) throws StoreException {
    StoreObject object = describe(index, memo);
    long cookie = room.buffer.getLong(room.names[index] - NAME + COOKIE);
    return object == null ? null : completion.complete(object, cookie, fd);
  }

  /** Describes one entry of the batch; null if it has vanished. Thread-safe. */
  private StoreObject describe(int index, UserLookup.Memo memo) throws StoreException {
    int start = room.names[index];
    long name = room.address + start;
    int error = stat(fd, name);
    if (error == -Errno.ENOENT) {
      return null;
    }
    StorePath child = path.child(nameAt(start));
    if (error < 0) {
      throw failure(error, child);
    }
    NativeScratchBuffers scratch = NativeScratchBuffers.get();
    StoreObject object = StatxReader.object(child, scratch.memory(), 0, memo, inodes);
    if (object.kind() != StoreObject.Kind.SYMLINK) {
      return object;
    }
    int target = readLink(fd, name);
    if (target == -Errno.ENOENT || target == -Errno.EINVAL) {
      return null;
    }
    if (target < 0) {
      throw failure(target, child);
    }
    return StatxReader.link(object, target);
  }

  /** Whether following a link of this directory never ends, however the directory was reached. */
  public final boolean leadsToItself(StorePath link) {
    long name = NativeScratchBuffers.get().first(StorePath.encode(link.name()));
    return Syscalls.statx(fd, name, Libc.AT_NO_AUTOMOUNT) == -Errno.ELOOP;
  }

  private String nameAt(int start) {
    int end = start;
    while (room.copy[end] != 0) {
      end++;
    }
    return StorePath.decode(room.copy, start, end - start);
  }

  /** Ends the reading and leaves the directory's descriptor to the caller. */
  public final int detach() {
    closed = true;
    batch.stop();
    SPARE.offer(room);
    return fd;
  }

  @Override
  public final void close() {
    if (!closed) {
      Syscalls.close(detach());
    }
  }
}
