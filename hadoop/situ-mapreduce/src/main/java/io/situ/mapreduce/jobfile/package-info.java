// SPDX-License-Identifier: Apache-2.0
/**
 * The files of a submitted job, {@code job.xml} first: read once, changed, written once. Sees no
 * other package of this module.
 */
package io.situ.mapreduce.jobfile;
