// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.certify;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What a certification found: one report for a person or a program. Not thread-safe. */
public final class CertifyReport {

  private record Check(String part, Finding finding) {}

  private final String directory;
  private final Instant started = Instant.now().truncatedTo(ChronoUnit.SECONDS);
  private final long start = System.nanoTime();
  private final List<String> environment = new ArrayList<>();
  private final List<Check> checks = new ArrayList<>();
  private final Map<String, Double> seconds = new LinkedHashMap<>();

  /**
   * @param directory as it was named
   */
  public CertifyReport(String directory) {
    this.directory = directory;
  }

  /** Adds a line about what the certification ran on. */
  public void environment(String line) {
    environment.add(line);
  }

  /** Adds what was found in a part. */
  public void add(String part, Finding finding) {
    checks.add(new Check(part, finding));
  }

  /** Adds how long a part took. */
  public void time(String part, long nanos) {
    seconds.merge(part, nanos / 1e9, Double::sum);
  }

  /** Returns whether something is wrong. */
  public boolean failed() {
    return count(Finding.Severity.WRONG) > 0;
  }

  private long count(Finding.Severity grade) {
    return checks.stream().filter(check -> check.finding().grade() == grade).count();
  }

  private static String word(Finding.Severity grade) {
    return switch (grade) {
      case OK -> "ok";
      case NOTE -> "note";
      case WRONG -> "FAILED";
    };
  }

  private static String text(double seconds) {
    return String.format(Locale.ROOT, "%.1f s", seconds);
  }

  private String result() {
    return (failed() ? "FAILED" : "passed")
        + ": "
        + count(Finding.Severity.WRONG)
        + " failed, "
        + count(Finding.Severity.NOTE)
        + " noted, "
        + count(Finding.Severity.OK)
        + " ok in "
        + text((System.nanoTime() - start) / 1e9);
  }

  /** Returns the report as text; names in it may have any character. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add("Certification of " + directory + " at " + started);
    environment.forEach(line -> lines.add("  " + line));
    String part = "";
    for (Check check : checks) {
      if (!check.part().equals(part)) {
        part = check.part();
        Double time = seconds.get(part);
        lines.add(part + (time == null ? "" : " (" + text(time) + ")"));
      }
      Finding finding = check.finding();
      lines.add(
          String.format(
              Locale.ROOT,
              "  %-6s  %-11s %s",
              word(finding.grade()),
              finding.topic(),
              finding.what()));
      if (!finding.remedy().isEmpty()) {
        lines.add(" ".repeat(22) + "-> " + finding.remedy());
      }
    }
    lines.add(result());
    return lines;
  }

  /** Returns the report as JSON. */
  public ObjectNode json() {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("directory", directory).put("started", started.toString());
    node.put("result", failed() ? "FAILED" : "ok");
    node.put("failed", count(Finding.Severity.WRONG)).put("notes", count(Finding.Severity.NOTE));
    node.put("seconds", (System.nanoTime() - start) / 1e9);
    ArrayNode lines = node.putArray("environment");
    environment.forEach(lines::add);
    ArrayNode list = node.putArray("checks");
    for (Check check : checks) {
      Finding finding = check.finding();
      list.addObject()
          .put("part", check.part())
          .put("grade", word(finding.grade()))
          .put("topic", finding.topic())
          .put("what", finding.what())
          .put("remedy", finding.remedy());
    }
    ObjectNode times = node.putObject("parts");
    seconds.forEach(times::put);
    return node;
  }
}
