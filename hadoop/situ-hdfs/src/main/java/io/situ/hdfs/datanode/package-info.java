// SPDX-License-Identifier: Apache-2.0
/**
 * What a DataNode loads: the plug-in and the factory of its dataset, which configuration names,
 * and linking on a host whose DataNode is stopped. Sees its subpackages, {@code link} and {@code
 * wire}.
 */
package io.situ.hdfs.datanode;
