// SPDX-License-Identifier: Apache-2.0
/**
 * What commands print and how they end: standard output, numbers, names, sentences, maps of
 * placement, exit codes. Sees no other package of the tool.
 */
package io.situ.cli.console;
