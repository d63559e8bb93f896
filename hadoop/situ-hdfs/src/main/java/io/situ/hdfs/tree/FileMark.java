// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.tree;

import io.situ.hdfs.link.LinkedBlock;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;

/**
 * What an attached file says of itself, as the extended attribute {@code trusted.situ.object},
 * which only the HDFS superuser can see and set. It names the file's inode and blocks, so a copy of
 * it on another file, or on the same file after a write, is none.
 *
 * @param object the whole object
 * @param inode number of the file
 * @param blocks digest of the numbers, generation stamps and lengths of the file's blocks
 */
public record FileMark(LinkedBlock object, long inode, String blocks) {

  public static final String ATTRIBUTE = "trusted.situ.object";

  /** Where files said what they were made of before; any user who may write a file sets it. */
  static final String OLD_ATTRIBUTE = "user.situ.object";

  private static final String FORMAT = "2";
  private static final int FIELDS = 4;
  private static final int DIGEST_BYTES = 16;

  /** The mark of a file whose blocks are linked. */
  public static FileMark of(LinkedBlock object, long inode, List<ExtendedBlock> blocks) {
    return new FileMark(object, inode, digest(blocks));
  }

  private static String digest(List<ExtendedBlock> blocks) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      ByteBuffer numbers = ByteBuffer.allocate(3 * Long.BYTES);
      for (ExtendedBlock block : blocks) {
        numbers
            .clear()
            .putLong(block.getBlockId())
            .putLong(block.getGenerationStamp())
            .putLong(block.getNumBytes())
            .flip();
        digest.update(numbers);
      }
      return HexFormat.of().formatHex(Arrays.copyOf(digest.digest(), DIGEST_BYTES));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /** Whether this is the mark of that file with just the blocks that it has. */
  boolean isOf(HdfsLocatedFileStatus file) {
    return inode == file.getFileId() && isOfBlocks(file.getLocatedBlocks().getLocatedBlocks());
  }

  /** Whether a file of just these blocks was made of the object. */
  boolean isOfBlocks(List<LocatedBlock> all) {
    return blocks.equals(digest(all.stream().map(LocatedBlock::getBlock).toList()));
  }

  public byte[] toBytes() {
    String text = new String(object.toBytes(), StandardCharsets.UTF_8);
    return String.join("\t", FORMAT, Long.toString(inode), blocks, text)
        .getBytes(StandardCharsets.UTF_8);
  }

  /** Reads what {@link #toBytes} wrote; empty if it is anything else. */
  static Optional<FileMark> parse(byte[] bytes) {
    String[] fields = new String(bytes, StandardCharsets.UTF_8).split("\t", FIELDS);
    if (fields.length != FIELDS || !fields[0].equals(FORMAT)) {
      return Optional.empty();
    }
    Optional<LinkedBlock> object = object(fields[3].getBytes(StandardCharsets.UTF_8));
    try {
      long inode = Long.parseLong(fields[1]);
      return object.map(named -> new FileMark(named, inode, fields[2]));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** Reads what {@link LinkedBlock#toBytes} wrote; empty if it is anything else. */
  static Optional<LinkedBlock> object(byte[] bytes) {
    try {
      return Optional.of(LinkedBlock.parse(bytes));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
