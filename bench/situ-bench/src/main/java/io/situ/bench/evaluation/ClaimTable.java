// SPDX-License-Identifier: Apache-2.0
package io.situ.bench.evaluation;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.databind.JsonNode;
import io.situ.bench.evaluation.Claim.Answer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A row for each figure of the papers, beside it what the measurements found. */
final class ClaimTable {

  private static final String HEAD =
      """

      ## The papers' figures, one by one

      Each figure that a paper gives, and what answers it here, with the name of the measurement and the
      amount of data that was measured. A figure of one way "over" another is the first one's time
      divided by the other's, so less than 1 is faster. Absolute times are not comparable with the
      papers': hosts and amounts of data are others.
      """;

  private static final Pattern AMOUNT = Pattern.compile("[0-9]+ (MB|GB|MiB|small files)");
  private static final Pattern SETTING = Pattern.compile(" mb=([0-9]+)");

  private final Path results;

  /**
   * @param results the directory of the measurements' results, {@code ID.json}
   */
  ClaimTable(Path results) {
    this.results = results;
  }

  /** Its section of the page; empty where there are no claims. */
  String text(List<Paper> papers, List<Claim> claims) throws IOException {
    StringBuilder text = new StringBuilder();
    for (Paper paper : papers) {
      List<Claim> own = claims.stream().filter(one -> one.paper().equals(paper.number())).toList();
      if (!own.isEmpty()) {
        text.append("\n### Of ").append(paper.number()).append(": ").append(paper.title());
        text.append("\n\n| | published | here |\n|---|---|---|\n");
        for (Claim claim : own) {
          text.append("| ").append(claim.subject()).append(" | ").append(claim.published());
          text.append(" | ").append(answer(claim)).append(" |\n");
        }
      }
    }
    return text.isEmpty() ? "" : HEAD + text;
  }

  private String answer(Claim claim) throws IOException {
    List<String> parts = new ArrayList<>();
    Set<String> missing = new LinkedHashSet<>();
    for (Answer answer : claim.answers()) {
      List<String> found = new ArrayList<>();
      for (String id : answer.in()) {
        Optional<JsonNode> result = EvaluationPage.result(results.resolve(id + ".json"));
        result
            .flatMap(one -> figures(one, answer, id))
            .ifPresentOrElse(found::add, () -> missing.add("`" + id + "`"));
      }
      if (!found.isEmpty()) {
        parts.add(answer.label() + ": " + String.join(", ", found));
      }
    }
    if (!missing.isEmpty()) {
      parts.add("not measured yet: " + String.join(", ", missing));
    }
    String figures = String.join("; ", parts);
    return Stream.of(figures, claim.reason())
        .filter(text -> !text.isEmpty())
        .collect(joining(". "));
  }

  /**
   * Returns the figures with their source.
   *
   * @param id names the result
   * @return empty where the result has not all of them
   */
  static Optional<String> figures(JsonNode result, Answer answer, String id) {
    for (JsonNode table : result.path("tables")) {
      boolean fits = table.has("facts") != answer.fact().isEmpty();
      if (fits && table.path("title").asText().contains(answer.table())) {
        List<String> all =
            answer.arms().stream().flatMap(arm -> figure(table, answer, arm).stream()).toList();
        return all.size() < answer.arms().size()
            ? Optional.empty()
            : Optional.of(String.join(", ", all) + unit(table, answer) + source(result, table, id));
      }
    }
    return Optional.empty();
  }

  private static Optional<String> figure(JsonNode table, Answer answer, String arm) {
    if (!answer.fact().isEmpty()) {
      JsonNode fact = table.path("facts").path(arm).path(answer.fact());
      return fact.isMissingNode() ? Optional.empty() : Optional.of(fact.asText());
    }
    Optional<Double> figure = median(table, arm);
    if (answer.over().isEmpty()) {
      return figure.map(one -> String.format(Locale.ROOT, "%.1f", one));
    }
    return median(table, answer.over()).flatMap(other -> figure.map(one -> ratio(one / other)));
  }

  private static String ratio(double value) {
    return String.format(Locale.ROOT, value >= 0.1 ? "%.2f" : "%.4f", value);
  }

  private static Optional<Double> median(JsonNode table, String arm) {
    JsonNode values = table.path("arms").path(arm);
    return values.isEmpty() ? Optional.empty() : Optional.of(Figures.of(values).median());
  }

  /** Facts have theirs in their text, and ratios have none. */
  private static String unit(JsonNode table, Answer answer) {
    boolean has = answer.fact().isEmpty() && answer.over().isEmpty();
    return has ? " " + table.path("unit").asText() : "";
  }

  private static String source(JsonNode result, JsonNode table, String id) {
    return " (`" + id + "`" + amount(result, table).map(amount -> ", " + amount).orElse("") + ")";
  }

  /** What the table's title says, or else the command. */
  private static Optional<String> amount(JsonNode result, JsonNode table) {
    Matcher title = AMOUNT.matcher(table.path("title").asText());
    if (title.find()) {
      return Optional.of(title.group());
    }
    Matcher setting = SETTING.matcher(result.path("command").asText());
    return setting.find() ? Optional.of(setting.group(1) + " MB") : Optional.empty();
  }
}
