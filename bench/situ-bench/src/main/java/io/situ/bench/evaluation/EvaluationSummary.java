// SPDX-License-Identifier: Apache-2.0
package io.situ.bench.evaluation;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A row for each measurement that compares jobs in place with the same jobs on the mount, after a
 * copy into HDFS, or on S3 objects: what they took, from the first command to the last answer.
 */
final class EvaluationSummary {

  /** Ends of the titles of the tables that have it, by benchmark. */
  private static final Map<String, String> WHOLE =
      Map.of("inplace", ", all rounds", "tera", "all three");

  private static final String IN_PLACE = "in place";
  private static final List<String> MOUNTS =
      List.of("yarn, file://", "yarn, file://, 128 MB blocks");

  /** Of each column, the arms that may be in it: the fastest of a table is. */
  private static final Map<String, List<String>> OTHERS = new LinkedHashMap<>();

  static {
    OTHERS.put("the mount", MOUNTS);
    OTHERS.put("HDFS", List.of("put, then yarn, hdfs://", "yarn, hdfs://"));
    OTHERS.put("S3A", List.of("yarn, s3a://"));
  }

  /** Medians by arm of one measurement. */
  private record Row(String name, Map<String, Double> seconds) {

    double inPlace() {
      return seconds.get(IN_PLACE);
    }

    Optional<Double> of(List<String> arms) {
      return arms.stream().filter(seconds::containsKey).map(seconds::get).min(Double::compare);
    }
  }

  private final Map<String, Row> rows = new LinkedHashMap<>();

  /** Adds a measurement's result, if it compares such jobs. */
  void add(String paper, Measurement one, JsonNode result) {
    String whole = WHOLE.get(one.benchmark());
    for (JsonNode table : result.path("tables")) {
      boolean isIt = whole != null && table.path("title").asText().endsWith(whole);
      if (isIt && table.path("arms").has(IN_PLACE)) {
        Map<String, Double> seconds = new LinkedHashMap<>();
        table
            .path("arms")
            .fields()
            .forEachRemaining(
                arm -> seconds.put(arm.getKey(), Figures.of(arm.getValue()).median()));
        rows.put(one.id(), new Row(paper + ": " + one.title(), seconds));
      }
    }
  }

  /** Its section of the page; empty where nothing was added. */
  String text() {
    if (rows.isEmpty()) {
      return "";
    }
    StringBuilder text =
        new StringBuilder(
            """

            ## At a glance

            Medians in seconds, and in parentheses how many times as long as in place; for HDFS with the copy
            into it, if what is read lay on the store; for the mount with blocks of the size that is faster,
            where two were tried. Titles are those of the full sizes; the sections below say what was run.

            | | in place |""");
    OTHERS.keySet().forEach(name -> text.append(' ').append(name).append(" |"));
    text.append("\n|---|---:").append("|---:".repeat(OTHERS.size())).append("|\n");
    for (Row row : rows.values()) {
      text.append("| ").append(row.name()).append(" | ").append(number(row.inPlace())).append(" |");
      for (List<String> arms : OTHERS.values()) {
        text.append(' ').append(row.of(arms).map(one -> cell(one, row)).orElse("")).append(" |");
      }
      text.append('\n');
    }
    return text.toString();
  }

  private static String cell(double seconds, Row row) {
    return number(seconds) + String.format(Locale.ROOT, " (%.2f)", seconds / row.inPlace());
  }

  private static String number(double seconds) {
    return String.format(Locale.ROOT, "%.1f", seconds);
  }

  /**
   * Writes a picture of the mount's times, each as a multiple of that in place.
   *
   * @return whether there is anything to show
   */
  boolean draw(Path file) throws IOException {
    Map<String, Figures> times = new LinkedHashMap<>();
    for (Map.Entry<String, Row> entry : rows.entrySet()) {
      Row row = entry.getValue();
      row.of(MOUNTS)
          .map(mount -> mount / row.inPlace())
          .ifPresent(ratio -> times.put(entry.getKey(), new Figures(ratio, ratio, ratio, 1)));
    }
    if (times.isEmpty()) {
      return false;
    }
    FigureChart.write("The mount's time over that in place", "times", times, file);
    return true;
  }
}
