// SPDX-License-Identifier: Apache-2.0
/** Benchmarks of Situ's jar for Spark, in a process with Spark. Sees the harness and Spark. */
package io.situ.bench.spark;
