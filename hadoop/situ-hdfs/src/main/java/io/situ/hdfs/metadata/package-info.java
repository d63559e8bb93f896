// SPDX-License-Identifier: Apache-2.0
/**
 * Owners, permissions and access lists of the store's objects, as HDFS is to have them. Sees
 * {@code source}, {@code tree} and {@code link}.
 */
package io.situ.hdfs.metadata;
