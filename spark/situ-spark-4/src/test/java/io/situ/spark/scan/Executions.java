// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.execution.QueryExecution;

/** How queries are executed, which lines of Spark have in different places. */
final class Executions {

  private Executions() {}

  static QueryExecution of(Dataset<?> query) {
    return ((org.apache.spark.sql.classic.Dataset<?>) query).queryExecution();
  }
}
