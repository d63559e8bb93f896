// SPDX-License-Identifier: Apache-2.0
/**
 * Map phases on clusters that do not exist, with the code that divides and places map tasks on real
 * ones: what is simulated is hosts, the ResourceManager and the stock application master.
 */
package io.situ.bench.simulation;
