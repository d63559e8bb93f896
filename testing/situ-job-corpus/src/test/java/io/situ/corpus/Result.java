// SPDX-License-Identifier: Apache-2.0
package io.situ.corpus;

import java.util.List;
import java.util.Map;

/**
 * What a user gets of a run.
 *
 * @param ends how each job ended
 * @param counters the job's own, and how many records went where
 * @param files the records of each output file, by its path
 */
record Result(List<String> ends, Map<String, Long> counters, Map<String, List<String>> files) {}
