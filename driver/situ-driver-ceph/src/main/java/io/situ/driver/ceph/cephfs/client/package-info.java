// SPDX-License-Identifier: Apache-2.0
/**
 * Ceph's library libcephfs: sessions of this process, and the files, directories and inodes that
 * are held in them. No other package calls the library. Sees {@code layout}, {@code cluster} and
 * {@code nativelib}.
 */
package io.situ.driver.ceph.cephfs.client;
