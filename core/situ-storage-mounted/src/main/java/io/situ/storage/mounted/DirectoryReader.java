package io.situ.storage.mounted;

import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/**
 * Reads one open directory: names come in large batches, and each is described with one call
 * relative to the directory, its name taken from where the kernel put it.
 *
 * <p>A record is {@code struct linux_dirent64}; see {@code man 2 getdents}.
 */
final class DirectoryReader implements AutoCloseable {

  private static final int ROOM = 128 * 1024;
  private static final int RECORD_LENGTH = 16;
  private static final int NAME = 19;

  private static final BlockingQueue<ByteBuffer> SPARE = new ArrayBlockingQueue<>(16);

  private final StorePath path;
  private final int fd;
  private final Accounts accounts;
  private final ByteBuffer buffer;
  private final long address;
  private final byte[] copy = new byte[ROOM];
  private int at;
  private int end;
  private boolean closed;

  /**
   * @param fd a directory opened for reading, closed by {@link #close}
   */
  DirectoryReader(StorePath path, int fd, Accounts accounts) {
    this.path = path;
    this.fd = fd;
    this.accounts = accounts;
    ByteBuffer spare = SPARE.poll();
    this.buffer =
        spare == null ? ByteBuffer.allocateDirect(ROOM).order(ByteOrder.nativeOrder()) : spare;
    this.address = Scratch.addressOf(buffer);
  }

  /** The next entry, links not followed, or null at the end. */
  StoreObject next() throws StoreException {
    while (at < end || fill()) {
      int record = at;
      at += buffer.getShort(record + RECORD_LENGTH) & 0xFFFF;
      int start = record + NAME;
      int length = lengthOf(start);
      if (!isDots(start, length)) {
        StoreObject object = describe(start, length);
        if (object != null) {
          return object;
        }
      }
    }
    return null;
  }

  private boolean fill() throws StoreException {
    int count = Sys.getdents64(fd, address, ROOM);
    if (count < 0 && count != -Errno.ENOENT) {
      throw Errno.failure(count, path);
    }
    at = 0;
    end = Math.max(count, 0);
    buffer.get(0, copy, 0, end);
    return end > 0;
  }

  private int lengthOf(int start) {
    int i = start;
    while (copy[i] != 0) {
      i++;
    }
    return i - start;
  }

  private boolean isDots(int start, int length) {
    return copy[start] == '.' && (length == 1 || (length == 2 && copy[start + 1] == '.'));
  }

  private StoreObject describe(int start, int length) throws StoreException {
    long name = address + start;
    int error = Sys.statx(fd, name, Libc.AT_SYMLINK_NOFOLLOW);
    if (error == -Errno.ENOENT) {
      return null;
    }
    StorePath child = path.child(StorePath.decode(copy, start, length));
    if (error < 0) {
      throw Errno.failure(error, child);
    }
    Scratch scratch = Scratch.get();
    StoreObject object = Stat.object(child, scratch.memory(), 0, accounts);
    if (object.kind() != StoreObject.Kind.SYMLINK) {
      return object;
    }
    int target = Sys.readlinkat(fd, name);
    return target < 0 ? null : Stat.link(object, linkText(scratch, target));
  }

  static String linkText(Scratch scratch, int length) {
    return StorePath.decode(scratch.linkBytes(length), 0, length);
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      Sys.close(fd);
      SPARE.offer(buffer);
    }
  }
}
