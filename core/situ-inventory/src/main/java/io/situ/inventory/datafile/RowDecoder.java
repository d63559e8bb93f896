// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.datafile;

import io.situ.storage.Attributes;
import io.situ.storage.Extent;
import io.situ.storage.Replica;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.io.api.Binary;

/** Puts rows together from Parquet's columns. Not thread-safe. */
final class RowDecoder {

  private static final int MAX_WORDS = 1 << 12;
  private static final int[] NO_CHUNKS = {};

  private final String storeRoot;
  private final List<ColumnReader> all = new ArrayList<>();
  private final ColumnReader kind;
  private final ColumnReader size;
  private final ColumnReader modified;
  private final ColumnReader changed;
  private final ColumnReader owner;
  private final ColumnReader group;
  private final ColumnReader mode;
  private final ColumnReader identity;
  private final ColumnReader stamp;
  private final ColumnReader linkTarget;
  private final ColumnReader blockId;
  private final ColumnReader storeChecksum;
  private final ColumnReader crc;
  private final ColumnReader offset;
  private final ColumnReader length;
  private final ColumnReader host;
  private final ColumnReader rack;
  private final ColumnReader weight;
  private final ColumnReader replicaPath;
  private final Optional<RowGroupDecoder> rowGroups;
  private final Map<Binary, String> words = new HashMap<>();
  private long next;

  /**
   * For the rows from {@code from} to before {@code to}.
   *
   * @param footers whether row groups are decoded, where there are any
   */
  RowDecoder(DataFile part, long from, long to, boolean footers) {
    DataFileColumns columns = part.columns(from, to);
    storeRoot = DataFileSchema.base(part.storeRoot());
    next = from;
    kind = reader(columns, "kind");
    size = reader(columns, "size");
    modified = reader(columns, "mtime_ns");
    changed = reader(columns, "ctime_ns");
    owner = reader(columns, "owner");
    group = reader(columns, "group");
    mode = reader(columns, "mode");
    identity = reader(columns, "version_identity");
    stamp = reader(columns, "version_stamp");
    linkTarget = reader(columns, "link_target");
    blockId = reader(columns, "block_id");
    storeChecksum = reader(columns, "store_checksum");
    crc = reader(columns, DataFileSchema.CRC32C);
    offset = reader(columns, DataFileSchema.OFFSET);
    length = reader(columns, DataFileSchema.LENGTH);
    host = reader(columns, DataFileSchema.HOST);
    rack = reader(columns, DataFileSchema.RACK);
    weight = reader(columns, DataFileSchema.WEIGHT);
    replicaPath = reader(columns, DataFileSchema.REPLICA_PATH);
    rowGroups =
        footers && part.hasRowGroups()
            ? Optional.of(new RowGroupDecoder(columns))
            : Optional.empty();
    rowGroups.ifPresent(decoder -> all.addAll(decoder.readers()));
  }

  private ColumnReader reader(DataFileColumns columns, String name) {
    ColumnReader reader = columns.reader(name);
    all.add(reader);
    return reader;
  }

  /** The first row not read yet. */
  long next() {
    return next;
  }

  /**
   * The row at {@code index}, counted from 0 in its part; indexes must grow from call to call.
   *
   * @param key its key, already read
   */
  Row read(long index, String key) {
    for (ColumnReader column : all) {
      skip(column, index - next);
    }
    next = index + 1;
    StorePath path = SortKeys.path(key);
    StoreObject.Kind what = DataFileSchema.kind(word(kind));
    long bytes = number(size);
    Attributes attributes = readAttributes();
    StoreObject.Version version =
        new StoreObject.Version(
            number(identity), optionalNumber(stamp, attributes.modifiedNanos()));
    Optional<String> target = optionalText(linkTarget);
    long block = optionalNumber(blockId, 0);
    Optional<String> checksum = optionalText(storeChecksum);
    int[] chunks = readChunks();
    List<Extent> extents = readExtents(path);
    return new Row(
        new StoreObject(path, what, bytes, attributes, version, target, extents, checksum),
        block,
        chunks,
        rowGroups.map(RowGroupDecoder::read).orElse(List.of()));
  }

