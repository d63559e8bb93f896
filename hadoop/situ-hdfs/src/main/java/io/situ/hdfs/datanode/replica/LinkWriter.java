// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode.replica;

import io.situ.hdfs.link.LinkMetadata;
import io.situ.hdfs.link.LinkSources;
import io.situ.hdfs.link.LinkedBlock;
import io.situ.hdfs.link.LinkedBlockStream;
import io.situ.storage.ReadHandle;
import io.situ.storage.StoreException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;

/** Writes the checksum files of linked blocks. Thread-safe. */
public record LinkWriter(LinkSources sources) {

  /**
   * Writes all checksums, or a file of their length, as the mark says. The object is opened in any
   * case: one that cannot be read here is not to be linked. Nothing is fetched from an archive for
   * it: of what is only there, no more than a file that needs none of its bytes is written.
   *
   * @throws io.situ.hdfs.link.LinkBrokenException if the object was changed meanwhile
   * @throws StoreException {@code AWAY} if bytes are needed that are only in an archive
   * @throws IOException naming the object and where they cannot be written
   */
  public void write(Path sums, LinkMetadata mark) throws IOException {
    boolean reads = mark.summed() || !BlockChecksums.isEven(mark.block().length());
    ReadHandle object = reads ? sources.openHere(mark) : sources.open(mark);
    try (InputStream bytes = new LinkedBlockStream(mark.block(), object, 0)) {
      write(sums, mark, object, bytes);
    }
    if (reads) {
      sources.check(mark);
    }
  }

  private static void write(Path sums, LinkMetadata mark, ReadHandle object, InputStream bytes)
      throws IOException {
    LinkedBlock block = mark.block();
    try {
      if (mark.summed()) {
        BlockChecksums.write(sums, bytes, block.length());
      } else {
        BlockChecksums.writeLast(sums, object, block);
      }
    } catch (StoreException e) {
      throw e;
    } catch (IOException e) {
      throw new IOException(
          "the checksums of '"
              + block.object()
              + "' cannot be written to '"
              + sums.getParent()
              + "': "
              + e.getMessage(),
          e);
    }
  }
}
