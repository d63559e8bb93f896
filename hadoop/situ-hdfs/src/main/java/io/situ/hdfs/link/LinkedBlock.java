// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.link;

import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.util.PlainText;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * What a block of HDFS is made of where its bytes are part of an object in a store.
 *
 * @param store the store's name; empty for the one behind {@code situ:///}
 * @param object the object
 * @param size bytes the whole object had when it was attached
 * @param version the object's version when it was attached
 * @param offset where in the object the block begins
 * @param length bytes in the block
 */
public record LinkedBlock(
    String store,
    StorePath object,
    long size,
    StoreObject.Version version,
    long offset,
    long length) {

  private static final String FORMAT = "1";
  private static final int FIELDS = 8;
  private static final int MAX_EXCERPT = 80;

  public LinkedBlock {
    Objects.requireNonNull(store, "store");
    Objects.requireNonNull(object, "object");
    Objects.requireNonNull(version, "version");
    if (size < 0 || offset < 0 || length < 0 || offset > size - length) {
      throw new IllegalArgumentException(
          "bytes " + offset + " to " + (offset + length) + " are not within " + size);
    }
  }

  /** Whether the block is the whole object. */
  public boolean isWhole() {
    return offset == 0 && length == size;
  }

  /** This as one line of UTF-8: the path comes last and may hold anything. */
  public byte[] toBytes() {
    return String.join(
            "\t",
            FORMAT,
            store,
            Long.toString(size),
            Long.toHexString(version.identity()),
            Long.toHexString(version.stamp()),
            Long.toString(offset),
            Long.toString(length),
            object.toString())
        .getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Reads what {@link #toBytes} wrote.
   *
   * @throws IllegalArgumentException if it is anything else
   */
  public static LinkedBlock parse(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    String[] fields = text.split("\t", FIELDS);
    if (fields.length != FIELDS || !fields[0].equals(FORMAT)) {
      throw new IllegalArgumentException("not the description of a linked block: " + excerpt(text));
    }
    StoreObject.Version version =
        new StoreObject.Version(
            Long.parseUnsignedLong(fields[3], 16), Long.parseUnsignedLong(fields[4], 16));
    return new LinkedBlock(
        fields[1],
        StorePath.of(fields[7]),
        Long.parseLong(fields[2]),
        version,
        Long.parseLong(fields[5]),
        Long.parseLong(fields[6]));
  }

  /** Returns the beginning of a text that may be anything, as plain text. */
  static String excerpt(String text) {
    String start = text.length() <= MAX_EXCERPT ? text : text.substring(0, MAX_EXCERPT) + "...";
    return PlainText.of(start, '?');
  }
}
