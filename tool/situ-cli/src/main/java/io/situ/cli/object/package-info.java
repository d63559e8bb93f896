// SPDX-License-Identifier: Apache-2.0
/**
 * The commands that look at objects of a store: {@code ls}, {@code stat} and {@code locate}. Sees
 * {@code context} and {@code console}.
 */
package io.situ.cli.object;
