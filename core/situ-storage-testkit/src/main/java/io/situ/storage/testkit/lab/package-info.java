// SPDX-License-Identifier: Apache-2.0
/** Runs tests that need root and servers, and programs of tests, in processes of their own. */
package io.situ.storage.testkit.lab;
