// SPDX-License-Identifier: Apache-2.0
/**
 * Reduces that read what they fetched from memory, and the proof that their code leaves room for
 * it. Sees {@code jobfile} and {@code mapside}.
 */
package io.situ.mapreduce.reduceside;
