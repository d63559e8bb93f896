// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.layout;

/** What a task of an engine reads as a whole. */
enum UnitKind {
  ROW_GROUP("row group"),
  STRIPE("stripe"),
  /** Of a file that is cut at multiples of a size. */
  SPLIT("split"),
  /** Of a file that cannot be cut. */
  FILE("whole file");

  private final String noun;

  UnitKind(String noun) {
    this.noun = noun;
  }

  String noun() {
    return noun;
  }
}
