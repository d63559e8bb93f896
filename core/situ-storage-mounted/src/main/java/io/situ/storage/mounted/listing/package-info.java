// SPDX-License-Identifier: Apache-2.0
/**
 * The entries of one directory, with their status, which several threads read. Sees {@code path}
 * and {@code nativelib}.
 */
package io.situ.storage.mounted.listing;
