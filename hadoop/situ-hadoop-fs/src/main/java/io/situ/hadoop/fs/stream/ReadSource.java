// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.stream;

import io.situ.hadoop.fs.statistics.LocalityTracker;
import io.situ.storage.ReadHandle;

/**
 * What a stream reads.
 *
 * @param name the file as its reader names it, for messages
 * @param policy how it is going to be read
 * @param handle the open file; the stream closes it
 * @param placement which hosts hold which bytes, for counting
 */
public record ReadSource(
    String name,
    ReadHandle.Policy policy,
    ReadHandle handle,
    LocalityTracker.Placement placement) {}
