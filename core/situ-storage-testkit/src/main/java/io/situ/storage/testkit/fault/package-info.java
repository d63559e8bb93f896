// SPDX-License-Identifier: Apache-2.0
/** Decorators for tests of what uses a store: faults, records and limits of speed. */
package io.situ.storage.testkit.fault;
