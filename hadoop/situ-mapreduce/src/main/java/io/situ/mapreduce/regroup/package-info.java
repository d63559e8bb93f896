// SPDX-License-Identifier: Apache-2.0
/**
 * Map tasks made of several splits whose bytes lie on one host: how the splits of a submitted job
 * are rewritten, and the classes by which its tasks read them. The names of these classes are in
 * the configuration of jobs. Sees {@code split}, {@code policy}, {@code placement}, {@code cost},
 * {@code locality}, {@code launch} and {@code jobfile}.
 */
package io.situ.mapreduce.regroup;
