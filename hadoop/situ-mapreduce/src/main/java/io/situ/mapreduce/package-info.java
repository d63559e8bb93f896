// SPDX-License-Identifier: Apache-2.0
/**
 * Jobs under the framework {@code situ}: its client protocol, the program that runs a job's main
 * class, and the monitor of a submitted job. May use every other package of this module; none of
 * them uses this one.
 */
package io.situ.mapreduce;
