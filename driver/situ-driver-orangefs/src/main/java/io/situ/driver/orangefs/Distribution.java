// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.orangefs;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * How a file's bytes are dealt out to its datafiles: {@code simple_stripe} in turns, {@code
 * basic_dist} all to the first.
 *
 * @param strip bytes that lie together, {@code Long.MAX_VALUE} where all do
 */
record Distribution(long strip) {

  static final String STRIPED = "simple_stripe";
  private static final String WHOLE = "basic_dist";

  /** The length of the name, its bytes with a NUL, filled up to a multiple of this. */
  private static final int UNIT = 8;

  private static final int LONGEST_NAME = 256;

  Distribution {
    if (strip <= 0) {
      throw new IllegalArgumentException("no such strip: " + strip);
    }
  }

  /**
   * Reads the attribute {@code system.pvfs2.md}: in little-endian order the length of the name, the
   * name, and from the next multiple of 8 bytes on the parameters.
   *
   * @throws OrangeFsLayoutException if it is cut off, is not valid, or names an unknown
   *     distribution
   */
  static Distribution decode(byte[] attribute) throws OrangeFsLayoutException {
    ByteBuffer bytes = ByteBuffer.wrap(attribute).order(ByteOrder.LITTLE_ENDIAN);
    need(attribute.length >= Integer.BYTES, "the distribution is cut off");
    int length = bytes.getInt(0);
    need(length > 0 && length <= LONGEST_NAME, "its distribution's name has " + length + " bytes");
    int end = Integer.BYTES + length + 1;
    need(end <= attribute.length, "the distribution's name is cut off");
    need(attribute[end - 1] == 0, "the distribution's name does not end");
    String name = new String(attribute, Integer.BYTES, length, StandardCharsets.US_ASCII);
    int parameters = (end + UNIT - 1) / UNIT * UNIT;
    if (!name.equals(STRIPED)) {
      return named(name, 0);
    }
    need(parameters + Long.BYTES <= attribute.length, "the distribution is cut off");
    return named(name, bytes.getLong(parameters));
  }

  /**
   * The distribution of a name.
   *
   * @param strip for {@code simple_stripe}
   * @throws OrangeFsLayoutException if the name is unknown or the strip is not positive
   */
  static Distribution named(String name, long strip) throws OrangeFsLayoutException {
    if (name.equals(WHOLE)) {
      return new Distribution(Long.MAX_VALUE);
    }
    need(name.equals(STRIPED), "the distribution '" + name + "' is not known");
    need(strip > 0, "its strips have " + Long.toUnsignedString(strip) + " bytes");
    return new Distribution(strip);
  }

  private static void need(boolean condition, String fault) throws OrangeFsLayoutException {
    if (!condition) {
      throw new OrangeFsLayoutException(fault);
    }
  }
}
