// SPDX-License-Identifier: Apache-2.0
/**
 * Where the row groups of Parquet files and the stripes of ORC files lie, by their footers. Sees
 * the storage interface and nothing of the inventory.
 */
package io.situ.inventory.footer;
