// SPDX-License-Identifier: Apache-2.0
/**
 * What YARN says about a job: whether it runs, which tasks failed, and whether a submission that
 * failed was accepted; and about its nodes. Sees no other package of this module.
 */
package io.situ.mapreduce.yarn;
