// SPDX-License-Identifier: Apache-2.0
/** Programs of the system that drivers ask: started, bounded and ended in one way. */
package io.situ.storage.process;
