// SPDX-License-Identifier: Apache-2.0
/**
 * What is known of a job: its submission, its outcome, and its record as JSON. Sees {@code
 * jobfile}, {@code regroup}, {@code placement}, {@code cost} and {@code shuffle}.
 */
package io.situ.mapreduce.record;
