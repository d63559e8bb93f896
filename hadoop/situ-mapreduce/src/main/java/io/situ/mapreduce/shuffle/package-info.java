// SPDX-License-Identifier: Apache-2.0
/**
 * Map output in a directory on a shared store, from which reducers read it. The names of some of
 * these classes are in the configuration of jobs. Sees {@code jobfile}, {@code mapside} and {@code
 * rpc}.
 */
package io.situ.mapreduce.shuffle;
