// SPDX-License-Identifier: Apache-2.0
/**
 * The benchmarks, a main class each, which {@code bin/dev bench} finds by name. Sees {@code
 * cluster} and {@code harness}; neither sees this one.
 */
package io.situ.bench;
