// SPDX-License-Identifier: Apache-2.0
/** What commands print and how they end: standard output, numbers, names, sentences, exit codes. */
package io.situ.cli.console;
