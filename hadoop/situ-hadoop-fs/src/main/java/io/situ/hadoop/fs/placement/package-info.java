// SPDX-License-Identifier: Apache-2.0
/**
 * Block locations, from the store and from inventories. Sees {@code config} and {@code
 * statistics}.
 */
package io.situ.hadoop.fs.placement;
