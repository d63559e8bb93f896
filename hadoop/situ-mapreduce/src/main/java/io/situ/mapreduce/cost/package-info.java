// SPDX-License-Identifier: Apache-2.0
/**
 * What map tasks cost, and the choice of hosts and sizes that lets the map phase end earliest. Sees
 * no splits, no job files and no YARN: numbers only, so that simulations use the same code.
 */
package io.situ.mapreduce.cost;
