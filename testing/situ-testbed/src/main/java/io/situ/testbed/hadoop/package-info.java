// SPDX-License-Identifier: Apache-2.0
/**
 * Hadoop on the hosts: its configuration, its daemons and the Java they run on. Sees {@code store},
 * {@code host}, {@code state} and {@code process}.
 */
package io.situ.testbed.hadoop;
