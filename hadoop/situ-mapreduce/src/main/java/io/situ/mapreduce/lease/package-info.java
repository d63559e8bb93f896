// SPDX-License-Identifier: Apache-2.0
/**
 * Leases of output directories: of several jobs that are given the same one, one wins. Also the
 * rule for what a job without success leaves there. Sees no other package of this module.
 */
package io.situ.mapreduce.lease;
