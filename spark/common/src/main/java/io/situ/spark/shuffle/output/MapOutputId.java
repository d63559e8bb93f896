// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.shuffle.output;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.zip.CRC32C;
import org.apache.hadoop.fs.Path;

/**
 * Names the output of one attempt of one map task.
 *
 * @param data the directory of the application's shuffles
 * @param shuffle Spark's number of the shuffle
 * @param partitions reduce partitions of the shuffle
 * @param map Spark's number of the attempt, which no other attempt of the application has
 * @param length bytes of all partitions together; -1 while it is written
 */
public record MapOutputId(Path data, int shuffle, int partitions, long map, long length) {

  public MapOutputId {
    Objects.requireNonNull(data, "data");
    if (partitions < 1) {
      throw new IllegalArgumentException("a shuffle with " + partitions + " partitions");
    }
  }

  /** Returns the directory of a shuffle's files. */
  public static Path shuffleDirectory(Path data, int shuffle) {
    return new Path(data, "shuffle-" + shuffle);
  }

  /** Returns the file that holds the output and its index. */
  public Path file() {
    return file(data, shuffle, map);
  }

  /** Returns the file that holds the output of a map's attempt and its index. */
  public static Path file(Path data, int shuffle, long map) {
    return new Path(shuffleDirectory(data, shuffle), "map-" + map);
  }

  /** Returns the same output with its length. */
  public MapOutputId withLength(long bytes) {
    return new MapOutputId(data, shuffle, partitions, map, bytes);
  }

  /** Returns the checksum of an entry of the index, which no other map output's entry passes. */
  int checksum(int partition, long offset, int firstChunk, int checksum) {
    byte[] name = data.getName().getBytes(StandardCharsets.UTF_8);
    ByteBuffer all = ByteBuffer.allocate(name.length + 4 * Integer.BYTES + 3 * Long.BYTES + 4);
    all.put(name).putInt(shuffle).putInt(partitions).putLong(map).putLong(length);
    all.putInt(partition).putLong(offset).putInt(firstChunk).putInt(checksum).flip();
    CRC32C crc = new CRC32C();
    crc.update(all);
    return (int) crc.getValue();
  }
}
