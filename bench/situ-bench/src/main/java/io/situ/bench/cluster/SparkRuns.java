// SPDX-License-Identifier: Apache-2.0
package io.situ.bench.cluster;

import io.situ.bench.harness.Results;
import io.situ.bench.harness.Variants;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * The runs of several arms, in turn. Not thread-safe.
 *
 * @param <T> an arm
 */
public final class SparkRuns<T> {

  /** Does the work once for an arm. */
  public interface Work<T> {
    SparkRun run(T arm) throws Exception;
  }

  private final String name;
  private final List<T> arms;
  private final Function<T, String> title;
  private final Map<T, List<SparkRun>> done = new LinkedHashMap<>();

  /**
   * @param name of the work
   * @param title of an arm
   */
  public SparkRuns(String name, List<T> arms, Function<T, String> title) {
    this.name = name;
    this.arms = arms;
    this.title = title;
    arms.forEach(arm -> done.put(arm, new ArrayList<>()));
  }

  /** Runs each arm once, which does not count. */
  public void warmUp(Work<T> work) throws Exception {
    for (T arm : arms) {
      work.run(arm);
    }
  }

  /** Runs each arm once in each of so many rounds. */
  public void run(long rounds, Work<T> work) throws Exception {
    for (int round = 1; round <= rounds; round++) {
      for (T arm : Variants.turned(arms, round)) {
        SparkRun run = work.run(arm);
        done.get(arm).add(run);
        System.err.printf(
            Locale.ROOT, "%s, round %d, %s: %.1f s%n", name, round, title.apply(arm), run.all());
      }
    }
  }

  /**
   * Compares the answers of all runs.
   *
   * @throws IOException if an arm has other answers, whose time is no time of this work
   */
  public void requireSameAnswers() throws IOException {
    List<String> first = last(arms.get(0)).digests();
    for (T arm : arms) {
      if (!done.get(arm).stream().allMatch(run -> run.digests().equals(first))) {
        throw new IOException(
            "other answers than " + title.apply(arms.get(0)) + ": " + title.apply(arm));
      }
    }
  }

  /** Returns the run of an arm in the last round. */
  public SparkRun last(T arm) {
    return done.get(arm).get(done.get(arm).size() - 1);
  }

  /** Returns a figure of all runs, for each arm in their order. */
  public Results figures(ToDoubleFunction<SparkRun> figure, String unit) {
    Map<String, double[]> values = new LinkedHashMap<>();
    done.forEach(
        (arm, runs) -> values.put(title.apply(arm), runs.stream().mapToDouble(figure).toArray()));
    return new Results(values, unit);
  }
}
