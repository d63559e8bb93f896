// SPDX-License-Identifier: Apache-2.0
/**
 * Inventories of a store as they are read: {@link io.situ.inventory.Inventory}, its snapshots and
 * their rows, the paths of its files and the lock of who writes it. Sees {@code datafile} and
 * {@code manifest}.
 */
package io.situ.inventory;
