// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.lustre;

import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Optional;

/**
 * Layouts from a mounted Lustre. In a listing the open directory is asked: one question to the
 * metadata server, without looking the file up again, and also for files that this user may not
 * read. Otherwise, and where directories cannot be asked, the file's attribute is. Thread-safe.
 */
final class MountedLayoutSource implements LustreLayoutSource {

  /** {@code IOC_MDC_GETFILESTRIPE}: the buffer begins with the file's name. */
  static final long GET_FILE_STRIPE = 0xc0086915L;

  /**
   * Twice the longest attribute that Linux has. The kernel does not know the buffer's size and says
   * EOVERFLOW only where memory ends, so the buffer must hold any answer.
   */
  static final int ROOM = 128 << 10;

  static final int MAX_ROOM = 1 << 20;

  /**
   * What an answer leaves is no target's number: an object that was not reported is not believed.
   */
  private static final byte[] BLANK = new byte[ROOM];

  static {
    Arrays.fill(BLANK, (byte) -1);
  }

  private static final ThreadLocal<ByteBuffer> BUFFER = new ThreadLocal<>();

  /** The system call for an extended attribute, or a recording of it. */
  interface AttributeCall {
    byte[] get(StorePath file, String name) throws StoreException;
  }

  private final AttributeCall attributes;
  private final DirectoryIoctl directories;
  private volatile boolean mute;

  MountedLayoutSource(AttributeCall attributes, DirectoryIoctl directories) {
    this.attributes = attributes;
    this.directories = directories;
  }

  @Override
  public byte[] layout(StorePath file) throws StoreException {
    return attributes.get(file, ATTRIBUTE);
  }

  @Override
  public byte[] layout(StorePath file, int directory) throws StoreException {
    Optional<byte[]> reported = mute ? Optional.empty() : readLayout(file, directory);
    return reported.isPresent() ? reported.get() : layout(file);
  }

  /** Empty where the directory does not report it. */
  private Optional<byte[]> readLayout(StorePath file, int directory) throws StoreException {
    int room = ROOM;
    while (room <= MAX_ROOM) {
      ByteBuffer buffer = buffer(room);
      room = 2 * buffer.capacity();
      buffer.put(StorePath.encode(file.name())).put((byte) 0).clear();
      int result = directories.call(directory, GET_FILE_STRIPE, buffer);
      switch (-Math.min(result, 0)) {
        case 0 -> {
          byte[] layout = new byte[LayoutDecoder.length(buffer)];
          buffer.get(layout);
          return Optional.of(layout);
        }
        case DirectoryIoctl.ENODATA ->
            throw new StoreException(Kind.NO_ATTRIBUTE, file, "it has no objects yet");
        case DirectoryIoctl.ENOENT ->
            throw new StoreException(Kind.NOT_FOUND, file, "no such file or directory");
        case DirectoryIoctl.EOVERFLOW -> {
          // Again with more room.
        }
        case DirectoryIoctl.ENOTTY, DirectoryIoctl.ENOSYS, DirectoryIoctl.EOPNOTSUPP -> {
          mute = true;
          return Optional.empty();
        }
        default -> {
          return Optional.empty();
        }
      }
    }
    return Optional.empty();
  }

  private static ByteBuffer buffer(int room) {
    ByteBuffer buffer = BUFFER.get();
    if (buffer == null || buffer.capacity() < room) {
      buffer = ByteBuffer.allocateDirect(room).order(ByteOrder.nativeOrder());
      BUFFER.set(buffer);
    }
    return buffer.clear().put(BLANK).clear();
  }
}
