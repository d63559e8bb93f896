// SPDX-License-Identifier: Apache-2.0
/**
 * The port at which clients ask a DataNode to link blocks: connections, proofs of the secret,
 * limits, and requests carried out. Sees {@code replica}, {@code intercept} and {@code wire}.
 */
package io.situ.hdfs.datanode.endpoint;
