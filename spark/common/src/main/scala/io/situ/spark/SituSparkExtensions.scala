// SPDX-License-Identifier: Apache-2.0
package io.situ.spark

import io.situ.spark.scan.HostPackingRule
import org.apache.spark.SparkContext
import org.apache.spark.sql.{SparkSessionExtensions, SparkSessionExtensionsProvider}

/** Makes Situ's file system known to a Spark application that has this jar by `--jars`, and packs
  * scans of files by host. Spark finds it by `META-INF/services` when the first session is made.
  */
class SituSparkExtensions extends SparkSessionExtensionsProvider {

  override def apply(extensions: SparkSessionExtensions): Unit = {
    FileSystemRegistration.register(SparkContext.getOrCreate().hadoopConfiguration)
    extensions.injectQueryStagePrepRule(_ => HostPackingRule)
    extensions.injectColumnar(_ => HostPackingRule.Columnar)
  }
}
