// SPDX-License-Identifier: Apache-2.0
/**
 * The commands {@code run} and {@code report}: what is checked before a job, the process it runs
 * in, and how it ended. Sees {@code context}, {@code console}, {@code report}, {@code spark},
 * {@code yarn} and {@code certify}.
 */
package io.situ.cli.run;
