// SPDX-License-Identifier: Apache-2.0
/**
 * Faults for tests: decorators of stores with faults, records and limits of speed, drivers that
 * serve such stores, and damaged bytes.
 */
package io.situ.storage.testkit.fault;
