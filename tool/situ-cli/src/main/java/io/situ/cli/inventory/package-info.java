// SPDX-License-Identifier: Apache-2.0
/**
 * The commands that make, renew and compare inventories: {@code scan}, {@code refresh} and {@code
 * diff}. Sees {@code context} and {@code console}.
 */
package io.situ.cli.inventory;
