// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan.pack;

import io.situ.mapreduce.cost.BalancedHostAssignment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Chooses a host for each unit of a scan: one that holds as much of it as any other, or nearly, so
 * that all hosts have about the same to read.
 */
final class HostChoice {

  /** A host has at most this many times its share, where it can be had for the locality. */
  private static final double EVEN = 1.10;

  /** How much of what could be local stays local for the sake of balance. */
  private static final double KEPT = 0.98;

  /** A host with at least this part of the best one's bytes is as good. */
  static final double BEST = 0.995;

  /** Which hosts may read a unit: those with at least this part of the best one's bytes. */
  private static final double[] TOLERANCES = {BEST, 0.97, 0.93, 0.85, 0.7};

  private HostChoice() {}

  /**
   * Returns the host of each unit; -1 for one that no host is known of.
   *
   * @param rates how much each host reads in the time in which others read theirs, more than 0
   */
  static int[] choose(List<ScanUnit> units, double[] rates) {
    int[] best = null;
    double evenness = Double.MAX_VALUE;
    for (double tolerance : TOLERANCES) {
      int[] chosen = balanced(units, rates, tolerance);
      double unevenness = unevenness(units, chosen, rates);
      if (best == null || (unevenness < evenness && keepsLocality(units, chosen))) {
        best = chosen;
        evenness = unevenness;
      }
      if (evenness <= EVEN) {
        break;
      }
    }
    return best;
  }

  private static int[] balanced(List<ScanUnit> units, double[] rates, double tolerance) {
    List<BalancedHostAssignment.Item> items = new ArrayList<>(units.size());
    for (ScanUnit unit : units) {
      if (unit.hosts().length > 0) {
        items.add(new BalancedHostAssignment.Item(unit.bytes(), candidates(unit, tolerance)));
      }
    }
    int[] assigned = BalancedHostAssignment.assign(items, rates);
    int[] chosen = new int[units.size()];
    int next = 0;
    for (int i = 0; i < chosen.length; i++) {
      chosen[i] = units.get(i).hosts().length > 0 ? assigned[next++] : -1;
    }
    return chosen;
  }

  static int[] candidates(ScanUnit unit, double tolerance) {
    double least = unit.best() * tolerance;
    int[] candidates = new int[unit.hosts().length];
    int count = 0;
    for (int i = 0; i < candidates.length; i++) {
      if (unit.local()[i] >= least) {
        candidates[count++] = unit.hosts()[i];
      }
    }
    return Arrays.copyOf(candidates, count);
  }

  /** The load of the host that ends last, in shares. */
  private static double unevenness(List<ScanUnit> units, int[] chosen, double[] rates) {
    long[] load = new long[rates.length];
    long total = 0;
    for (int i = 0; i < chosen.length; i++) {
      if (chosen[i] >= 0) {
        load[chosen[i]] += units.get(i).bytes();
        total += units.get(i).bytes();
      }
    }
    double last = 0;
    for (int host = 0; host < load.length; host++) {
      last = Math.max(last, load[host] / rates[host]);
    }
    return total == 0 ? 1 : last * Arrays.stream(rates).sum() / total;
  }

  private static boolean keepsLocality(List<ScanUnit> units, int[] chosen) {
    long local = 0;
    long possible = 0;
    for (int i = 0; i < chosen.length; i++) {
      possible += units.get(i).best();
      local += chosen[i] < 0 ? 0 : units.get(i).localOn(chosen[i]);
    }
    return local >= KEPT * possible;
  }
}
