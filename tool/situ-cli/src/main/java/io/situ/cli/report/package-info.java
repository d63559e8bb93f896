// SPDX-License-Identifier: Apache-2.0
/**
 * What is kept of runs, and the report made from it. Sees {@code console} and {@code yarn}, and no
 * command.
 */
package io.situ.cli.report;
