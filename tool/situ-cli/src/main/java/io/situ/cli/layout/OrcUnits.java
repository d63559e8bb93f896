// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.layout;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The stripes of an ORC file, as its footer lists them: the few fields of it that say where bytes
 * lie, by the numbers that the ORC specification gives them.
 */
final class OrcUnits {

  private static final byte[] MAGIC = "ORC".getBytes(StandardCharsets.US_ASCII);

  // Of the postscript.
  private static final int FOOTER_LENGTH = 1;
  private static final int COMPRESSION = 2;
  private static final int COMPRESSION_BLOCK = 3;
  // Of the footer.
  private static final int STRIPES = 3;
  // Of a stripe.
  private static final int OFFSET = 1;
  private static final int INDEX_LENGTH = 2;
  private static final int DATA_LENGTH = 3;
  private static final int STRIPE_FOOTER_LENGTH = 4;

  private OrcUnits() {}

  /** Returns whether a file that ends with these bytes is one of ORC. */
  static boolean isAtEndOf(byte[] last) {
    int magic = last.length - 1 - MAGIC.length;
    return magic > MAGIC.length
        && Arrays.equals(last, magic, last.length - 1, MAGIC, 0, MAGIC.length);
  }

  /**
   * Returns where the stripes lie.
   *
   * @param last the last bytes of the file
   * @throws IOException if the footer is damaged, or compressed in a way that is not known
   */
  static List<FileUnits.Range> read(byte[] last, UnitReader.Tail tail) throws IOException {
    int postscript = last[last.length - 1] & 0xFF;
    int end = last.length - 1;
    ProtobufFields fields = new ProtobufFields(Arrays.copyOfRange(last, end - postscript, end));
    long length = fields.number(FOOTER_LENGTH);
    long both = length + postscript + 1;
    byte[] bytes = both <= last.length ? last : tail.last(both);
    int start = bytes.length - (int) both;
    byte[] footer =
        OrcCompression.of(fields.number(COMPRESSION))
            .decompress(
                Arrays.copyOfRange(bytes, start, start + (int) length),
                fields.number(COMPRESSION_BLOCK));
    List<FileUnits.Range> ranges = new ArrayList<>();
    for (byte[] stripe : new ProtobufFields(footer).messages(STRIPES)) {
      add(new ProtobufFields(stripe), ranges);
    }
    return ranges;
  }

  private static void add(ProtobufFields stripe, List<FileUnits.Range> ranges) {
    long start = stripe.number(OFFSET);
    long length =
        stripe.number(INDEX_LENGTH)
            + stripe.number(DATA_LENGTH)
            + stripe.number(STRIPE_FOOTER_LENGTH);
    if (length != 0) {
      ranges.add(new FileUnits.Range(start, start + length));
    }
  }
}
