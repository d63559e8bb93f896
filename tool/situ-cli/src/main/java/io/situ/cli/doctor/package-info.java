// SPDX-License-Identifier: Apache-2.0
/**
 * The command {@code doctor}: checks of the machine, the configuration and stores, the self-test,
 * and the certification, whose parts are in {@code certify}. Sees {@code context}, {@code
 * console}, {@code certify}, {@code yarn}, and {@code run} and {@code report} for the job it
 * tries.
 */
package io.situ.cli.doctor;
