// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.shuffle.output;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.hadoop.fs.FSDataInputStream;

/** One map output's file that is open for reads at given positions. Thread-safe. */
final class OpenOutput {

  /** Indexes up to this many bytes are read once, and kept while the file is open. */
  private static final int MAX_KEPT_INDEX = 32 << 10;

  private final MapOutputId output;
  private final FSDataInputStream in;
  private volatile byte[] index;

  OpenOutput(MapOutputId output, FSDataInputStream in) {
    this.output = output;
    this.in = in;
  }

  /** Returns partitions {@code first} to {@code last}, as the index has them. */
  List<Partition> partitions(int first, int last) throws IOException {
    int from = first * ShuffleFileIndex.ENTRY;
    int length = (last - first + 2) * ShuffleFileIndex.ENTRY;
    ByteBuffer entries =
        ShuffleFileIndex.entriesLength(output) <= MAX_KEPT_INDEX
            ? ByteBuffer.wrap(wholeIndex(), from, length)
            : ByteBuffer.wrap(read(output.length() + from, length));
    return ShuffleFileIndex.decode(output, first, last, entries);
  }

  private byte[] wholeIndex() throws IOException {
    byte[] known = index;
    if (known == null) {
      known = read(output.length(), (int) ShuffleFileIndex.entriesLength(output));
      index = known;
    }
    return known;
  }

  byte[] read(long position, int length) throws IOException {
    byte[] bytes = new byte[length];
    in.readFully(position, bytes, 0, length);
    return bytes;
  }

  void close() throws IOException {
    in.close();
  }
}
