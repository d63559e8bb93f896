// SPDX-License-Identifier: Apache-2.0
/**
 * A bucket of Ceph's object gateway RGW as a store: listed and read by S3, or read from the OSDs,
 * with the places of its objects. Sees {@code s3}, {@code rados} and {@code cluster};
 * none of them sees this one.
 */
package io.situ.driver.ceph.rgw;
