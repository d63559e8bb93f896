// SPDX-License-Identifier: Apache-2.0
/**
 * The benchmarks, a main class each, which {@code bin/dev bench} finds by name. Sees all packages
 * below it; none of them sees this one.
 */
package io.situ.bench;
