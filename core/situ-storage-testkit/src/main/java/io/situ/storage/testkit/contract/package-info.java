// SPDX-License-Identifier: Apache-2.0
/**
 * The tests that each driver passes, {@link io.situ.storage.testkit.contract.StoreContract} first.
 * Sees {@code memory}, whose store is the model.
 */
package io.situ.storage.testkit.contract;
