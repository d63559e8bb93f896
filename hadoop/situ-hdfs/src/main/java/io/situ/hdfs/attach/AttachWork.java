// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.attach;

/**
 * One attach or repair while it runs. Thread-safe.
 *
 * @param staging where files are made
 * @param nodes the DataNodes that live
 */
record AttachWork(
    AttachSession session,
    Staging staging,
    DataNodes nodes,
    AttachCounters tally,
    SkippedObjectLog leftOut) {}
