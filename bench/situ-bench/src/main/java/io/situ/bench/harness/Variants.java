// SPDX-License-Identifier: Apache-2.0
package io.situ.bench.harness;

import com.sun.management.OperatingSystemMXBean;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Several ways of doing one thing, run in turn in one process. The order turns by one place each
 * round, so that no arm always follows the same other one.
 */
public final class Variants {

  /** One way of doing it. */
  public interface Variant {
    /** Does it once and answers a figure: seconds, or a rate. */
    double run() throws Exception;
  }

  /** Something to be timed. */
  public interface Work {
    void run() throws Exception;
  }

  private static final String SECONDS = "s";

  private final String title;
  private final String unit;
  private final Map<String, Variant> arms = new LinkedHashMap<>();
  private boolean elsewhere;

  /**
   * @param unit what an arm's figure is in: {@code s}, or a rate such as {@code MB/s}
   */
  public Variants(String title, String unit) {
    this.title = title;
    this.unit = unit;
  }

  /** The work is done by other processes: the processor time of this one means nothing. */
  public Variants elsewhere() {
    elsewhere = true;
    return this;
  }

  public Variants arm(String name, Variant arm) {
    arms.put(name, arm);
    return this;
  }

  /** Seconds that {@code work} takes. */
  public static double seconds(Work work) throws Exception {
    long start = System.nanoTime();
    work.run();
    return (System.nanoTime() - start) / 1e9;
  }

  /**
   * Runs {@code warmUps} rounds that do not count and {@code rounds} that do, then prints a table.
   */
  public Results run(int warmUps, int rounds, PrintStream out) throws Exception {
    Map<String, double[]> figures = new LinkedHashMap<>();
    Map<String, double[]> processor = new LinkedHashMap<>();
    arms.keySet().forEach(name -> figures.put(name, new double[rounds]));
    arms.keySet().forEach(name -> processor.put(name, new double[rounds]));
    String[] names = arms.keySet().toArray(new String[0]);
    for (int round = -warmUps; round < rounds; round++) {
      for (int i = 0; i < names.length; i++) {
        String name = names[Math.floorMod(i + round, names.length)];
        long before = processorNanos();
        double figure = arms.get(name).run();
        progress(name, figure, round);
        if (round >= 0) {
          figures.get(name)[round] = figure;
          processor.get(name)[round] = (processorNanos() - before) / 1e9;
        }
      }
    }
    Results all = new Results(figures, unit);
    all.print(title, out);
    if (unit.equals(SECONDS) && !elsewhere) {
      new Results(processor, "processor seconds").print(title + ", processor time", out);
    }
    return all;
  }

  /**
   * Arms in the order of a round, so that no one always follows the same other one.
   *
   * @param round from 1
   */
  public static <T> List<T> turned(List<T> arms, int round) {
    List<T> turned = new ArrayList<>(arms);
    Collections.rotate(turned, 1 - round);
    return turned;
  }

  /** Of this process: what an arm takes of it, whatever else the machine does. */
  private static long processorNanos() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  private void progress(String name, double figure, int round) {
    String when = round < 0 ? "warm-up" : "round " + (round + 1);
    System.err.printf(Locale.ROOT, "%s, %s, %s: %.4g %s%n", title, when, name, figure, unit);
  }
}
