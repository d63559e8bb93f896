// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.client;

import com.sun.jna.Native;
import com.sun.jna.Pointer;
import io.situ.driver.ceph.cephfs.layout.FileLayout;
import io.situ.storage.StorePath;
import io.situ.storage.mounted.nativelib.Errno;
import io.situ.storage.mounted.nativelib.FileStat;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * A directory that is read by libcephfs: one answer of the servers describes about a thousand
 * entries with their attributes. Not thread-safe.
 */
public class NativeDirectory implements AutoCloseable {

  /** {@code struct dirent} of {@code man 3 readdir}. */
  private static final int ENTRY = 280;

  private static final int NAME = 19;
  private static final int INODE = 0;
  private static final int ENTRY_AT = 8;
  private static final int QUESTION = 288;
  private static final int QUESTION_ROOM = 32;
  private static final int LAYOUT = QUESTION + QUESTION_ROOM;
  private static final int LAYOUT_ROOM = 704;

  /** {@code struct ceph_file_layout} of {@code libcephfs.h}: seven numbers, no namespace. */
  private static final int NUMBERS = LAYOUT + LAYOUT_ROOM;

  private static final int NUMBERS_ROOM = 7 * Integer.BYTES;

  private final NativeSession session;
  private final long directory;
  private final NativeStat stat = new NativeStat();
  private final ByteBuffer memory =
      ByteBuffer.allocateDirect(NUMBERS + NUMBERS_ROOM).order(ByteOrder.nativeOrder());
  private final long address = Pointer.nativeValue(Native.getDirectBufferPointer(memory));
  private final byte[] bytes = new byte[LAYOUT_ROOM];
  private final byte[] numbers = new byte[NUMBERS_ROOM];
  private byte[] lastNumbers = {};
  private Optional<String> lastLayout = Optional.empty();
  private long changedNanos = Long.MAX_VALUE;
  private boolean open = true;

  public NativeDirectory(NativeSession session, long directory) {
    this.session = session;
    this.directory = directory;
    memory.put(QUESTION, FileLayout.ATTRIBUTE.getBytes(StandardCharsets.US_ASCII));
  }

  /**
   * Goes to the next entry: 1 if there is one, 0 at the end, negative for an error. Each is
   * described by itself, for the directory's answer reports a file that another client has just
   * written what it was; one that is gone by then is passed over.
   */
  public int next() {
    while (true) {
      release();
      int result = session.next(directory, address + ENTRY_AT, stat.address(), address + INODE);
      if (result <= 0) {
        return result;
      }
      if (isSelf()) {
        changedNanos = stat.changedNanos();
      } else if (!isParent()) {
        int failed = session.describe(memory.getLong(INODE), stat.address());
        if (failed != -Errno.ENOENT && failed != -Errno.ESTALE) {
          return failed < 0 ? failed : result;
        }
      }
    }
  }

  private boolean isSelf() {
    int first = ENTRY_AT + NAME;
    return memory.get(first) == '.' && memory.get(first + 1) == 0;
  }

  private boolean isParent() {
    int first = ENTRY_AT + NAME;
    return memory.get(first) == '.' && memory.get(first + 1) == '.' && memory.get(first + 2) == 0;
  }

  public String name() {
    int length = 0;
    memory.get(ENTRY_AT + NAME, bytes, 0, ENTRY - NAME);
    while (bytes[length] != 0) {
      length++;
    }
    return StorePath.decode(bytes, 0, length);
  }

  /**
   * What the servers knew when they listed it: of a file that another client has just written they
   * may not know the size yet.
   */
  public FileStat status() {
    return stat.status();
  }

  /** When the entry changed last, its content, attributes or names, in nanoseconds since 1970. */
  long entryChangedNanos() {
    return stat.changedNanos();
  }

  /** How many names the entry has, here and elsewhere. */
  int entryNames() {
    return stat.names();
  }

  /**
   * When the directory did, as by an entry that came or went; it is the first to be reported. The
   * end of time before that.
   */
  long changedNanos() {
    return changedNanos;
  }

  /**
   * The text of {@value FileLayout#ATTRIBUTE}, if it is reported. The servers are asked for the
   * first file's; a file that has its pool and numbers is taken to have its namespace too, since
   * files get theirs from their directory.
   */
  Optional<String> layout() {
    long inode = memory.getLong(INODE);
    if (inode == 0 || session.layout(inode, address + NUMBERS) < 0) {
      return Optional.empty();
    }
    memory.get(NUMBERS, numbers);
    if (!Arrays.equals(numbers, lastNumbers)) {
      lastLayout = askedLayout(inode);
      lastNumbers = numbers.clone();
    }
    return lastLayout;
  }

  private Optional<String> askedLayout(long inode) {
    int length = session.attribute(inode, address + QUESTION, address + LAYOUT, LAYOUT_ROOM);
    if (length <= 0) {
      return Optional.empty();
    }
    memory.get(LAYOUT, bytes, 0, length);
    return Optional.of(new String(bytes, 0, length, StandardCharsets.UTF_8));
  }

  private void release() {
    long inode = memory.getLong(INODE);
    if (inode != 0) {
      memory.putLong(INODE, 0);
      session.release(inode);
    }
  }

  @Override
  public void close() {
    if (open) {
      open = false;
      release();
      session.closeDirectory(directory);
    }
  }
}
