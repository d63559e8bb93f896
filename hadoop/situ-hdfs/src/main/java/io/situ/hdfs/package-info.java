// SPDX-License-Identifier: Apache-2.0
/**
 * The configuration keys of what is attached to HDFS. Sees no other package of the module.
 */
package io.situ.hdfs;
