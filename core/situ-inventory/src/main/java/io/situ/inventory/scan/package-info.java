// SPDX-License-Identifier: Apache-2.0
/**
 * Scans: {@link io.situ.inventory.scan.Scanner} builds a snapshot of what a walk finds, with
 * placements and checksums. Sees the root package, {@code walk}, {@code datafile} and {@code
 * manifest}.
 */
package io.situ.inventory.scan;
