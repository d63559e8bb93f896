// SPDX-License-Identifier: Apache-2.0
/**
 * A tab of Spark's UI, and of its History Server, with the bytes that tasks read from stores by
 * distance. Sees the names of accumulators and Spark.
 */
package io.situ.spark.ui;
