// SPDX-License-Identifier: Apache-2.0
/**
 * The objects of a store that are to be attached: their tree, as a list, as items cut into blocks,
 * as they are now, counted, and those that are left out. Sees {@code link} and stores; of HDFS its
 * names, its failures and a tree's attribute.
 */
package io.situ.hdfs.source;
