// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.operation;

import io.situ.hadoop.fs.path.HadoopErrors;
import io.situ.storage.StoreException;
import java.io.IOException;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.statistics.IOStatistics;
import org.apache.hadoop.fs.statistics.StoreStatisticNames;
import org.apache.hadoop.fs.statistics.impl.IOStatisticsBinding;
import org.apache.hadoop.fs.statistics.impl.IOStatisticsStore;

/**
 * Runs the calls of one file system: counts and times each, refuses them all once it is closed, and
 * turns the store's failures into Hadoop's. Thread-safe.
 */
public final class OperationRunner {

  /** The calls that are counted. */
  public enum Op {
    OPEN(StoreStatisticNames.OP_OPEN, false),
    CREATE(StoreStatisticNames.OP_CREATE, true),
    APPEND(StoreStatisticNames.OP_APPEND, true),
    TRUNCATE(StoreStatisticNames.OP_TRUNCATE, true),
    RENAME(StoreStatisticNames.OP_RENAME, true),
    DELETE(StoreStatisticNames.OP_DELETE, true),
    MKDIRS(StoreStatisticNames.OP_MKDIRS, true),
    STATUS(StoreStatisticNames.OP_GET_FILE_STATUS, false),
    LINK_STATUS("op_get_file_link_status", false),
    CREATE_LINK("op_create_symlink", true),
    LIST(StoreStatisticNames.OP_LIST_STATUS, false),
    LIST_LOCATED(StoreStatisticNames.OP_LIST_LOCATED_STATUS, false),
    LOCATIONS("op_get_file_block_locations", false),
    SUMMARY(StoreStatisticNames.OP_GET_CONTENT_SUMMARY, false),
    SPACE(StoreStatisticNames.OP_GET_STATUS, false),
    ACCESS(StoreStatisticNames.OP_ACCESS, false),
    ATTRIBUTES("op_set_attributes", true),
    GET_XATTRS(StoreStatisticNames.OP_XATTR_GET_MAP, false),
    SET_XATTR("op_xattr_set", true),
    GET_ACL("op_get_acl_status", false),
    SET_ACL("op_set_acl", true),
    CHECKSUM(StoreStatisticNames.OP_GET_FILE_CHECKSUM, false);

    private final String name;
    private final boolean changes;

    Op(String name, boolean changes) {
      this.name = name;
      this.changes = changes;
    }
  }

  /** A call to the store. */
  @FunctionalInterface
  public interface Call<T> {
    T run() throws IOException;
  }

  /** A call to the store that answers nothing. */
  @FunctionalInterface
  public interface Action {
    void run() throws IOException;
  }

  private final HadoopErrors errors;
  private final Supplier<FileSystem.Statistics> statistics;
  private final IOStatisticsStore counts =
      IOStatisticsBinding.iostatisticsStore()
          .withDurationTracking(Stream.of(Op.values()).map(op -> op.name).toArray(String[]::new))
          .build();
  private volatile boolean closed;

  /**
   * @param statistics Hadoop's own counters, which may be exchanged after the start
   */
  OperationRunner(HadoopErrors errors, Supplier<FileSystem.Statistics> statistics) {
    this.errors = errors;
    this.statistics = statistics;
  }

  public <T> T run(Op op, Call<T> call) throws IOException {
    return run(op, call, translation(op));
  }

  private Function<StoreException, IOException> translation(Op op) {
    if (op.changes) {
      return errors::forWrite;
    }
    return op == Op.LIST || op == Op.LIST_LOCATED ? errors::listing : errors::forRead;
  }

  void act(Op op, Action action) throws IOException {
    run(
        op,
        () -> {
          action.run();
          return null;
        });
  }

  public <T> T run(Op op, Call<T> call, Function<StoreException, IOException> translation)
      throws IOException {
    if (closed) {
      throw new IOException("Filesystem closed");
    }
    FileSystem.Statistics hadoop = statistics.get();
    if (hadoop != null) {
      if (op.changes) {
        hadoop.incrementWriteOps(1);
      } else {
        hadoop.incrementReadOps(1);
      }
    }
    try {
      return IOStatisticsBinding.trackDuration(counts, op.name, call::run);
    } catch (StoreException e) {
      throw translation.apply(e);
    }
  }

  public IOStatistics counts() {
    return counts;
  }

  void close() {
    closed = true;
  }
}
