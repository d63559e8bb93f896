// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.footer;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The stripes of an ORC file, as its footer lists them, and the columns of the top level in each:
 * the few fields that say where bytes lie, by the numbers that the ORC specification gives them.
 */
final class OrcStripes {

  private static final byte[] MAGIC = "ORC".getBytes(StandardCharsets.US_ASCII);

  // Of the postscript.
  private static final int FOOTER_LENGTH = 1;
  private static final int COMPRESSION = 2;
  private static final int COMPRESSION_BLOCK = 3;
  // Of the footer.
  private static final int STRIPES = 3;
  private static final int TYPES = 4;
  private static final int ENCRYPTION = 10;
  // Of a type.
  private static final int SUBTYPES = 2;
  private static final int FIELD_NAMES = 3;
  // Of a stripe.
  private static final int OFFSET = 1;
  private static final int INDEX_LENGTH = 2;
  private static final int DATA_LENGTH = 3;
  private static final int STRIPE_FOOTER_LENGTH = 4;
  // Of a stripe's footer, and of a stream.
  private static final int STREAMS = 1;
  private static final int STREAM_COLUMN = 2;
  private static final int STREAM_LENGTH = 3;

  private OrcStripes() {}

  /** Returns whether a file that ends with these bytes is one of ORC. */
  static boolean isAtEndOf(byte[] last) {
    int magic = last.length - 1 - MAGIC.length;
    return magic > MAGIC.length
        && Arrays.equals(last, magic, last.length - 1, MAGIC, 0, MAGIC.length);
  }

  /**
   * Returns the stripes, in the order of the footer.
   *
   * @param last the last bytes of the file
   * @param columns whether the footer of each stripe is read, which says where its columns lie
   * @throws IOException if a footer is damaged, or compressed in a way that is not known, or
   *     columns are encrypted
   */
  static List<RowGroup> read(byte[] last, FileTail tail, boolean columns) throws IOException {
    int postscript = last[last.length - 1] & 0xFF;
    int end = last.length - 1;
    ProtobufFields fields = new ProtobufFields(Arrays.copyOfRange(last, end - postscript, end));
    Decompression decompression =
        new Decompression(
            OrcCompression.of(fields.number(COMPRESSION)), fields.number(COMPRESSION_BLOCK));
    long length = fields.number(FOOTER_LENGTH);
    long both = length + postscript + 1;
    byte[] bytes = both <= last.length ? last : tail.last(both);
    int start = bytes.length - (int) both;
    ProtobufFields footer =
        decompression.message(Arrays.copyOfRange(bytes, start, start + (int) length));
    if (columns && !footer.messages(ENCRYPTION).isEmpty()) {
      throw new IOException("its footer has encrypted columns");
    }
    String[] names = columns ? columnNames(footer.messages(TYPES)) : new String[0];
    List<RowGroup> groups = new ArrayList<>();
    for (byte[] message : footer.messages(STRIPES)) {
      Stripe stripe = Stripe.of(new ProtobufFields(message));
      if (stripe.length() != 0) {
        groups.add(
            new RowGroup(
                stripe.start,
                stripe.length(),
                columns ? columns(stripe, names, tail, decompression) : List.of()));
      }
    }
    return groups;
  }

  private record Decompression(OrcCompression compression, long block) {

    ProtobufFields message(byte[] compressed) throws IOException {
      return new ProtobufFields(compression.decompress(compressed, block));
    }
  }

  /** A stripe as the file's footer has it: where it starts, and the bytes of its three parts. */
  private record Stripe(long start, long index, long data, long footer) {

    static Stripe of(ProtobufFields message) {
      return new Stripe(
          message.number(OFFSET),
          message.number(INDEX_LENGTH),
          message.number(DATA_LENGTH),
          message.number(STRIPE_FOOTER_LENGTH));
    }

    long length() {
      return index + data + footer;
    }
  }

  /**
   * Returns for each column, by its number, the name of the one of the top level that it is in;
   * null for the root. Numbers go from a column to what is in it, and then to the next one.
   */
  private static String[] columnNames(List<byte[]> types) throws IOException {
    String[] names = new String[types.size()];
    if (types.isEmpty()) {
      return names;
    }
    ProtobufFields root = new ProtobufFields(types.get(0));
    List<byte[]> fields = root.messages(FIELD_NAMES);
    long[] first = root.packedNumbers(SUBTYPES);
    if (fields.size() != first.length) {
      throw new IOException("its footer is damaged: it has columns without a name");
    }
    for (int i = 0; i < first.length; i++) {
      long next = i + 1 < first.length ? first[i + 1] : names.length;
      if (first[i] < 1 || next < first[i] || next > names.length) {
        throw new IOException("its footer is damaged: it has columns that it does not describe");
      }
      String name = new String(fields.get(i), StandardCharsets.UTF_8);
      for (long column = first[i]; column < next; column++) {
        names[(int) column] = name;
      }
    }
    return names;
  }

  /** Streams lie one after the other, in the order in which the stripe's footer lists them. */
  private static List<ColumnRange> columns(
      Stripe stripe, String[] names, FileTail tail, Decompression decompression)
      throws IOException {
    byte[] bytes = tail.range(stripe.start + stripe.index + stripe.data, stripe.footer);
    List<ColumnRange> ranges = new ArrayList<>();
    long at = stripe.start;
    for (byte[] message : decompression.message(bytes).messages(STREAMS)) {
      ProtobufFields stream = new ProtobufFields(message);
      long column = stream.number(STREAM_COLUMN);
      long length = stream.number(STREAM_LENGTH);
      if (column > 0 && column < names.length && names[(int) column] != null && length != 0) {
        ranges.add(new ColumnRange(names[(int) column], at, length));
      }
      at += length;
    }
    return ranges;
  }
}
