// SPDX-License-Identifier: Apache-2.0
/**
 * The command {@code spark} and applications: how {@code spark-submit} is started with Situ, and
 * what an application did, from its event log. Sees {@code context}, {@code console} and
 * {@code report}.
 */
package io.situ.cli.spark;
