// SPDX-License-Identifier: Apache-2.0
package io.situ.bench.harness;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;

/**
 * What each arm reached, round by round. Ratios are medians of each round's ratio: what slows a
 * round slows all of it.
 *
 * @param unit a time, of which less is better, or a rate such as {@code MB/s}, of which more is
 */
public record Results(Map<String, double[]> byArm, String unit) {

  boolean lessIsBetter() {
    return !unit.contains("/");
  }

  /** Prints a table and keeps it for the {@linkplain BenchmarkRecord run's record}. */
  public void print(String title, PrintStream out) {
    BenchmarkRecord.current().add(title, this);
    double[] first = byArm.values().iterator().next();
    out.printf("%n## %s%n%nMedian of %d, in %s.%n%n", title, first.length, unit);
    out.println("| arm | median | least | most | times as fast as the first |");
    out.println("|---|---:|---:|---:|---:|");
    byArm.forEach(
        (name, values) -> {
          double[] sorted = values.clone();
          Arrays.sort(sorted);
          out.printf(
              Locale.ROOT,
              "| %s | %s | %s | %s | %.2f |%n",
              name,
              figure(median(values)),
              figure(sorted[0]),
              figure(sorted[sorted.length - 1]),
              speed(values, first));
        });
    out.println();
  }

  /** Prints how fast {@code arm} is beside {@code base}. */
  public void compare(String arm, String base, PrintStream out) {
    out.printf(Locale.ROOT, "- %s is %.2f times as fast as %s%n", arm, speed(arm, base), base);
  }

  /** Prints how fast {@code arm} is beside {@code base}, and whether that is what is wanted. */
  public void claim(String arm, String base, double wanted, PrintStream out) {
    double speed = speed(arm, base);
    out.printf(
        Locale.ROOT,
        "- %s is %.2f times as fast as %s; wanted %.2f: **%s**%n",
        arm,
        speed,
        base,
        wanted,
        speed >= wanted ? "reached" : "missed");
  }

  /** Prints an arm's rate, and whether that is what is wanted. */
  public void claim(String arm, double wanted, PrintStream out) {
    double rate = median(byArm.get(arm));
    out.printf(
        Locale.ROOT,
        "- %s: %.0f %s; wanted %.0f: **%s**%n",
        arm,
        rate,
        unit,
        wanted,
        rate >= wanted ? "reached" : "missed");
  }

  private double speed(String arm, String base) {
    return speed(byArm.get(arm), byArm.get(base));
  }

  private double speed(double[] values, double[] base) {
    double[] ratios = new double[values.length];
    for (int i = 0; i < ratios.length; i++) {
      ratios[i] = lessIsBetter() ? base[i] / values[i] : values[i] / base[i];
    }
    return median(ratios);
  }

  private static String figure(double value) {
    return String.format(Locale.ROOT, value >= 1000 ? "%.0f" : "%.3g", value);
  }

  /** Returns the middle one, or the mean of the two that are in the middle. */
  public static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int half = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }
}
