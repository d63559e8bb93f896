// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.console;

import io.situ.storage.Extent;
import io.situ.storage.Replica;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Draws which hosts hold which part of a file: one row per host, dark where it holds the bytes. */
public final class PlacementMap {

  private static final int WIDTH = 48;

  private PlacementMap() {}

  public static String title(long size, List<Extent> extents) {
    if (extents.isEmpty()) {
      return HumanReadable.bytes(size) + ", and the store does not report its placement";
    }
    long hosts =
        extents.stream().flatMap(e -> e.replicas().stream()).map(Replica::host).distinct().count();
    return HumanReadable.bytes(size)
        + " in "
        + HumanReadable.count(extents.size(), "extent")
        + " on "
        + HumanReadable.count(hosts, "host");
  }

  public static List<String> rows(long size, List<Extent> extents) {
    Map<String, long[]> cells = new TreeMap<>();
    Map<String, Long> held = new TreeMap<>();
    for (Extent extent : extents) {
      for (Replica replica : extent.replicas()) {
        held.merge(replica.host(), extent.length(), Long::sum);
        fill(cells.computeIfAbsent(replica.host(), host -> new long[WIDTH]), size, extent);
      }
    }
    int longest = cells.keySet().stream().mapToInt(String::length).max().orElse(0);
    List<String> rows = new ArrayList<>();
    cells.forEach(
        (host, row) ->
            rows.add(
                "  "
                    + host
                    + " ".repeat(longest - host.length())
                    + "  "
                    + draw(size, row)
                    + "  "
                    + HumanReadable.bytes(held.get(host))));
    return rows;
  }

  private static void fill(long[] row, long size, Extent extent) {
    for (int cell = 0; cell < WIDTH; cell++) {
      long from = start(size, cell);
      long to = start(size, cell + 1);
      row[cell] += Math.max(0, Math.min(to, extent.end()) - Math.max(from, extent.offset()));
    }
  }

  private static long start(long size, int cell) {
    return (long) ((double) size * cell / WIDTH);
  }

  private static String draw(long size, long[] row) {
    StringBuilder drawn = new StringBuilder(WIDTH);
    for (int cell = 0; cell < WIDTH; cell++) {
      double share = (double) row[cell] / Math.max(1, start(size, cell + 1) - start(size, cell));
      drawn.append(
          share <= 0 ? '·' : share < 0.34 ? '░' : share < 0.67 ? '▒' : share < 1 ? '▓' : '█');
    }
    return drawn.toString();
  }
}
