// SPDX-License-Identifier: Apache-2.0
/**
 * The driver for GlusterFS: placement from what the mount reports, reads from bricks of this host,
 * and the change feed from marks of bricks. May use {@code io.situ.storage} and {@code
 * io.situ.storage.mounted}, and no other driver.
 */
package io.situ.driver.gluster;
