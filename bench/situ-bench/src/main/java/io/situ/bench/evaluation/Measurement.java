// SPDX-License-Identifier: Apache-2.0
package io.situ.bench.evaluation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * One comparison of a paper, or of Situ's own, and how it is made here.
 *
 * @param id names its result; letters, digits and hyphens
 * @param title what is compared
 * @param published what the paper says, in words; empty where it is no paper's
 * @param benchmark a name that {@code bin/dev bench} knows
 * @param settings its settings
 * @param note what a reader of the figures has to know, as Markdown; empty where there is nothing
 */
record Measurement(
    String id,
    String title,
    String published,
    String benchmark,
    Map<String, String> settings,
    String note) {

  /** Settings that are amounts of data. */
  private static final Set<String> AMOUNTS = Set.of("mb", "files");

  /** An absent note is an empty one. */
  Measurement {
    note = Objects.requireNonNullElse(note, "");
  }

  /**
   * The arguments of the benchmark.
   *
   * @param percent of the amounts of data, 1 to 100
   * @param more settings which replace those of the measurement
   */
  List<String> arguments(int percent, Map<String, String> more) {
    List<String> all = new ArrayList<>();
    settings.forEach(
        (name, value) -> {
          if (!more.containsKey(name)) {
            all.add(name + "=" + scaled(name, value, percent));
          }
        });
    more.forEach((name, value) -> all.add(name + "=" + value));
    return all;
  }

  /** A file is never larger than all of them, so {@code each} follows {@code mb}. */
  private String scaled(String name, String value, int percent) {
    if (AMOUNTS.contains(name)) {
      return "" + amount(value, percent);
    }
    if (name.equals("each") && settings.containsKey("mb")) {
      return "" + Math.min(Long.parseLong(value), amount(settings.get("mb"), percent));
    }
    return value;
  }

  private static long amount(String value, int percent) {
    return Math.max(1, Long.parseLong(value) * percent / 100);
  }
}
