// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode.intercept;

import io.situ.hdfs.datanode.replica.BlockChecksums;
import io.situ.hdfs.datanode.replica.LinkFiles;
import io.situ.hdfs.link.LinkBrokenException;
import io.situ.hdfs.link.LinkMetadata;
import io.situ.hdfs.link.LinkedBlock;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;

/** A linked block's bytes on the DataNode's own volume, to become an ordinary block. */
final class CopyOnWriteBlock implements Closeable {

  private final LinkFiles files;
  private final LinkFiles.Draft data;
  private final LinkFiles.Draft sums;

  CopyOnWriteBlock(LinkFiles files) throws IOException {
    this.files = files;
    this.data = files.draft();
    this.sums = files.draft();
  }

  /**
   * Copies the bytes and the checksums. These become a new file: the old one may have another hard
   * link, made by an upgrade that may be rolled back, which stays that of a linked block.
   *
   * @throws IOException if the bytes are not all there or do not fit; the block is still linked
   */
  void write(InputStream bytes, LinkMetadata mark) throws IOException {
    LinkedBlock block = mark.block();
    long copied = Files.copy(bytes, data.path());
    if (copied != block.length()) {
      throw new IOException(
          "'" + block.object() + "' gave " + copied + " of " + block.length() + " bytes");
    }
    try (FileChannel channel = FileChannel.open(data.path(), StandardOpenOption.WRITE)) {
      channel.force(true);
    }
    try (InputStream copy = Files.newInputStream(data.path())) {
      BlockChecksums.write(sums.path(), copy, block.length());
    }
    if (mark.summed() && Files.mismatch(sums.path(), files.checksums()) >= 0) {
      throw LinkBrokenException.ofContent(block);
    }
  }

  /**
   * Puts the copy in the placeholder's place, then forgets the object. A crash between the two
   * leaves a linked block, which the next call makes an ordinary one.
   */
  void place() throws IOException {
    data.replace(files.data());
    sums.replace(files.checksums());
  }

  @Override
  public void close() throws IOException {
    try (data) {
      sums.close();
    }
  }
}
