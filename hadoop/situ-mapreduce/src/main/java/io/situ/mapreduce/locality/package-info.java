// SPDX-License-Identifier: Apache-2.0
/**
 * The requests of an application master for containers, edited so that map tasks run on the hosts
 * of their bytes, or on hosts that are idle. Sees {@code cost} and {@code rpc}.
 */
package io.situ.mapreduce.locality;
