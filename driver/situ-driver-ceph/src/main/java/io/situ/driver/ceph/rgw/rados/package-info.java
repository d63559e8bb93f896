// SPDX-License-Identifier: Apache-2.0
/**
 * The objects of RADOS that RGW keeps an object of S3 in: their names, manifests, and reading them
 * by librados, here or in a process of its own. Sees {@code cluster} and {@code nativelib}.
 */
package io.situ.driver.ceph.rgw.rados;
