// SPDX-License-Identifier: Apache-2.0
/**
 * File statuses and path handles that know the version of their object. Sees {@code path}.
 */
package io.situ.hadoop.fs.status;
