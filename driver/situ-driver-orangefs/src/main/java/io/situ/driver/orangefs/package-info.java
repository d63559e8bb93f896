// SPDX-License-Identifier: Apache-2.0
/**
 * The driver for OrangeFS: placement from the distributions of files over servers. May use {@code
 * io.situ.storage} and {@code io.situ.storage.mounted}, and no other driver.
 */
package io.situ.driver.orangefs;
