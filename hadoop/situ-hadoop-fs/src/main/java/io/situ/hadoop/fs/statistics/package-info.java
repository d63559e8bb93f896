// SPDX-License-Identifier: Apache-2.0
/**
 * Bytes by their distance from this host, as Hadoop's statistics and metrics. Sees {@code config}.
 */
package io.situ.hadoop.fs.statistics;
