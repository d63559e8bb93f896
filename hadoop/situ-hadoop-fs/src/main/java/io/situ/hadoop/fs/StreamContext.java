package io.situ.hadoop.fs;

import java.util.Optional;
import org.apache.hadoop.fs.FileSystem;

/**
 * What all streams of one file system share.
 *
 * @param statistics where Hadoop counts for this scheme; empty to count there nothing
 * @param totals where this process counts for this store
 * @param here the host distances are measured from
 * @param readAhead the most a stream reads at once on its own account, bytes
 * @param writeBuffer what a stream gathers before it writes, bytes
 */
record StreamContext(
    Optional<FileSystem.Statistics> statistics,
    SituStatistics totals,
    ThisHost here,
    int readAhead,
    int writeBuffer) {

  /** The most a stream reads at once on its own account, bytes. */
  static final String READ_AHEAD_KEY = "fs.situ.read.ahead";

  static final int READ_AHEAD_DEFAULT = 512 << 10;

  /** What a stream gathers before it writes, bytes. */
  static final String WRITE_BUFFER_KEY = "fs.situ.write.buffer";

  static final int WRITE_BUFFER_DEFAULT = 256 << 10;
}
