// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.attach;

import io.situ.hdfs.source.AttachedTree;
import java.util.Optional;

/**
 * What is attached at a directory and how it is served.
 *
 * @param tree what the directory says of itself; empty if it is a part of an attached directory, or
 *     something attached was moved into it
 * @param files attached files
 * @param ordinary files of HDFS's own, those that were attached and then written to included
 * @param bytes of the attached files
 * @param blocks of the attached files
 * @param served how the blocks are served
 */
public record AttachStatus(
    Optional<AttachedTree> tree,
    long files,
    long ordinary,
    long bytes,
    long blocks,
    Served served) {

  /**
   * How blocks are served.
   *
   * @param nowhere blocks that no DataNode serves
   * @param fewer blocks that fewer DataNodes serve than are alive and hold the bytes
   * @param placed blocks with known placement
   * @param local of those, the ones that exactly these serve
   * @param unknown why the store could not be asked, empty if it could
   */
  public record Served(long nowhere, long fewer, long placed, long local, String unknown) {}
}
