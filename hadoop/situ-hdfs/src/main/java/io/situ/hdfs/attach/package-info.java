// SPDX-License-Identifier: Apache-2.0
/**
 * Attaching objects of a store to HDFS, and what is done with attached files later: updates,
 * repairs, verification, status, detaching. {@code HdfsAttachService} is the entry point. Sees the
 * packages of the client and no {@code image}, {@code offline} or {@code datanode}.
 */
package io.situ.hdfs.attach;
