// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan.pack;

import java.util.ArrayList;
import java.util.List;

/**
 * A byte range of a file that lies on one set of hosts.
 *
 * @param start the first byte
 * @param end the byte after the last
 * @param hosts who hold a replica; empty where that is not known
 */
public record Piece(long start, long end, List<String> hosts) {

  public Piece {
    if (start < 0 || end < start) {
      throw new IllegalArgumentException("no such range: " + start + " to " + end);
    }
    hosts = List.copyOf(hosts);
  }

  /**
   * Returns ranges that cover a file: these, cut to its length, and ranges without hosts between
   * them.
   *
   * @param pieces in ascending order, without overlap
   * @param length the file's, in bytes
   */
  public static List<Piece> covering(List<Piece> pieces, long length) {
    List<Piece> covering = new ArrayList<>();
    long at = 0;
    for (Piece piece : pieces) {
      long start = Math.max(at, piece.start);
      long end = Math.min(length, piece.end);
      if (start < end) {
        addUnknown(covering, at, start);
        covering.add(new Piece(start, end, piece.hosts));
        at = end;
      }
    }
    addUnknown(covering, at, length);
    return joined(covering);
  }

  private static void addUnknown(List<Piece> pieces, long start, long end) {
    if (start < end) {
      pieces.add(new Piece(start, end, List.of()));
    }
  }

  /** Returns the same ranges with neighbours on the same hosts made one, in their order. */
  public static List<Piece> joined(List<Piece> pieces) {
    List<Piece> joined = new ArrayList<>();
    for (Piece piece : pieces) {
      Piece last = joined.isEmpty() ? null : joined.get(joined.size() - 1);
      if (last != null && last.end == piece.start && last.hosts.equals(piece.hosts)) {
        joined.set(joined.size() - 1, new Piece(last.start, piece.end, last.hosts));
      } else {
        joined.add(piece);
      }
    }
    return List.copyOf(joined);
  }
}
