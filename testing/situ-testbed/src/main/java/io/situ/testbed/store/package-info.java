// SPDX-License-Identifier: Apache-2.0
/**
 * The store that all hosts share: a directory, GlusterFS or Ceph. Sees {@code host}, {@code state}
 * and {@code process}.
 */
package io.situ.testbed.store;
