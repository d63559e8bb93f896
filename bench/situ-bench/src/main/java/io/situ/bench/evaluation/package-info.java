// SPDX-License-Identifier: Apache-2.0
/**
 * Runs benchmarks with the settings of published work, keeps each result as data, and makes the
 * page that shows them beside what was published. May see the harness, and starts benchmarks as
 * processes of their own.
 */
package io.situ.bench.evaluation;
