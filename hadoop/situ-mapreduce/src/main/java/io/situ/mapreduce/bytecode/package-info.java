// SPDX-License-Identifier: Apache-2.0
/**
 * Follows the byte code of a job's tasks, to show what they keep from one split or record to the
 * next. Sees ASM and nothing else of Situ.
 */
package io.situ.mapreduce.bytecode;
