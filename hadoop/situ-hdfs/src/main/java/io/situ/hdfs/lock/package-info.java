// SPDX-License-Identifier: Apache-2.0
/**
 * The lock by which commands that give owners and permissions in one HDFS exclude each other, and
 * who has it. Sees {@code source}, {@code tree} and {@code parallel}.
 */
package io.situ.hdfs.lock;
