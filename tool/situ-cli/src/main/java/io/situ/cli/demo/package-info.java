// SPDX-License-Identifier: Apache-2.0
/**
 * The command {@code demo}: the same job with stock Hadoop and in place. Sees {@code context},
 * {@code console}, {@code run} and {@code certify}.
 */
package io.situ.cli.demo;
