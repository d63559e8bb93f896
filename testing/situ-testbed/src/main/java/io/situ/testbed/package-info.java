// SPDX-License-Identifier: Apache-2.0
/**
 * A cluster of several hosts on this machine: {@link io.situ.testbed.Testbed}, the command that
 * starts and stops one, and the extension for tests that need one. Sees all packages below it; none
 * of them sees this one.
 */
package io.situ.testbed;
