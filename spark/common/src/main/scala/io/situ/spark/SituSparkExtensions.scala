// SPDX-License-Identifier: Apache-2.0
package io.situ.spark

import org.apache.spark.SparkContext
import org.apache.spark.sql.{SparkSessionExtensions, SparkSessionExtensionsProvider}

/** Makes Situ's file system known to a Spark application that has this jar by `--jars`. Spark finds
  * it by `META-INF/services` when the first session is made.
  */
class SituSparkExtensions extends SparkSessionExtensionsProvider {

  override def apply(extensions: SparkSessionExtensions): Unit =
    FileSystemRegistration.register(SparkContext.getOrCreate().hadoopConfiguration)
}
