// SPDX-License-Identifier: Apache-2.0
/**
 * How bytes of files are cut into objects, how new files are laid out, and which hosts hold the
 * objects. Sees {@code cluster}.
 */
package io.situ.driver.ceph.cephfs.layout;
