// SPDX-License-Identifier: Apache-2.0
/**
 * The messages and lists by which a client asks DataNodes to link blocks, in all their versions,
 * and the secret that both share. Sees {@code link}.
 */
package io.situ.hdfs.wire;
