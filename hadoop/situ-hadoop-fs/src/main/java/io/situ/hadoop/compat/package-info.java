// SPDX-License-Identifier: Apache-2.0
/**
 * What newer versions of Hadoop have and older ones lack, and what takes its place there. Uses
 * nothing of Situ.
 */
package io.situ.hadoop.compat;
