// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan

import java.time.Duration
import java.util.Locale

import org.apache.hadoop.util.StringUtils
import org.apache.spark.network.util.JavaUtils
import org.apache.spark.sql.internal.SQLConf

/** Whether scans are packed by host. */
private[scan] sealed trait ScanLocality

private[scan] object ScanLocality {

  /** Where the answer is proved to be stock Spark's. */
  case object Auto extends ScanLocality

  /** Also where the answer depends on the order or the partitions of rows. */
  case object Always extends ScanLocality

  case object Off extends ScanLocality

  val ModeKey = "spark.situ.scan.locality"
  val SchemesKey = "spark.situ.scan.schemes"
  val TimeoutKey = "spark.situ.scan.lookup.timeout"

  private val Modes = Map("auto" -> Auto, "always" -> Always, "off" -> Off)

  /** Returns what a session asks for.
    *
    * @throws IllegalArgumentException
    *   if the value has no meaning
    */
  def of(conf: SQLConf): ScanLocality = {
    val value = conf.getConfString(ModeKey, "auto").trim
    Modes.getOrElse(
      value.toLowerCase(Locale.ROOT),
      throw new IllegalArgumentException(
        s"$ModeKey is '$value': set it to auto, always or off"
      )
    )
  }

  /** Returns the URI schemes of files whose scans may be packed. */
  def schemes(conf: SQLConf): Set[String] =
    StringUtils.getTrimmedStrings(conf.getConfString(SchemesKey, "situ")).toSet

  /** Returns how long a scan's planning waits for what is not known of its files. */
  def timeout(conf: SQLConf): Duration =
    Duration.ofSeconds(JavaUtils.timeStringAsSec(conf.getConfString(TimeoutKey, "10s")))
}
