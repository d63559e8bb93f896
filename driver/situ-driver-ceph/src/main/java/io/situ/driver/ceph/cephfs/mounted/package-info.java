// SPDX-License-Identifier: Apache-2.0
/**
 * A mounted CephFS of which files and directories may be read past the mount, by libcephfs. Sees
 * {@code client}, {@code layout}, {@code cluster} and {@code nativelib}.
 */
package io.situ.driver.ceph.cephfs.mounted;
