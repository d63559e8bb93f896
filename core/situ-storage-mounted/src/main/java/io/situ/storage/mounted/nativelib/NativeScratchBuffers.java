// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.nativelib;

import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A thread's native memory for the arguments and results of system calls: fixed slots, so that a
 * call allocates nothing. A slot holds its content until the same thread fills it again.
 */
public final class NativeScratchBuffers {

  public static final int PATH_MAX = 4096;
  static final int LINK_ROOM = 4096;
  static final int LARGE_ROOM = 64 * 1024;
  public static final int STAGING_ROOM = 256 * 1024;
  private static final int PAGE = 4096;

  private static final int STAT = 0;
  private static final int SMALL = 256;
  private static final int FD_PATH = 512;
  private static final int EMPTY = 1023;
  private static final int FIRST = 1024;
  private static final int SECOND = FIRST + PATH_MAX + 8;
  private static final int LINK = SECOND + PATH_MAX + 8;
  private static final int SIZE = LINK + LINK_ROOM;
  private static final byte[] FD_PREFIX = {
    '/', 'p', 'r', 'o', 'c', '/', 's', 'e', 'l', 'f', '/', 'f', 'd', '/'
  };

  private static final ThreadLocal<NativeScratchBuffers> LOCAL =
      ThreadLocal.withInitial(NativeScratchBuffers::new);

  private final ByteBuffer memory;
  private final long address;
  private ByteBuffer staging;
  private ByteBuffer large;

  private NativeScratchBuffers() {
    memory = ByteBuffer.allocateDirect(SIZE).order(ByteOrder.nativeOrder());
    address = addressOf(memory);
  }

  public static NativeScratchBuffers get() {
    return LOCAL.get();
  }

  /** The address of a direct buffer's byte 0. */
  public static long addressOf(ByteBuffer direct) {
    return Pointer.nativeValue(Native.getDirectBufferPointer(direct));
  }

  /** All slots; the stat slot starts at 0. */
  public ByteBuffer memory() {
    return memory;
  }

  long stat() {
    return address + STAT;
  }

  /** 256 bytes for any small structure. */
  public long small() {
    return address + SMALL;
  }

  public int smallIndex() {
    return SMALL;
  }

  /** The empty path. */
  public long empty() {
    return address + EMPTY;
  }

  long link() {
    return address + LINK;
  }

  public byte[] linkBytes(int length) {
    byte[] bytes = new byte[length];
    memory.get(LINK, bytes);
    return bytes;
  }

  /** Puts a path or name into the first slot. */
  public long first(byte[] path, int from, int to) {
    return put(FIRST, path, from, to);
  }

  public long second(byte[] path, int from, int to) {
    return put(SECOND, path, from, to);
  }

  public long first(byte[] path) {
    return put(FIRST, path, 0, path.length);
  }

  public long second(byte[] path) {
    return put(SECOND, path, 0, path.length);
  }

  /** What is too long for the kernel is cut to a length that it refuses. */
  private long put(int slot, byte[] path, int from, int to) {
    int length = Math.min(to - from, PATH_MAX);
    memory.put(slot, path, from, length);
    memory.put(slot + length, (byte) 0);
    return address + slot;
  }

  /** {@code /proc/self/fd/N}, in a slot of its own. */
  public long fdPath(int fd) {
    memory.put(FD_PATH, FD_PREFIX);
    int end = FD_PATH + FD_PREFIX.length;
    int digits = fd < 10 ? 1 : (int) Math.log10(fd) + 1;
    for (int i = end + digits - 1, rest = fd; i >= end; i--, rest /= 10) {
      memory.put(i, (byte) ('0' + rest % 10));
    }
    memory.put(end + digits, (byte) 0);
    return address + FD_PATH;
  }

  /**
   * Where bytes rest on their way between the heap and the kernel. Empty, of full capacity, and on
   * a page boundary, which makes the kernel's copy a fifth faster.
   */
  public ByteBuffer staging() {
    if (staging == null) {
      staging = ByteBuffer.allocateDirect(STAGING_ROOM + PAGE).alignedSlice(PAGE);
      staging = staging.slice(0, STAGING_ROOM);
    }
    return staging.clear();
  }

  /** 64 KB for attributes and accounts. */
  public ByteBuffer large() {
    if (large == null) {
      large = ByteBuffer.allocateDirect(LARGE_ROOM).order(ByteOrder.nativeOrder());
    }
    return large.clear();
  }
}
