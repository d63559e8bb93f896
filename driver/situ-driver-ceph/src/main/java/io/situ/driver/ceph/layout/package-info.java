// SPDX-License-Identifier: Apache-2.0
/**
 * How bytes of files are cut into objects, and how new files are laid out. Sees no other package of
 * this driver.
 */
package io.situ.driver.ceph.layout;
