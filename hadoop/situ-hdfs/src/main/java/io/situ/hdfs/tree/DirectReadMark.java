// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.tree;

import io.situ.hdfs.link.LinkedBlock;
import io.situ.storage.StoreObject;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;

/**
 * What an attached file says to clients that read its object themselves, as the extended attribute
 * {@code raw.situ.object}. HDFS shows it at the file's path below {@code /.reserved/raw}, to users
 * who may read the file; only the HDFS superuser can set it.
 *
 * @param file what the file was made of
 * @param changed when the object or its attributes changed last, as the store reported before the
 *     file was made, nanoseconds since 1970-01-01T00:00Z
 */
public record DirectReadMark(FileMark file, long changed) {

  public static final String ATTRIBUTE = "raw.situ.object";

  private static final String RAW = "/.reserved/raw";
  private static final String FORMAT = "1";
  private static final int FIELDS = 3;

  /** Returns the path at which HDFS shows the attribute of what is at a path. */
  public static String path(String path) {
    return RAW + path;
  }

  public byte[] toBytes() {
    String text = new String(file.toBytes(), StandardCharsets.UTF_8);
    return String.join("\t", FORMAT, Long.toHexString(changed), text)
        .getBytes(StandardCharsets.UTF_8);
  }

  /** Reads what {@link #toBytes} wrote; empty if it is anything else. */
  public static Optional<DirectReadMark> parse(byte[] bytes) {
    String[] fields = new String(bytes, StandardCharsets.UTF_8).split("\t", FIELDS);
    if (fields.length != FIELDS || !fields[0].equals(FORMAT)) {
      return Optional.empty();
    }
    try {
      long changed = Long.parseUnsignedLong(fields[1], 16);
      return FileMark.parse(fields[2].getBytes(StandardCharsets.UTF_8))
          .map(file -> new DirectReadMark(file, changed));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** Whether a file that has just these blocks was made of the whole object, and is as long. */
  public boolean isOf(List<LocatedBlock> blocks) {
    return !blocks.isEmpty()
        && file.isOfBlocks(blocks)
        && object().isWhole()
        && object().size() == blocks.stream().mapToLong(LocatedBlock::getBlockSize).sum();
  }

  public LinkedBlock object() {
    return file.object();
  }

  /** Whether the object is as it was, its attributes included. */
  public boolean isOf(StoreObject now) {
    return now.isFile()
        && now.size() == object().size()
        && now.version().equals(object().version())
        && now.attributes().changedNanos() == changed;
  }
}
