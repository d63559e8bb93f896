// SPDX-License-Identifier: Apache-2.0
/**
 * The names of a stopped NameNode: its newest fsimage, read and written with additions. Sees no
 * other package of the module.
 */
package io.situ.hdfs.image;
