// SPDX-License-Identifier: Apache-2.0
/**
 * Testbeds and HDFS for benchmarks: their input, the jobs that run on them and what the runs give.
 * Sees {@code harness}.
 */
package io.situ.bench.cluster;
