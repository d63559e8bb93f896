// SPDX-License-Identifier: Apache-2.0
/** A store in memory, which is the reference of the contract, and its driver. */
package io.situ.storage.testkit.memory;
