// SPDX-License-Identifier: Apache-2.0
/**
 * What runs before and after methods of the DataNode's dataset where a block is linked: reads,
 * writes, volumes and replicas. Sees {@code replica} and {@code link}.
 */
package io.situ.hdfs.datanode.intercept;
