// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.datafile;

import io.situ.storage.StoreObject;
import java.util.List;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.PrimitiveConverter;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.apache.parquet.schema.Type;

/**
 * The columns of a data file; {@code docs/format/inventory.md} says what they mean. Those of row
 * groups come last, and are only in files whose scan read footers.
 */
public final class DataFileSchema {

  static final MessageType MESSAGE =
      MessageTypeParser.parseMessageType(
          """
          message situ_inventory {
            required binary path (STRING);
            required binary kind (STRING);
            required int64 size;
            required int64 mtime_ns;
            optional int64 ctime_ns;
            required binary owner (STRING);
            required binary group (STRING);
            required int32 mode;
            required int64 version_identity;
            optional int64 version_stamp;
            optional binary link_target (STRING);
            optional int64 block_id;
            optional binary store_checksum (STRING);
            optional group crc32c (LIST) {
              repeated group list {
                required int32 element (INTEGER(32,false));
              }
            }
            optional group extents (LIST) {
              repeated group list {
                required group element {
                  required int64 offset;
                  required int64 length;
                  optional group replicas (LIST) {
                    repeated group list {
                      required group element {
                        required binary host (STRING);
                        optional binary rack (STRING);
                        required double weight;
                        optional binary path (STRING);
                      }
                    }
                  }
                }
              }
            }
            optional group row_groups (LIST) {
              repeated group list {
                required group element {
                  required int64 offset;
                  required int64 length;
                  optional group columns (LIST) {
                    repeated group list {
                      required group element {
                        required binary column (STRING);
                        required int64 offset;
                        required int64 length;
                      }
                    }
                  }
                }
              }
            }
          }
          """);

  /** What a data file holds whose scan read no footers: all but the last field. */
  private static final MessageType WITHOUT_FOOTERS =
      new MessageType(
          MESSAGE.getName(), MESSAGE.getFields().subList(0, MESSAGE.getFieldCount() - 1));

  /** The columns in the order in which a data file holds them. */
  static final List<ColumnDescriptor> COLUMNS = List.copyOf(MESSAGE.getColumns());

  /** How many of the columns a data file has whose scan read no footers. */
  static final int COLUMNS_WITHOUT_FOOTERS = WITHOUT_FOOTERS.getColumns().size();

  public static final String PATH = "path";
  static final String CRC32C = "crc32c.list.element";
  static final String OFFSET = "extents.list.element.offset";
  static final String LENGTH = "extents.list.element.length";
  static final String REPLICA = "extents.list.element.replicas.list.element.";
  static final String HOST = REPLICA + "host";
  static final String RACK = REPLICA + "rack";
  static final String WEIGHT = REPLICA + "weight";
  static final String REPLICA_PATH = REPLICA + "path";
  static final String GROUP_OFFSET = "row_groups.list.element.offset";
  static final String GROUP_LENGTH = "row_groups.list.element.length";
  private static final String RANGE = "row_groups.list.element.columns.list.element.";
  static final String RANGE_COLUMN = RANGE + "column";
  static final String RANGE_OFFSET = RANGE + "offset";
  static final String RANGE_LENGTH = RANGE + "length";

  /** Columns that hold few different values. */
  static final List<String> DICTIONARIES =
      List.of("kind", "owner", "group", "mode", HOST, RACK, WEIGHT, RANGE_COLUMN);

  private static final List<String> KINDS = List.of("file", "directory", "symlink", "other");

  private DataFileSchema() {}

  /** What stands before an object's path in the path of an ordinary replica. */
  static String base(String storeRoot) {
    int end = storeRoot.length();
    while (end > 0 && storeRoot.charAt(end - 1) == '/') {
      end--;
    }
    return storeRoot.substring(0, end);
  }

  static MessageType message(boolean footers) {
    return footers ? MESSAGE : WITHOUT_FOOTERS;
  }

  static ColumnDescriptor column(String name) {
    return MESSAGE.getColumnDescription(name.split("\\."));
  }

  static Binary kind(StoreObject.Kind kind) {
    return Binary.fromConstantByteArray(SortKeys.bytes(KINDS.get(kind.ordinal())));
  }

  static StoreObject.Kind kind(String text) {
    int index = KINDS.indexOf(text);
    if (index < 0) {
      throw new IllegalArgumentException("no such kind: " + text);
    }
    return StoreObject.Kind.values()[index];
  }

  /** Converters that convert nothing: columns are read without them. */
  static GroupConverter noConverter() {
    return new NoGroup(MESSAGE.getFields());
  }

  private static final class NoGroup extends GroupConverter {
    private final List<Type> fields;

    NoGroup(List<Type> fields) {
      this.fields = fields;
    }

    @Override
    public Converter getConverter(int index) {
      Type field = fields.get(index);
      return field.isPrimitive()
          ? new PrimitiveConverter() {}
          : new NoGroup(field.asGroupType().getFields());
    }

    @Override
    public void start() {}

    @Override
    public void end() {}
  }
}
