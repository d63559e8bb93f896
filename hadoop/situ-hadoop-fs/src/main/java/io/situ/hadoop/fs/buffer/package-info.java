// SPDX-License-Identifier: Apache-2.0
/**
 * Direct buffers that are used again. Sees no other package of this module.
 */
package io.situ.hadoop.fs.buffer;
