// SPDX-License-Identifier: Apache-2.0
/**
 * The data files of a snapshot: rows in order of their paths, as columns in Parquet files, with
 * checksums. Sees {@code manifest}.
 */
package io.situ.inventory.datafile;
