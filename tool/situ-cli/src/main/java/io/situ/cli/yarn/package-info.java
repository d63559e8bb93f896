// SPDX-License-Identifier: Apache-2.0
/**
 * What YARN's ResourceManagers report, hosts and jobs, and whether they answer. Sees {@code
 * console}.
 */
package io.situ.cli.yarn;
