// SPDX-License-Identifier: Apache-2.0
/**
 * The file system for {@code hdfs://} that reads attached files straight from their stores. Sees
 * what files say of themselves and the stores, nothing of DataNodes.
 */
package io.situ.hdfs.direct;
