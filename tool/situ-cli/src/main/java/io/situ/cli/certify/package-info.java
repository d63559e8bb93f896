// SPDX-License-Identifier: Apache-2.0
/**
 * What {@code situ doctor --certify} tries and finds: the contract's tests in a process of their
 * own, placement against file systems' own tools, and what the doctor's other checks share with it.
 * Sees the storage interface and its contract's tests, and nothing of the tool.
 */
package io.situ.cli.certify;
