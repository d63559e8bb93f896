// SPDX-License-Identifier: Apache-2.0
/**
 * What all commands work with: the global options, the configuration, places in stores and the
 * stores opened there, and the tool's installation. Sees {@code console} and {@code certify}, and
 * no command.
 */
package io.situ.cli.context;
