// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.shuffle.output;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Consecutive partitions of one map's output, as its index has them, cut into pieces that are read
 * at once.
 *
 * @param output that they are in
 * @param partitions in their order
 * @param pieces that they are made of, in the order of their bytes
 * @param first bytes of the first piece; empty if there is none
 */
public record PartitionRange(
    MapOutputId output, List<Partition> partitions, List<ChecksummedRange> pieces, byte[] first) {

  /**
   * Reads where the partitions are, and the first piece.
   *
   * @throws BadShuffleOutputException if the file cannot be read, or is not what was written
   */
  public static PartitionRange load(OpenOutputs files, MapOutputId output, int first, int last)
      throws BadShuffleOutputException {
    return files.read(output, file -> load(file, output, first, last));
  }

  private static PartitionRange load(OpenOutput file, MapOutputId output, int first, int last)
      throws IOException {
    List<Partition> partitions = file.partitions(first, last);
    List<ChecksummedRange> pieces = new ArrayList<>();
    ChecksummedRange.Builder small = new ChecksummedRange.Builder();
    for (Partition partition : partitions) {
      if (!partition.isOneChunk() || !small.fits(partition.length())) {
        small.addTo(pieces);
        small = new ChecksummedRange.Builder();
      }
      if (partition.isOneChunk()) {
        small.add(partition.offset(), (int) partition.length(), partition.checksum());
      } else {
        addChunks(file, output, partition, pieces);
      }
    }
    small.addTo(pieces);
    byte[] bytes = pieces.isEmpty() ? new byte[0] : pieces.get(0).read(file, output);
    return new PartitionRange(output, partitions, List.copyOf(pieces), bytes);
  }

  private static void addChunks(
      OpenOutput file, MapOutputId output, Partition partition, List<ChecksummedRange> pieces)
      throws IOException {
    byte[] list =
        file.read(
            ShuffleFileIndex.chunkPosition(output, partition), partition.chunks() * Integer.BYTES);
    if (ChecksummedRange.checksum(list, 0, list.length) != partition.checksum()) {
      throw BadShuffleOutputException.damaged(
          output, "the checksums of partition " + partition.number() + " do not have theirs");
    }
    ByteBuffer checksums = ByteBuffer.wrap(list);
    for (long at = partition.offset(); at < partition.end(); at += Partition.CHUNK) {
      ChecksummedRange.Builder chunk = new ChecksummedRange.Builder();
      chunk.add(at, (int) Math.min(Partition.CHUNK, partition.end() - at), checksums.getInt());
      chunk.addTo(pieces);
    }
  }

  /** Returns the bytes of one partition. */
  public long length(int partition) {
    return partitions.get(partition - partitions.get(0).number()).length();
  }

  /**
   * Reads a piece.
   *
   * @throws BadShuffleOutputException if the file cannot be read, or is not what was written
   */
  public byte[] read(OpenOutputs files, int piece) throws BadShuffleOutputException {
    return files.read(output, file -> pieces.get(piece).read(file, output));
  }
}
