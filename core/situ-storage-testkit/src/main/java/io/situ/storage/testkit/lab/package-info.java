/** Runs tests that need root and servers in a process of their own. */
package io.situ.storage.testkit.lab;
