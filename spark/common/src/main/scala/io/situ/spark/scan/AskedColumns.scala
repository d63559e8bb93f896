// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan

import java.util.Locale
import java.util.function.Predicate

import scala.collection.mutable

import org.apache.spark.sql.types.StructType

/** Which columns of a file a scan reads, by their paths with dots. Not thread-safe. */
private[scan] final class AskedColumns(schema: StructType, caseSensitive: Boolean)
    extends Predicate[String] {

  /** Files of one table have the same columns. */
  private val known = mutable.HashMap.empty[String, Boolean]

  override def test(path: String): Boolean =
    known.getOrElseUpdate(path, isAsked(schema, path.split('.').toList))

  /** Below lists and maps all is taken to be read. */
  private def isAsked(struct: StructType, path: List[String]): Boolean =
    struct.fields.find(field => isSame(field.name, path.head)).exists { field =>
      (field.dataType, path.tail) match {
        case (nested: StructType, below) if below.nonEmpty => isAsked(nested, below)
        case _                                             => true
      }
    }

  private def isSame(a: String, b: String): Boolean =
    if (caseSensitive) a == b else a.toLowerCase(Locale.ROOT) == b.toLowerCase(Locale.ROOT)
}
