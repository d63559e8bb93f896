// SPDX-License-Identifier: Apache-2.0
/**
 * The commands for files that are attached to HDFS: {@code attach}, {@code detach}, {@code
 * status}, {@code verify}, {@code repair} and {@code link}. Sees {@code context}, {@code console}
 * and {@code inventory}.
 */
package io.situ.cli.attach;
