// SPDX-License-Identifier: Apache-2.0
package io.situ.spark

import io.situ.spark.line.SparkLine
import io.situ.spark.scan.{HostPackingRule, LocalityWait}
import org.apache.spark.{SparkContext, SparkEnv}
import org.apache.spark.sql.{SparkSessionExtensions, SparkSessionExtensionsProvider}
import org.slf4j.LoggerFactory

/** Makes Situ's file system known to a Spark application that has this jar by `--jars`, and packs
  * scans of files by host. Spark finds it by `META-INF/services` when the first session is made. On
  * a Spark of another line it leaves plans alone; this class uses nothing of Scala, for it to be
  * linked there too.
  */
class SituSparkExtensions extends SparkSessionExtensionsProvider {

  override def apply(extensions: SparkSessionExtensions): Unit = {
    FileSystemRegistration.register(SparkContext.getOrCreate().hadoopConfiguration)
    val objection = SparkLine.objection()
    if (objection.isPresent) {
      LoggerFactory.getLogger(getClass).warn(objection.get)
    } else {
      extensions.injectQueryStagePrepRule(_ => HostPackingRule)
      extensions.injectColumnar(_ => HostPackingRule.Columnar)
      // Last: of a key that is not valid Spark only warns here, and the rules name it.
      LocalityWait.set(SparkEnv.get.conf)
    }
  }
}
