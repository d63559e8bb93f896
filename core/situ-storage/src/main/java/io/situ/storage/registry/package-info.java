// SPDX-License-Identifier: Apache-2.0
/**
 * Finds the driver of a path and opens its store; the store behind {@code situ:///}. Sees all other
 * packages of this module.
 */
package io.situ.storage.registry;
