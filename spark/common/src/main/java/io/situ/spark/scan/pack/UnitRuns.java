// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan.pack;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Makes neighbours that are best read on the same host one unit, so that files are opened less
 * often. Nothing is less local for it.
 */
final class UnitRuns {

  private UnitRuns() {}

  /**
   * Returns the same bytes in as few units.
   *
   * @param units those of a file one after the other, in ascending order
   * @param longest bytes of several units' range at most
   * @param tolerance which hosts may read a unit: those with at least this part of the best one's
   *     bytes
   */
  static List<ScanUnit> join(List<ScanUnit> units, long longest, double tolerance) {
    List<ScanUnit> joined = new ArrayList<>(units.size());
    ScanUnit run = null;
    int[] common = {};
    for (ScanUnit unit : units) {
      int[] candidates = HostChoice.candidates(unit, tolerance);
      int[] both = run == null ? candidates : intersection(common, candidates);
      boolean fits = run != null && continues(run, unit, longest);
      if (fits && (both.length > 0 || (common.length == 0 && candidates.length == 0))) {
        run = sum(run, unit);
        common = both;
        continue;
      }
      if (run != null) {
        joined.add(run);
      }
      run = unit;
      common = candidates;
    }
    if (run != null) {
      joined.add(run);
    }
    return joined;
  }

  private static boolean continues(ScanUnit run, ScanUnit unit, long longest) {
    return run.range().file() == unit.range().file()
        && run.range().end() == unit.range().start()
        && unit.range().end() - run.range().start() <= longest;
  }

  private static int[] intersection(int[] a, int[] b) {
    int[] both = new int[Math.min(a.length, b.length)];
    int count = 0;
    for (int host : a) {
      for (int other : b) {
        if (host == other) {
          both[count++] = host;
        }
      }
    }
    return Arrays.copyOf(both, count);
  }

  private static ScanUnit sum(ScanUnit a, ScanUnit b) {
    int[] hosts = Arrays.copyOf(a.hosts(), a.hosts().length + b.hosts().length);
    long[] local = Arrays.copyOf(a.local(), hosts.length);
    int count = a.hosts().length;
    for (int i = 0; i < b.hosts().length; i++) {
      int at = 0;
      while (at < count && hosts[at] != b.hosts()[i]) {
        at++;
      }
      hosts[at] = b.hosts()[i];
      local[at] += b.local()[i];
      count = Math.max(count, at + 1);
    }
    return new ScanUnit(
        new FileRange(a.range().file(), a.range().start(), b.range().end()),
        a.bytes() + b.bytes(),
        Arrays.copyOf(hosts, count),
        Arrays.copyOf(local, count),
        a.possible() + b.possible());
  }
}
