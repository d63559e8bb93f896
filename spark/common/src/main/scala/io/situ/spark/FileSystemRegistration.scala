// SPDX-License-Identifier: Apache-2.0
package io.situ.spark

import org.apache.hadoop.conf.Configuration

/** Names the classes of the scheme `situ` in a configuration. Hadoop's own look-up by service files
  * ran before Spark's class loader saw the jars of `--jars`.
  */
private object FileSystemRegistration {

  private val Classes = Map(
    "fs.situ.impl" -> "io.situ.hadoop.fs.SituFileSystem",
    "fs.AbstractFileSystem.situ.impl" -> "io.situ.hadoop.fs.SituFs"
  )

  def register(conf: Configuration): Unit =
    Classes.foreach { case (key, name) => conf.setIfUnset(key, name) }
}
