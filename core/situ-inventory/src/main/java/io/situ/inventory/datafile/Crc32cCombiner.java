// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.datafile;

/**
 * Joins CRC32C values of neighbouring byte ranges without reading the bytes again.
 *
 * <p>A CRC is the remainder of a polynomial over GF(2). Putting {@code n} bytes behind a message
 * multiplies its polynomial by {@code x^(8n)}, so {@code crc(A|B) = crc(A) * x^(8|B|) mod P ^
 * crc(B)}; the initial and final complements cancel out. This is the method of {@code
 * crc32_combine} in zlib (Mark Adler), for the Castagnoli polynomial of RFC 3720, section 12.1. The
 * result is what HDFS calls COMPOSITE-CRC: it does not depend on how the bytes were cut.
 */
public final class Crc32cCombiner {

  /** The polynomial, bit-reflected as {@link java.util.zip.CRC32C} uses it. */
  private static final int POLYNOMIAL = 0x82F63B78;

  /** The polynomial 1: in reflected form the highest bit is the lowest power. */
  private static final int ONE = 1 << 31;

  /** {@code x} to the power of {@code 8 * 2^k}, for each bit {@code k} of a length in bytes. */
  private static final int[] POWERS = powers();

  private Crc32cCombiner() {}

  /**
   * The CRC32C of two ranges put together.
   *
   * @param first CRC32C of the first range
   * @param second CRC32C of the second range
   * @param secondLength bytes in the second range, at least 0
   */
  public static int combine(int first, int second, long secondLength) {
    return multiply(first, shift(secondLength)) ^ second;
  }

  /**
   * The CRC32C of a whole from its chunks.
   *
   * @param crcs of the chunks in order
   * @param chunkSize bytes in every chunk but the last, more than 0
   * @param length bytes in all
   * @throws IllegalArgumentException if so many bytes do not make so many chunks
   */
  public static int combineChunks(int[] crcs, int chunkSize, long length) {
    if (chunkSize <= 0 || length < 0 || chunks(length, chunkSize) != crcs.length) {
      throw new IllegalArgumentException(
          crcs.length + " chunks of " + chunkSize + " bytes do not make " + length + " bytes");
    }
    if (crcs.length == 0) {
      return 0;
    }
    int full = shift(chunkSize);
    int whole = crcs[0];
    for (int i = 1; i < crcs.length - 1; i++) {
      whole = multiply(whole, full) ^ crcs[i];
    }
    if (crcs.length > 1) {
      int last = crcs.length - 1;
      whole = combine(whole, crcs[last], length - (long) last * chunkSize);
    }
    return whole;
  }

  /**
   * Returns how many chunks some bytes make.
   *
   * @param length bytes in all, at least 0
   * @param chunkSize bytes in every chunk but the last, more than 0
   */
  public static long chunks(long length, int chunkSize) {
    return length / chunkSize + (length % chunkSize == 0 ? 0 : 1);
  }

  /** Returns the CRC32C of {@code length} bytes of zero, without reading them. */
  public static int zeros(long length) {
    return ~multiply(~0, shift(length));
  }

  /** The polynomial {@code x^(8 * bytes)} modulo the CRC's. */
  private static int shift(long bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException("negative length " + bytes);
    }
    int product = ONE;
    for (int k = 0; bytes >>> k != 0; k++) {
      if ((bytes >>> k & 1) != 0) {
        product = multiply(product, POWERS[k]);
      }
    }
    return product;
  }

  private static int multiply(int a, int b) {
    int product = 0;
    int factor = b;
    for (int bits = a; bits != 0; bits <<= 1) {
      if (bits < 0) {
        product ^= factor;
      }
      factor = timesX(factor);
    }
    return product;
  }

  private static int timesX(int a) {
    return (a & 1) != 0 ? a >>> 1 ^ POLYNOMIAL : a >>> 1;
  }

  private static int[] powers() {
    int[] powers = new int[63];
    int power = ONE >>> 8;
    for (int k = 0; k < powers.length; k++) {
      powers[k] = power;
      power = multiply(power, power);
    }
    return powers;
  }
}
