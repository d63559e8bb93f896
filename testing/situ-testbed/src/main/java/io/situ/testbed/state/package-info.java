// SPDX-License-Identifier: Apache-2.0
/**
 * What a testbed was asked for and what of it is on this machine: options, the recorded state, its
 * directories and its lock. Sees {@code process}.
 */
package io.situ.testbed.state;
