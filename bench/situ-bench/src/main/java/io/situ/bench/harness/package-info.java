// SPDX-License-Identifier: Apache-2.0
/**
 * What every benchmark uses: options, trees of input, arms that are run in turn, results. Sees no
 * other package of this module.
 */
package io.situ.bench.harness;
