// SPDX-License-Identifier: Apache-2.0
/**
 * Whether the splits of a job may be grouped or cut, with the reason. Sees {@code split} and
 * {@code bytecode}.
 */
package io.situ.mapreduce.policy;
