// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.shuffle.output;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * The index that follows the bytes of a map's output in its file.
 *
 * <pre>
 *   entry 0 .. entry N      N partitions and the end, {@value #ENTRY} bytes each, big-endian:
 *     long offset           where the partition begins
 *     int  firstChunk       of partitions with several chunks: position in the list below
 *     int  checksum         CRC-32C of the partition, or of its part of the list below
 *     int  check            CRC-32C of the entry and of the names of the map output
 *   int ...                 CRC-32C of each chunk of partitions with several
 * </pre>
 *
 * <p>An entry can be read and trusted without the others.
 */
final class ShuffleFileIndex {

  static final int ENTRY = Long.BYTES + 3 * Integer.BYTES;

  private ShuffleFileIndex() {}

  /** Returns the bytes that all entries take. */
  static long entriesLength(MapOutputId output) {
    return (output.partitions() + 1L) * ENTRY;
  }

  /** Returns where the checksums of a partition's chunks are in the file. */
  static long chunkPosition(MapOutputId output, Partition partition) {
    return output.length() + entriesLength(output) + (long) Integer.BYTES * partition.firstChunk();
  }

  /**
   * Returns partitions {@code first} to {@code last}.
   *
   * @param entries those of the partitions, and the one that follows
   * @throws BadShuffleOutputException if they are not what was written
   */
  static List<Partition> decode(MapOutputId output, int first, int last, ByteBuffer entries)
      throws BadShuffleOutputException {
    List<Partition> partitions = new ArrayList<>();
    Entry entry = Entry.read(output, first, entries);
    for (int number = first; number <= last; number++) {
      Entry next = Entry.read(output, number + 1, entries);
      long length = next.offset - entry.offset;
      if (length < 0 || next.offset > output.length()) {
        throw BadShuffleOutputException.damaged(output, "its index is not in order");
      }
      partitions.add(new Partition(number, entry.offset, length, entry.firstChunk, entry.checksum));
      entry = next;
    }
    return partitions;
  }

  private record Entry(long offset, int firstChunk, int checksum) {

    static Entry read(MapOutputId output, int number, ByteBuffer from)
        throws BadShuffleOutputException {
      Entry entry = new Entry(from.getLong(), from.getInt(), from.getInt());
      if (from.getInt() != entry.check(output, number)) {
        throw BadShuffleOutputException.damaged(output, "its index does not have its checksum");
      }
      return entry;
    }

    int check(MapOutputId output, int number) {
      return output.checksum(number, offset, firstChunk, checksum);
    }

    void write(MapOutputId output, int number, ByteBuffer to) {
      to.putLong(offset).putInt(firstChunk).putInt(checksum).putInt(check(output, number));
    }
  }

  /** Makes the index of an output from its bytes, in their order. Not thread-safe. */
  static final class Builder {

    private final Entry[] entries;
    private final ByteArrayOutputStream chunks = new ByteArrayOutputStream();
    private final ByteArrayOutputStream chunksOfPartition = new ByteArrayOutputStream();
    private final CRC32C crc = new CRC32C();
    private int inChunk;
    private int partition;
    private long start;
    private long total;

    Builder(int partitions) {
      this.entries = new Entry[partitions + 1];
    }

    /** Ends all partitions before this one, to which the bytes that follow belong. */
    void begin(int next) {
      while (partition < next) {
        end();
      }
    }

    void update(byte[] bytes, int offset, int length) {
      int done = 0;
      while (done < length) {
        if (inChunk == Partition.CHUNK) {
          endChunk();
        }
        int part = Math.min(length - done, Partition.CHUNK - inChunk);
        crc.update(bytes, offset + done, part);
        inChunk += part;
        done += part;
      }
      total += length;
    }

    private void endChunk() {
      chunksOfPartition.writeBytes(intBytes((int) crc.getValue()));
      crc.reset();
      inChunk = 0;
    }

    private void end() {
      int firstChunk = chunks.size() / Integer.BYTES;
      if (chunksOfPartition.size() > 0) {
        endChunk();
        byte[] several = chunksOfPartition.toByteArray();
        chunks.writeBytes(several);
        crc.update(several);
        chunksOfPartition.reset();
      }
      entries[partition++] = new Entry(start, firstChunk, (int) crc.getValue());
      start = total;
      crc.reset();
      inChunk = 0;
    }

    private static byte[] intBytes(int value) {
      return ByteBuffer.allocate(Integer.BYTES).putInt(value).array();
    }

    /** Returns the bytes so far. */
    long length() {
      return total;
    }

    /** Returns the length of each partition, once all have ended. */
    long[] lengths() {
      long[] lengths = new long[entries.length - 1];
      Arrays.setAll(lengths, i -> entries[i + 1].offset - entries[i].offset);
      return lengths;
    }

    /** Ends the last partition and returns the index. */
    byte[] finish(MapOutputId output) {
      begin(entries.length - 1);
      end();
      ByteBuffer index = ByteBuffer.allocate(entries.length * ENTRY + chunks.size());
      for (int number = 0; number < entries.length; number++) {
        entries[number].write(output, number, index);
      }
      return index.put(chunks.toByteArray()).array();
    }
  }
}
