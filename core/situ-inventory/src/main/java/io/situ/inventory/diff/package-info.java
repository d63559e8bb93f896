// SPDX-License-Identifier: Apache-2.0
/**
 * Differences of two snapshots, {@link io.situ.inventory.diff.Diff}. Sees the root package, {@code
 * scan}, {@code datafile} and {@code manifest}.
 */
package io.situ.inventory.diff;
