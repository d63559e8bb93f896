// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.stream;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.zip.CRC32C;

/**
 * The CRC32C of every so many bytes of one part of a file: digested in order, and the last one
 * kept. Not thread-safe.
 */
final class ChunkCrcs {

  private final long perCrc;
  private final CRC32C crc = new CRC32C();
  private final MessageDigest digest;
  private final ByteBuffer gathered = ByteBuffer.allocate(8 << 10);
  private long left;
  private int last;

  ChunkCrcs(long perCrc) {
    this.perCrc = perCrc;
    this.left = perCrc;
    try {
      this.digest = MessageDigest.getInstance("MD5");
    } catch (NoSuchAlgorithmException none) {
      throw new IllegalStateException("every Java has MD5", none);
    }
  }

  void update(ByteBuffer bytes) {
    int limit = bytes.limit();
    while (bytes.position() < limit) {
      int count = (int) Math.min(left, limit - bytes.position());
      crc.update(bytes.limit(bytes.position() + count));
      bytes.limit(limit);
      left -= count;
      if (left == 0) {
        endCrc();
      }
    }
  }

  private void endCrc() {
    last = (int) crc.getValue();
    crc.reset();
    left = perCrc;
    gathered.putInt(last);
    if (!gathered.hasRemaining()) {
      digestGathered();
    }
  }

  private void digestGathered() {
    digest.update(gathered.flip());
    gathered.clear();
  }

  /** Ends a CRC that has fewer bytes. Nothing may be added after this. */
  ChunkCrcs end() {
    if (left < perCrc) {
      endCrc();
    }
    digestGathered();
    return this;
  }

  /** The CRC of all bytes, where they were not more than one CRC covers. */
  int only() {
    return last;
  }

  /** The MD5 of all CRCs, each as four bytes, highest first. */
  byte[] md5() {
    return digest.digest();
  }
}
