// SPDX-License-Identifier: Apache-2.0
/** Runs tests that need root and servers in a process of their own. */
package io.situ.storage.testkit.lab;
