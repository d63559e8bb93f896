// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.file;

import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.mounted.nativelib.Descriptor;
import io.situ.storage.mounted.nativelib.Errno;
import io.situ.storage.mounted.nativelib.NativeScratchBuffers;
import io.situ.storage.mounted.nativelib.Syscalls;
import io.situ.storage.mounted.path.StatxReader;
import io.situ.storage.util.ObjectReadHandle;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.OptionalInt;

/**
 * Reads with {@code pread}: no position, no lock, and an interrupt ends one read, not the file. A
 * server that was replaced does not know the open file any more, and GlusterFS opens a file when it
 * is first read and finds nothing if it was replaced by then: what has its path is opened in its
 * place, if it is the same version, and the call is made once more. Thread-safe.
 */
public class MountedReadHandle extends ObjectReadHandle {

  private final Descriptor descriptor;
  private final Reopening reopening;
  private final boolean knowsHoles;
  private final ChannelReads small = new ChannelReads();

  /** Opens what has the file's path now. Thread-safe. */
  @FunctionalInterface
  public interface Reopening {
    /**
     * Opens it for reading, as the file was opened.
     *
     * @return a descriptor for the caller to close
     * @throws StoreException {@code CHANGED} if it is another version; {@code NOT_FOUND} only if it
     *     is certain that nothing has the path
     */
    int open() throws StoreException;
  }

  /**
   * @param reopening asked where the server does not know the open file any more
   * @param knowsHoles whether the file system reports holes
   */
  public MountedReadHandle(StoreObject object, int fd, Reopening reopening, boolean knowsHoles) {
    super(object);
    this.reopening = reopening;
    this.knowsHoles = knowsHoles;
    this.descriptor = new Descriptor(fd);
  }

  @Override
  protected final int readAt(long position, ByteBuffer buffer) throws StoreException {
    int fd = enter();
    int start = buffer.position();
    try {
      return read(fd, position, buffer);
    } catch (StoreException e) {
      if (!Errno.isStale(e) && !e.isNotFound()) {
        throw e;
      }
      reopen(fd);
      return read(fd, position, buffer.position(start));
    } finally {
      descriptor.release();
    }
  }

  private int read(int fd, long position, ByteBuffer buffer) throws StoreException {
    if (!buffer.hasRemaining()) {
      return 0;
    }
    if (buffer.remaining() <= ChannelReads.SMALL) {
      OptionalInt count = small.read(fd, position, buffer);
      if (count.isPresent()) {
        return count.getAsInt();
      }
    }
    int count = buffer.isDirect() ? direct(fd, position, buffer) : heap(fd, position, buffer);
    return count == 0 ? -1 : count;
  }

  @Override
  public final long nextData(long position) throws StoreException {
    if (!knowsHoles || position >= object().size()) {
      return position;
    }
    int fd = enter();
    try {
      long found = Syscalls.seekData(fd, position);
      return found == -Errno.ENXIO ? object().size() : Math.max(found, position);
    } finally {
      descriptor.release();
    }
  }

  @Override
  public final void readFully(List<Range> ranges) throws StoreException {
    new RangeReader(this, ranges).run();
  }

  @Override
  public final boolean isUnchanged() throws StoreException {
    int fd = enter();
    try {
      int error = systemStat(fd);
      if (error == -Errno.ESTALE || error == -Errno.ENOENT) {
        reopen(fd);
        error = systemStat(fd);
      }
      ByteBuffer stat = NativeScratchBuffers.get().memory();
      return error == 0
          && StatxReader.length(stat, 0) == object().size()
          && StatxReader.changedNanos(stat, 0) == object().attributes().changedNanos();
    } catch (StoreException e) {
      if (e.kind() == Kind.CHANGED) {
        return false;
      }
      throw e;
    } finally {
      descriptor.release();
    }
  }

  private int enter() throws StoreException {
    checkInterrupt(object());
    int fd = descriptor.acquire();
    if (fd < 0) {
      throw new StoreException(Kind.FAILED, object().path(), "the file is closed");
    }
    return fd;
  }

  private int direct(int fd, long position, ByteBuffer buffer) throws StoreException {
    long target = NativeScratchBuffers.addressOf(buffer) + buffer.position();
    int count = pread(fd, target, buffer.remaining(), position);
    buffer.position(buffer.position() + count);
    return count;
  }

  /** Piece by piece through a buffer that stays in the processor's cache. */
  private int heap(int fd, long position, ByteBuffer buffer) throws StoreException {
    ByteBuffer staging = NativeScratchBuffers.get().staging();
    long source = NativeScratchBuffers.addressOf(staging);
    int total = 0;
    int want;
    int count;
    do {
      want = Math.min(buffer.remaining(), staging.capacity());
      count = pread(fd, source, want, position + total);
      buffer.put(staging.clear().limit(count));
      total += count;
    } while (count == want && buffer.hasRemaining());
    return total;
  }

  private int pread(int fd, long target, int want, long position) throws StoreException {
    long count = systemRead(fd, target, want, position);
    if (count < 0) {
      throw Errno.failure(count, object().path());
    }
    return (int) count;
  }

  /** Returns the number of bytes or the negative error number. */
  long systemRead(int fd, long target, int want, long position) {
    return Syscalls.pread(fd, target, want, position);
  }

  /** Describes the open file in the thread's stat slot; returns 0 or the negative error number. */
  int systemStat(int fd) {
    return Syscalls.fstat(fd);
  }

  /** Puts what has the file's path now behind {@code fd}, for all threads that read. */
  private void reopen(int fd) throws StoreException {
    int fresh = openAgain();
    int error = Syscalls.replace(fd, fresh);
    Syscalls.close(fresh);
    Errno.check(error, object().path());
  }

  /**
   * Opens what has the file's path now.
   *
   * @return a descriptor for the caller to close
   * @throws StoreException {@code CHANGED} if it is not the same version, or nothing has the path
   */
  final int openAgain() throws StoreException {
    try {
      return reopening.open();
    } catch (StoreException e) {
      throw notReopened(e);
    }
  }

  private StoreException notReopened(StoreException e) {
    return e.kind() == Kind.CHANGED || e.isNotFound()
        ? new StoreException(
            Kind.CHANGED, object().path(), "it was removed or replaced on another host", e)
        : new StoreException(
            e.kind(),
            object().path(),
            "its server does not know the file any more that was opened, as after a failover or a"
                + " new export, and it could not be opened again: "
                + e.reason(),
            e);
  }

  @Override
  public final void close() throws StoreException {
    small.close();
    int error = descriptor.close();
    if (error < 0) {
      throw Errno.failure(error, object().path());
    }
  }
}
