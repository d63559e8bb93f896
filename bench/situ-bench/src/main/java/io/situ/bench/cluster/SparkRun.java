// SPDX-License-Identifier: Apache-2.0
package io.situ.bench.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import io.situ.bench.harness.Results;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * What one run of a script by {@link SparkSubmit#measure} did.
 *
 * @param seconds of each of its parts
 * @param processor seconds of the machine, which all hosts share
 * @param digests of the answer of each part
 * @param report what {@code situ report --json} says
 * @param network bytes that all hosts received from the start of the first part to the end
 */
public record SparkRun(
    List<Double> seconds, double processor, List<String> digests, JsonNode report, long network) {

  public double all() {
    return seconds.stream().mapToDouble(Double::doubleValue).sum();
  }

  /** A figure of all runs, for each arm in the order of {@code arms}. */
  public static <T> Results figures(
      List<T> arms,
      Function<T, String> title,
      Map<T, List<SparkRun>> done,
      ToDoubleFunction<SparkRun> figure,
      String unit) {
    Map<String, double[]> values = new LinkedHashMap<>();
    for (T arm : arms) {
      values.put(title.apply(arm), done.get(arm).stream().mapToDouble(figure).toArray());
    }
    return new Results(values, unit);
  }

  /**
   * Compares the answers of all runs: the time of an arm with another answer is no time of the same
   * work.
   *
   * @throws IOException that names an arm with other answers than the first run of the first arm
   */
  public static <T> void requireSameAnswers(
      List<T> arms, Function<T, String> title, Map<T, List<SparkRun>> done) throws IOException {
    List<String> first = done.get(arms.get(0)).get(0).digests();
    for (T arm : arms) {
      if (!done.get(arm).stream().allMatch(run -> run.digests().equals(first))) {
        throw new IOException(
            "other answers than " + title.apply(arms.get(0)) + ": " + title.apply(arm));
      }
    }
  }
}
