package io.situ.bench;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Runs several ways of doing one thing in turn, in one process, and compares their medians. The
 * order turns by one place each round, so that no arm always follows the same other one.
 */
final class Arms {

  /** One way of doing it. */
  interface Arm {
    /** Does it once and answers a figure: seconds, or a rate. */
    double run() throws Exception;
  }

  private final String title;
  private final String unit;
  private final Map<String, Arm> arms = new LinkedHashMap<>();

  /**
   * @param unit what an arm's figure is in, for instance {@code s} or {@code MB/s}
   */
  Arms(String title, String unit) {
    this.title = title;
    this.unit = unit;
  }

  Arms arm(String name, Arm arm) {
    arms.put(name, arm);
    return this;
  }

  /** Seconds that {@code work} takes. */
  static double seconds(Work work) throws Exception {
    long start = System.nanoTime();
    work.run();
    return (System.nanoTime() - start) / 1e9;
  }

  /** Something to be timed. */
  interface Work {
    void run() throws Exception;
  }

  /**
   * Runs {@code warmUps} rounds that do not count and {@code rounds} that do, then prints a table.
   * The ratio is the median of each round's ratio to the first arm: what slows a round slows all of
   * it.
   *
   * @return the figures of each arm, round by round
   */
  Map<String, double[]> run(int warmUps, int rounds, PrintStream out) throws Exception {
    Map<String, double[]> figures = new LinkedHashMap<>();
    arms.keySet().forEach(name -> figures.put(name, new double[rounds]));
    String[] names = arms.keySet().toArray(new String[0]);
    for (int round = -warmUps; round < rounds; round++) {
      for (int i = 0; i < names.length; i++) {
        String name = names[Math.floorMod(i + round, names.length)];
        double figure = arms.get(name).run();
        if (round >= 0) {
          figures.get(name)[round] = figure;
        }
      }
    }
    print(figures, out);
    return figures;
  }

  private void print(Map<String, double[]> figures, PrintStream out) {
    out.printf("%n%s (median of %d, in %s)%n%n", title, rounds(figures), unit);
    out.println("| arm | median | least | most | ratio to the first, paired |");
    out.println("|---|---:|---:|---:|---:|");
    double[] first = figures.values().iterator().next();
    figures.forEach(
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
              ratio(values, first));
        });
  }

  private static int rounds(Map<String, double[]> figures) {
    return figures.values().iterator().next().length;
  }

  private static String figure(double value) {
    return String.format(Locale.ROOT, value >= 1000 ? "%.0f" : "%.3g", value);
  }

  /** The median of the ratios, round by round. */
  static double ratio(double[] values, double[] base) {
    double[] ratios = new double[values.length];
    for (int i = 0; i < ratios.length; i++) {
      ratios[i] = values[i] / base[i];
    }
    return median(ratios);
  }

  static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int half = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }
}
