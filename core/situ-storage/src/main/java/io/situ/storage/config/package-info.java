// SPDX-License-Identifier: Apache-2.0
/**
 * What a user says of one store, and the typed keys that drivers understand. Sees the root package
 * and {@code diagnostics}.
 */
package io.situ.storage.config;
