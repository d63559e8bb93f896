// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.testkit.fault;

import java.util.Arrays;
import java.util.Random;

/**
 * Makes damaged copies of bytes, for tests of what parses them. The copies depend on the seed
 * alone: a test that fails once fails with each run. Not thread-safe.
 */
public final class DamagedBytes {

  private static final int MAX_CHANGES = 4;
  private static final int MAX_SLICE = 16;
  private static final int KINDS = 8;

  /** What counts and lengths are at the limits of their types. */
  private static final byte[] LIMITS = {0, 1, 0x7f, (byte) 0x80, (byte) 0xff};

  private final Random random;

  /** Starts a sequence of copies. */
  public DamagedBytes(long seed) {
    this.random = new Random(seed);
  }

  /**
   * Returns a copy with one to four changes: bytes that have other values, bits that are flipped,
   * bytes that are left out, repeated or added, an end that is cut off, numbers at the limits of
   * their types. A copy may be equal to the bytes by chance.
   */
  public byte[] copy(byte[] bytes) {
    byte[] damaged = bytes.clone();
    for (int changes = 1 + random.nextInt(MAX_CHANGES); changes > 0; changes--) {
      damaged = change(damaged);
    }
    return damaged;
  }

  private byte[] change(byte[] bytes) {
    if (bytes.length == 0) {
      return random(1);
    }
    int at = random.nextInt(bytes.length);
    int end = Math.min(bytes.length, at + 1 + random.nextInt(MAX_SLICE));
    return switch (random.nextInt(KINDS)) {
      case 0 -> random.nextInt(MAX_CHANGES) == 0 ? Arrays.copyOf(bytes, at) : flip(bytes, at);
      case 1 -> splice(bytes, at, end, new byte[0]);
      case 2 -> splice(bytes, at, at, Arrays.copyOfRange(bytes, at, end));
      case 3 -> splice(bytes, at, at, random(end - at));
      case 4 -> fill(bytes, at, LIMITS[random.nextInt(LIMITS.length)]);
      case 5 -> flip(bytes, at);
      default -> splice(bytes, at, at + 1, random(1));
    };
  }

  private byte[] random(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  /** Sets one, two, four or eight bytes. */
  private byte[] fill(byte[] bytes, int at, byte value) {
    Arrays.fill(bytes, at, Math.min(bytes.length, at + (1 << random.nextInt(4))), value);
    return bytes;
  }

  private byte[] flip(byte[] bytes, int at) {
    bytes[at] ^= (byte) (1 << random.nextInt(Byte.SIZE));
    return bytes;
  }

  /** The bytes with others in the place of a range. */
  private static byte[] splice(byte[] bytes, int from, int to, byte[] others) {
    byte[] spliced = new byte[bytes.length - (to - from) + others.length];
    System.arraycopy(bytes, 0, spliced, 0, from);
    System.arraycopy(others, 0, spliced, from, others.length);
    System.arraycopy(bytes, to, spliced, from + others.length, bytes.length - to);
    return spliced;
  }
}
