// SPDX-License-Identifier: Apache-2.0
/**
 * Files and directories of this host, outside stores, that programs keep for themselves: removed by
 * held directories, owned as the system says, locked so that a second attempt harms nothing.
 */
package io.situ.storage.local;
