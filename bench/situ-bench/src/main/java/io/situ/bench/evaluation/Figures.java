// SPDX-License-Identifier: Apache-2.0
package io.situ.bench.evaluation;

import com.fasterxml.jackson.databind.JsonNode;
import io.situ.bench.harness.Results;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.StreamSupport;

/** What the rounds of one arm gave. */
record Figures(double least, double median, double most, int rounds) {

  private static final double NOTHING = 0.05;

  static Figures of(JsonNode values) {
    double[] sorted =
        StreamSupport.stream(values.spliterator(), false).mapToDouble(JsonNode::asDouble).toArray();
    Arrays.sort(sorted);
    return new Figures(sorted[0], Results.median(sorted), sorted[sorted.length - 1], sorted.length);
  }

  boolean isNothing() {
    return most < NOTHING;
  }

  private static String text(double value) {
    return String.format(Locale.ROOT, value >= 100 ? "%.0f" : "%.1f", value);
  }

  @Override
  public String toString() {
    return text(median) + " (" + text(least) + " to " + text(most) + ")";
  }
}
