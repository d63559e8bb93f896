// SPDX-License-Identifier: Apache-2.0
/**
 * The DataNodes as a client has them: which are alive, how connections to them are made, and how
 * they are asked to link blocks. Sees {@code wire} and {@code parallel}.
 */
package io.situ.hdfs.client;
