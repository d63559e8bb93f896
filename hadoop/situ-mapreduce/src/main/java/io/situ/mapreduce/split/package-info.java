// SPDX-License-Identifier: Apache-2.0
/**
 * The splits of a submitted job as its input format made them: read, cut where hosts change,
 * placed and given the versions of their files. Sees {@code placement}.
 */
package io.situ.mapreduce.split;
