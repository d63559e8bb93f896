// SPDX-License-Identifier: Apache-2.0
/**
 * Walks of a store in order of paths, with directories that are listed ahead and sorted, on disk
 * where they are large. Sees the root package, {@code datafile} and {@code manifest}.
 */
package io.situ.inventory.walk;
