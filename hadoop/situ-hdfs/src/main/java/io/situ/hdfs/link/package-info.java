// SPDX-License-Identifier: Apache-2.0
/**
 * What a linked block is made of, how a DataNode notes it, and how its object is opened and
 * compared. Client and DataNode both use it. Sees stores, and no other package of the module.
 */
package io.situ.hdfs.link;
