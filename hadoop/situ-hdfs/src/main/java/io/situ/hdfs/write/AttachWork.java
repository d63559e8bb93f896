// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.write;

import io.situ.hdfs.client.DataNodes;
import io.situ.hdfs.source.AttachCounters;
import io.situ.hdfs.source.SkippedObjectLog;
import io.situ.hdfs.tree.Staging;

/**
 * One attach or repair while it runs. Thread-safe.
 *
 * @param staging where files are made
 * @param nodes the DataNodes that live
 */
public record AttachWork(
    AttachSession session,
    Staging staging,
    DataNodes nodes,
    AttachCounters tally,
    SkippedObjectLog leftOut) {}
