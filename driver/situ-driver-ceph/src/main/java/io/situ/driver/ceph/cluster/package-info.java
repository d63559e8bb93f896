// SPDX-License-Identifier: Apache-2.0
/**
 * What CephFS and RGW share of a cluster: how it is reached, its map of placement groups, and the
 * hash by which objects fall into them. Sees no other package of this driver.
 */
package io.situ.driver.ceph.cluster;
