// SPDX-License-Identifier: Apache-2.0
/**
 * What makes the processes of a job start with less work: files that are kept for the next jobs,
 * and archives of loaded classes.
 */
package io.situ.mapreduce.launch;
