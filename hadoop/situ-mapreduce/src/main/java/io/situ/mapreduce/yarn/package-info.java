// SPDX-License-Identifier: Apache-2.0
/**
 * Whether jobs run on YARN, and what it says about a job: whether it runs, which tasks failed, and
 * whether a submission that failed was accepted; about its nodes; and whether it answers at all.
 * Sees no other package of this module.
 */
package io.situ.mapreduce.yarn;
