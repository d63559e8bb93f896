// SPDX-License-Identifier: Apache-2.0
/** Base classes of stores that stand before another store. Sees the root package. */
package io.situ.storage.forward;
