// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.stream;

import io.situ.hadoop.fs.statistics.LocalHost;
import io.situ.hadoop.fs.statistics.SituStatistics;
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
public record StreamContext(
    Optional<FileSystem.Statistics> statistics,
    SituStatistics totals,
    LocalHost here,
    int readAhead,
    int writeBuffer) {}
