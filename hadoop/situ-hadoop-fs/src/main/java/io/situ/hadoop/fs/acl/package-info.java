// SPDX-License-Identifier: Apache-2.0
/**
 * Access control lists by the rules of HDFS, and access checks. Sees no other package of this
 * module.
 */
package io.situ.hadoop.fs.acl;
