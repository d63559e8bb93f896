// SPDX-License-Identifier: Apache-2.0
/**
 * The driver for any mounted file system: placement from rules or commands that the configuration
 * names, or none. May use {@code io.situ.storage} and {@code io.situ.storage.mounted}, and no
 * other driver.
 */
package io.situ.driver.posix;
