// SPDX-License-Identifier: Apache-2.0
/**
 * The program {@code situ}: its entry point, the list of its commands, and those that say
 * something of the program itself. Sees every package of the tool; only tests see it.
 */
package io.situ.cli;
