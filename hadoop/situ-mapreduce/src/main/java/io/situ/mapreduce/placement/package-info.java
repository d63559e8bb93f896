// SPDX-License-Identifier: Apache-2.0
/**
 * What the placement of a job's input allows at most. Sees no other package of the job framework.
 */
package io.situ.mapreduce.placement;
