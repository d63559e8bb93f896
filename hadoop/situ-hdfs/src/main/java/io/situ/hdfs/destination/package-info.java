// SPDX-License-Identifier: Apache-2.0
/**
 * What an attach makes of its target: a new one, one that is there, or one that becomes what the
 * store is now; and which files go because their objects are gone. Sees {@code write} and what
 * that sees.
 */
package io.situ.hdfs.destination;
