// SPDX-License-Identifier: Apache-2.0
/**
 * Steps for many inputs at once, a few batches under way, pauses between attempts. Sees no other
 * package of the module.
 */
package io.situ.hdfs.parallel;
