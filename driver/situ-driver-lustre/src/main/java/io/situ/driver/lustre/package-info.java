// SPDX-License-Identifier: Apache-2.0
/**
 * The driver for Lustre: placement from the layouts of files, and the change feed from the
 * changelogs of metadata targets. May use {@code io.situ.storage} and {@code
 * io.situ.storage.mounted}, and no other driver.
 */
package io.situ.driver.lustre;
