// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.datafile;

import io.situ.storage.Attributes;
import io.situ.storage.Extent;
import io.situ.storage.Replica;
import io.situ.storage.StoreObject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.parquet.column.ColumnWriteStore;
import org.apache.parquet.column.ColumnWriter;
import org.apache.parquet.io.api.Binary;

/** Puts rows into Parquet's columns, value by value. Not thread-safe. */
final class RowEncoder {

  private static final int MAX_WORDS = 1 << 12;

  private final String storeRoot;
  private final ColumnWriter path;
  private final ColumnWriter kind;
  private final ColumnWriter size;
  private final ColumnWriter modified;
  private final ColumnWriter changed;
  private final ColumnWriter owner;
  private final ColumnWriter group;
  private final ColumnWriter mode;
  private final ColumnWriter identity;
  private final ColumnWriter stamp;
  private final ColumnWriter linkTarget;
  private final ColumnWriter blockId;
  private final ColumnWriter storeChecksum;
  private final ColumnWriter crc;
  private final ColumnWriter offset;
  private final ColumnWriter length;
  private final ColumnWriter host;
  private final ColumnWriter rack;
  private final ColumnWriter weight;
  private final ColumnWriter replicaPath;
  private final Optional<RowGroupEncoder> rowGroups;

  private final Binary[] kinds = new Binary[StoreObject.Kind.values().length];
  private final Map<String, Binary> words = new HashMap<>();

  /**
   * @param storeRoot what stands before an object's path in the path of an ordinary replica; such
   *     paths are not written
   * @param footers whether there are columns for row groups
   */
  RowEncoder(ColumnWriteStore columns, String storeRoot, boolean footers) {
    this.storeRoot = DataFileSchema.base(storeRoot);
    path = writer(columns, DataFileSchema.PATH);
    kind = writer(columns, "kind");
    size = writer(columns, "size");
    modified = writer(columns, "mtime_ns");
    changed = writer(columns, "ctime_ns");
    owner = writer(columns, "owner");
    group = writer(columns, "group");
    mode = writer(columns, "mode");
    identity = writer(columns, "version_identity");
    stamp = writer(columns, "version_stamp");
    linkTarget = writer(columns, "link_target");
    blockId = writer(columns, "block_id");
    storeChecksum = writer(columns, "store_checksum");
    crc = writer(columns, DataFileSchema.CRC32C);
    offset = writer(columns, DataFileSchema.OFFSET);
    length = writer(columns, DataFileSchema.LENGTH);
    host = writer(columns, DataFileSchema.HOST);
    rack = writer(columns, DataFileSchema.RACK);
    weight = writer(columns, DataFileSchema.WEIGHT);
    replicaPath = writer(columns, DataFileSchema.REPLICA_PATH);
    rowGroups = footers ? Optional.of(new RowGroupEncoder(columns)) : Optional.empty();
    for (StoreObject.Kind value : StoreObject.Kind.values()) {
      kinds[value.ordinal()] = DataFileSchema.kind(value);
    }
  }

  private static ColumnWriter writer(ColumnWriteStore columns, String name) {
    return columns.getColumnWriter(DataFileSchema.column(name));
  }

  void write(Row row, byte[] key) {
    StoreObject object = row.object();
    path.write(Binary.fromConstantByteArray(key), 0, 0);
    kind.write(kinds[object.kind().ordinal()], 0, 0);
    size.write(object.size(), 0, 0);
    writeAttributes(object);
    writeText(linkTarget, object.linkTarget());
    writeText(storeChecksum, object.checksum());
    writeUnless(0, blockId, row.blockIdOrZero());
    writeChunks(row.chunksNoCopy());
    writeExtents(object);
    rowGroups.ifPresent(encoder -> encoder.write(row.rowGroups()));
  }

  private void writeAttributes(StoreObject object) {
    Attributes attributes = object.attributes();
    modified.write(attributes.modifiedNanos(), 0, 0);
    writeUnless(attributes.modifiedNanos(), changed, attributes.changedNanos());
    owner.write(word(attributes.owner()), 0, 0);
    group.write(word(attributes.group()), 0, 0);
    mode.write(attributes.mode(), 0, 0);
    identity.write(object.version().identity(), 0, 0);
    writeUnless(attributes.modifiedNanos(), stamp, object.version().stamp());
  }

  private static void writeUnless(long usual, ColumnWriter column, long value) {
    if (value == usual) {
      column.writeNull(0, 0);
    } else {
      column.write(value, 0, 1);
    }
  }

  private static void writeText(ColumnWriter column, Optional<String> text) {
    if (text.isPresent()) {
      column.write(Binary.fromConstantByteArray(SortKeys.bytes(text.get())), 0, 1);
    } else {
      column.writeNull(0, 0);
    }
  }

  private void writeChunks(int[] chunks) {
    if (chunks.length == 0) {
      crc.writeNull(0, 0);
    }
    for (int i = 0; i < chunks.length; i++) {
      crc.write(chunks[i], i == 0 ? 0 : 1, 2);
    }
  }

  private void writeExtents(StoreObject object) {
    List<Extent> extents = object.extents();
    if (extents.isEmpty()) {
      offset.writeNull(0, 0);
      length.writeNull(0, 0);
      writeNoReplica(0, 0);
      return;
    }
    String usual = storeRoot + object.path();
    int repetition = 0;
    for (Extent extent : extents) {
      offset.write(extent.offset(), repetition, 2);
      length.write(extent.length(), repetition, 2);
      writeReplicas(extent.replicas(), repetition, usual);
      repetition = 1;
    }
  }

  private void writeReplicas(List<Replica> replicas, int firstRepetition, String usual) {
    if (replicas.isEmpty()) {
      writeNoReplica(firstRepetition, 2);
      return;
    }
    int repetition = firstRepetition;
    for (Replica replica : replicas) {
      host.write(word(replica.host()), repetition, 4);
      if (replica.rack().isPresent()) {
        rack.write(word(replica.rack().get()), repetition, 5);
      } else {
        rack.writeNull(repetition, 4);
      }
      weight.write(replica.weight(), repetition, 4);
      String place = replica.path().orElse("");
      if (place.equals(usual)) {
        replicaPath.writeNull(repetition, 4);
      } else {
        replicaPath.write(Binary.fromConstantByteArray(SortKeys.bytes(place)), repetition, 5);
      }
      repetition = 2;
    }
  }

  private void writeNoReplica(int repetition, int definition) {
    host.writeNull(repetition, definition);
    rack.writeNull(repetition, definition);
    weight.writeNull(repetition, definition);
    replicaPath.writeNull(repetition, definition);
  }

  private Binary word(String text) {
    Binary known = words.get(text);
    if (known != null) {
      return known;
    }
    Binary made = Binary.fromConstantByteArray(SortKeys.bytes(text));
    if (words.size() < MAX_WORDS) {
      words.put(text, made);
    }
    return made;
  }
}
