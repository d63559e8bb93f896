// SPDX-License-Identifier: Apache-2.0
/**
 * Spark applications: how {@code spark-submit} is started with Situ, and what an application did,
 * from its event log.
 */
package io.situ.cli.spark;
