// SPDX-License-Identifier: Apache-2.0
/**
 * The hosts and the network between them, by namespaces of the kernel. Sees {@code state} and
 * {@code process}.
 */
package io.situ.testbed.host;