  private static void skip(ColumnReader column, long rows) {
    int top = column.getDescriptor().getMaxDefinitionLevel();
    for (long i = 0; i < rows; i++) {
      do {
        if (column.getCurrentDefinitionLevel() == top) {
          column.skip();
        }
        column.consume();
      } while (column.getCurrentRepetitionLevel() > 0);
    }
  }

  private Attributes readAttributes() {
    long nanos = number(modified);
    long touched = optionalNumber(changed, nanos);
    String user = word(owner);
    String team = word(group);
    int bits = mode.getInteger();
    mode.consume();
    return new Attributes(user, team, bits, nanos, nanos, touched);
  }

  private static long number(ColumnReader column) {
    long value = column.getLong();
    column.consume();
    return value;
  }

  private static long optionalNumber(ColumnReader column, long absent) {
    long value = column.getCurrentDefinitionLevel() == 0 ? absent : column.getLong();
    column.consume();
    return value;
  }

  private static Optional<String> optionalText(ColumnReader column) {
    Optional<String> text =
        column.getCurrentDefinitionLevel() == 0
            ? Optional.empty()
            : Optional.of(column.getBinary().toStringUsingUTF8());
    column.consume();
    return text;
  }

  /** A text that many rows share. */
  private String word(ColumnReader column) {
    Binary binary = column.getBinary();
    column.consume();
    String known = words.get(binary);
    if (known != null) {
      return known;
    }
    String made = binary.toStringUsingUTF8();
    if (words.size() < MAX_WORDS) {
      words.put(binary.copy(), made);
    }
    return made;
  }

  private int[] readChunks() {
    if (crc.getCurrentDefinitionLevel() < 2) {
      crc.consume();
      return NO_CHUNKS;
    }
    int[] chunks = new int[1];
    int count = 0;
    do {
      if (count == chunks.length) {
        chunks = Arrays.copyOf(chunks, count * 2);
      }
      chunks[count++] = crc.getInteger();
      crc.consume();
    } while (crc.getCurrentRepetitionLevel() > 0);
    return Arrays.copyOf(chunks, count);
  }

  private List<Extent> readExtents(StorePath path) {
    if (offset.getCurrentDefinitionLevel() < 2) {
      offset.consume();
      length.consume();
      consumeReplica();
      return List.of();
    }
    String usual = storeRoot + path;
    List<Extent> extents = new ArrayList<>(1);
    do {
      long from = number(offset);
      long count = number(length);
      extents.add(new Extent(from, count, readReplicas(usual)));
    } while (offset.getCurrentRepetitionLevel() > 0);
    return extents;
  }

  private List<Replica> readReplicas(String usual) {
    if (host.getCurrentDefinitionLevel() < 4) {
      consumeReplica();
      return List.of();
    }
    List<Replica> replicas = new ArrayList<>(3);
    do {
      replicas.add(readReplica(usual));
    } while (host.getCurrentRepetitionLevel() == 2);
    return replicas;
  }

  private Replica readReplica(String usual) {
    Optional<String> where =
        rack.getCurrentDefinitionLevel() == 5 ? Optional.of(word(rack)) : skipped(rack);
    double share = weight.getDouble();
    weight.consume();
    String place = usual;
    if (replicaPath.getCurrentDefinitionLevel() == 5) {
      place = replicaPath.getBinary().toStringUsingUTF8();
    }
    replicaPath.consume();
    return new Replica(
        word(host), where, share, place.isEmpty() ? Optional.empty() : Optional.of(place));
  }

  private static Optional<String> skipped(ColumnReader column) {
    column.consume();
    return Optional.empty();
  }

  private void consumeReplica() {
    host.consume();
    rack.consume();
    weight.consume();
    replicaPath.consume();
  }
}
