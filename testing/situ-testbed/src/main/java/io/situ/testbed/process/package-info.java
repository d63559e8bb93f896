// SPDX-License-Identifier: Apache-2.0
/**
 * Processes of this machine and of the hosts: commands and their results, records of processes that
 * are to be ended, waits for a condition. Sees no other package of this module.
 */
package io.situ.testbed.process;
