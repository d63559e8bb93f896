// SPDX-License-Identifier: Apache-2.0
/**
 * Faster sort and combine on the map side, and the proof that a job's result stays the same with
 * them. Users name {@code PrefixSorter} and {@code CombiningMapOutput} in configurations. Sees
 * {@code jobfile}.
 */
package io.situ.mapreduce.mapside;
