// SPDX-License-Identifier: Apache-2.0
/** RDDs by host, for programs to call. Sees the names of executors and Spark. */
package io.situ.spark.rdd;
