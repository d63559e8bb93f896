// SPDX-License-Identifier: Apache-2.0
/**
 * A client of S3: signed requests, answers, and how keys of objects are paths of a store. Sees no
 * other package of this driver.
 */
package io.situ.driver.ceph.rgw.s3;
