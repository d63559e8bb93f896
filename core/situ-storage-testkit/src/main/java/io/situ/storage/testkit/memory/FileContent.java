// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.testkit.memory;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/** The bytes of a file, in pieces of one size. Guarded by the tree's lock. */
final class FileContent {

  private static final int PIECE = 1 << 16;

  private final List<byte[]> pieces = new ArrayList<>();
  private long size;

  long size() {
    return size;
  }

  FileContent copy() {
    FileContent copy = new FileContent();
    for (byte[] piece : pieces) {
      copy.pieces.add(piece.clone());
    }
    copy.size = size;
    return copy;
  }

  /** Moves what {@code from} has left behind the end. */
  void append(ByteBuffer from) {
    while (from.hasRemaining()) {
      int at = (int) (size % PIECE);
      if (at == 0) {
        pieces.add(new byte[PIECE]);
      }
      int count = Math.min(from.remaining(), PIECE - at);
      from.get(pieces.get(pieces.size() - 1), at, count);
      size += count;
    }
  }

  /** Adds to {@code to} what is here from {@code position} on. */
  void copyTo(FileContent to, long position) {
    for (long at = position; at < size; ) {
      int offset = (int) (at % PIECE);
      int count = (int) Math.min(PIECE - offset, size - at);
      to.append(ByteBuffer.wrap(pieces.get((int) (at / PIECE)), offset, count));
      at += count;
    }
  }

  /** Moves bytes to {@code to} until it is full or the end is reached; -1 at the end. */
  int read(long position, ByteBuffer to) {
    if (!to.hasRemaining()) {
      return 0;
    }
    if (position >= size) {
      return -1;
    }
    int total = (int) Math.min(to.remaining(), size - position);
    int left = total;
    for (long at = position; left > 0; ) {
      int offset = (int) (at % PIECE);
      int count = Math.min(left, PIECE - offset);
      to.put(pieces.get((int) (at / PIECE)), offset, count);
      at += count;
      left -= count;
    }
    return total;
  }

  void truncate(long length) {
    size = length;
    int needed = (int) ((length + PIECE - 1) / PIECE);
    pieces.subList(needed, pieces.size()).clear();
  }

  String checksum() {
    CRC32C crc = new CRC32C();
    long left = size;
    for (byte[] piece : pieces) {
      crc.update(piece, 0, (int) Math.min(left, PIECE));
      left -= PIECE;
    }
    return String.format("crc32c:%08x", crc.getValue());
  }
}
