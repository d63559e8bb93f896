// SPDX-License-Identifier: Apache-2.0
/**
 * The contract between Situ and a driver: {@link io.situ.storage.Store}, its handles and its
 * values. Sees only {@code acl}.
 */
package io.situ.storage;
