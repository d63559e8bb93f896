// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.datafile;

import io.situ.inventory.footer.RowGroup;
import io.situ.inventory.manifest.Manifest;
import io.situ.storage.Extent;
import io.situ.storage.StoreObject;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * One object as a snapshot remembers it. Immutable and thread-safe.
 *
 * <p>The access time is not kept: {@code object().attributes().accessedNanos()} repeats the
 * modification time.
 */
public final class Row {

  private final StoreObject object;
  private final long blockId;
  private final int[] chunks;
  private final List<RowGroup> rowGroups;

  /**
   * @param blockId 0 for none
   * @param chunks CRC32C of each chunk in order, empty for none; not copied
   */
  public Row(StoreObject object, long blockId, int[] chunks) {
    this(object, blockId, chunks, List.of());
  }

  /**
   * @param blockId 0 for none
   * @param chunks CRC32C of each chunk in order, empty for none; not copied
   * @param rowGroups as the file's footer lists them, empty for none
   */
  public Row(StoreObject object, long blockId, int[] chunks, List<RowGroup> rowGroups) {
    this.object = Objects.requireNonNull(object, "object");
    this.blockId = blockId;
    this.chunks = Objects.requireNonNull(chunks, "chunks");
    this.rowGroups = List.copyOf(rowGroups);
  }

  /** Returns the same with another number in its block name. */
  public Row withBlockId(long number) {
    return new Row(object, number, chunks, rowGroups);
  }

  /** The object with its extents, as the store described it. */
  public StoreObject object() {
    return object;
  }

  /**
   * Which hosts hold the bytes of {@code now}, which has the same path, as far as this reports.
   *
   * @return empty if it is another version than the one remembered, or no one was known to hold it
   */
  public Optional<List<Extent>> extentsOf(StoreObject now) {
    return Optional.of(object)
        .filter(known -> known.version().equals(now.version()))
        .map(StoreObject::extents)
        .filter(extents -> !extents.isEmpty());
  }

  /** The number in the pre-calculated block name; empty for what is not a file. */
  public OptionalLong blockId() {
    return blockId == 0 ? OptionalLong.empty() : OptionalLong.of(blockId);
  }

  /** The pre-calculated block name, such as {@code blk_4611686018427387905}. */
  public Optional<String> blockName() {
    return blockId == 0 ? Optional.empty() : Optional.of("blk_" + blockId);
  }

  /**
   * Returns the row groups of a Parquet file or the stripes of an ORC file, in the order of their
   * bytes; none where the scan read no footers, where it could not read this one, and where the
   * file has none.
   */
  public List<RowGroup> rowGroups() {
    return rowGroups;
  }

  /** Returns how many ranges of columns the row groups have in all. */
  public int columnRanges() {
    int count = 0;
    for (RowGroup group : rowGroups) {
      count += group.columns().size();
    }
    return count;
  }

  /**
   * The CRC32C of each chunk of {@link Manifest#checksumChunk()} bytes in order, the last one of
   * what is left; empty where the scan took none or the file changed under it. A file without bytes
   * has no chunks.
   */
  public int[] chunkCrcs() {
    return chunks.clone();
  }

  /**
   * The CRC32C of the whole file, combined from its chunks; empty where there are none.
   *
   * @param chunkSize {@link Manifest#checksumChunk()} of the row's snapshot, more than 0
   */
  public OptionalInt crc32c(int chunkSize) {
    long size = object.size();
    if (!object.isFile() || chunks.length != Crc32cCombiner.chunks(size, chunkSize)) {
      return OptionalInt.empty();
    }
    if (chunks.length == 0) {
      return OptionalInt.of(0);
    }
    return OptionalInt.of(Crc32cCombiner.combineChunks(chunks, chunkSize, size));
  }

  public long blockIdOrZero() {
    return blockId;
  }

  public int[] chunksNoCopy() {
    return chunks;
  }

  @Override
  public String toString() {
    return SortKeys.of(object);
  }
}
