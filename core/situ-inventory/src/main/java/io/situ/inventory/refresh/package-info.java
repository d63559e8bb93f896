// SPDX-License-Identifier: Apache-2.0
/**
 * Refreshes: {@link io.situ.inventory.refresh.Refresher} makes a snapshot from the one before and
 * what changed since. Sees {@code scan} and all that {@code scan} sees.
 */
package io.situ.inventory.refresh;
