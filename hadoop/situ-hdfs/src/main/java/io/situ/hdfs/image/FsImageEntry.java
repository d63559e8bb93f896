// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.image;

import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.permission.AclEntry;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * What is said of a new file or directory.
 *
 * @param modified milliseconds since 1970-01-01T00:00Z
 * @param list entries of its access list that the mode does not hold
 * @param attributes extended ones, by their names
 */
public record FsImageEntry(
    long modified,
    String owner,
    String group,
    FsPermission mode,
    List<AclEntry> list,
    Map<String, byte[]> attributes) {

  public FsImageEntry {
    list = List.copyOf(list);
    attributes = Map.copyOf(attributes);
  }

  /**
   * What is in a new file.
   *
   * @param replicas of each block
   * @param blockSize what jobs take as the block size, bytes
   * @param policy number of the storage policy
   */
  public record Content(int replicas, long blockSize, int policy, List<Block> blocks) {

    public Content {
      blocks = List.copyOf(blocks);
    }
  }

  /**
   * A block of a new file.
   *
   * @param length bytes
   */
  public record Block(long id, long length) {}
}
