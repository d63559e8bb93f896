// SPDX-License-Identifier: Apache-2.0
/**
 * Ceph clusters on this machine, for tests and benchmarks. May use the testkit of stores only.
 */
package io.situ.testing.ceph;
