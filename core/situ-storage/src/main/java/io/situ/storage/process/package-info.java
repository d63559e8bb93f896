// SPDX-License-Identifier: Apache-2.0
/**
 * Programs of the system that drivers ask: started, bounded and ended in one way, and left alone for
 * a while after a failure. Also what distinguishes a process from every other. Sees no other
 * package.
 */
package io.situ.storage.process;
