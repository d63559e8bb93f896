// SPDX-License-Identifier: Apache-2.0
/**
 * What CephFS and RGW share of reading by Ceph's own libraries: memory for them, reads into
 * buffers, and a read handle that goes back to the mount or the gateway where the library refuses.
 * Sees no other package of this driver.
 */
package io.situ.driver.ceph.nativelib;
