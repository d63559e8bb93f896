// SPDX-License-Identifier: Apache-2.0
package io.situ.bench.evaluation;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.StreamSupport;

/** The page {@code evaluation.md}, and a picture for each table with figures of several arms. */
final class EvaluationPage {

  private static final String HEAD =
      """
      # Evaluation

      What Situ goes back to, measured again with today's Hadoop: for each measurement what the paper
      says, and what was found here. `bin/dev evaluate` makes the figures and this page; `bin/dev evaluate
      --help` says how a part of it is measured. All arms run in turn, after a job that is not counted;
      with `caches=dropped` the kernel has nothing of the files in memory when a run begins. Figures are
      the median of the rounds, and from the least to the most in parentheses.

      The papers had hosts of their own. Here all hosts of a testbed share the processors of one machine,
      and each has a link of the speed that the command names: times compare the arms of one table, and
      nothing else. A host here has its share of the processors where the papers' had 2 to 36, so
      computing takes a larger part of a job than it did there, and ways to the bytes differ less. More
      hosts with tasks are no more processors: only what the store and the links serve is seen then.
      """;

  private static final ObjectMapper JSON = new ObjectMapper();

  /** In characters, as in all documents. */
  private static final int LINE_LENGTH = 100;

  private final List<Paper> papers;
  private final List<Claim> claims;
  private final Path results;
  private final Path docs;

  /**
   * @param claims figures of the papers, which a table answers
   * @param results the directory of the measurements' results, {@code ID.json}
   * @param docs where the page is written, its pictures in {@code picture/evaluation} below
   */
  EvaluationPage(List<Paper> papers, List<Claim> claims, Path results, Path docs) {
    this.papers = papers;
    this.claims = claims;
    this.results = results;
    this.docs = docs;
  }

  void write() throws IOException {
    StringBuilder page = new StringBuilder();
    EvaluationSummary summary = new EvaluationSummary();
    for (Paper paper : papers) {
      page.append("\n## ").append(paper.number()).append(": ").append(paper.title()).append('\n');
      if (!paper.citation().isEmpty()) {
        page.append('\n').append(wrap(paper.citation(), "")).append('\n');
      }
      List<String> missing = new ArrayList<>();
      for (Measurement one : paper.measurements()) {
        Optional<JsonNode> result = result(results.resolve(one.id() + ".json"));
        if (result.isPresent()) {
          summary.add(paper.number(), one, result.get());
          page.append(section(one, result.get()));
        } else {
          String published = one.published().isEmpty() ? "" : " Published: " + one.published();
          missing.add(wrap("- " + one.title() + " (`" + one.id() + "`)." + published, "  "));
        }
      }
      if (!missing.isEmpty()) {
        page.append("\n### Not measured yet\n\n").append(String.join("\n", missing)).append('\n');
      }
    }
    String answers = new ClaimTable(results).text(papers, claims);
    Files.writeString(docs.resolve("evaluation.md"), HEAD + overview(summary) + answers + page);
  }

  /** Returns what was measured; empty where nothing was, as of a file without figures. */
  static Optional<JsonNode> result(Path file) throws IOException {
    return Files.exists(file)
        ? Optional.of(JSON.readTree(file.toFile())).filter(found -> !found.path("tables").isEmpty())
        : Optional.empty();
  }

  private String overview(EvaluationSummary summary) throws IOException {
    Path file = pictures().resolve("overview.svg");
    return summary.draw(file)
        ? summary.text() + shown("The mount's time over that in place", "overview")
        : summary.text();
  }

  private String section(Measurement one, JsonNode result) throws IOException {
    StringBuilder text = new StringBuilder("\n### " + one.title() + "\n\n");
    if (!one.published().isEmpty()) {
      text.append(wrap("Published: " + one.published() + ".", "")).append('\n');
    }
    int number = 0;
    for (JsonNode table : result.path("tables")) {
      text.append(table.has("arms") ? figures(table) : facts(table));
      if (table.path("arms").size() > 1 && !isNothing(table)) {
        number++;
        text.append(picture(one.id() + "-" + number, table));
      }
    }
    if (!one.note().isEmpty()) {
      text.append('\n').append(wrap(one.note(), "")).append('\n');
    }
    String origin =
        "`%s`, %s, commit %s, %s."
            .formatted(
                result.path("command").asText(),
                result.path("date").asText(),
                result.path("commit").asText(),
                machine(result.path("machine")));
    return text.append('\n').append(wrap(origin, "")).append('\n').toString();
  }

  /**
   * Breaks a paragraph into lines.
   *
   * @param indent of the lines after the first
   */
  private static String wrap(String paragraph, String indent) {
    StringBuilder lines = new StringBuilder();
    int length = 0;
    for (String word : paragraph.split(" ")) {
      if (length > 0 && length + 1 + word.length() > LINE_LENGTH) {
        lines.append('\n').append(indent);
        length = indent.length();
      } else if (length > 0) {
        lines.append(' ');
        length++;
      }
      lines.append(word);
      length += word.length();
    }
    return lines.toString();
  }

  private static String machine(JsonNode facts) {
    return StreamSupport.stream(
            ((Iterable<Map.Entry<String, JsonNode>>) facts::fields).spliterator(), false)
        .map(fact -> fact.getKey() + " " + fact.getValue().asText())
        .collect(joining(", "));
  }

  /** Such as the time before the job, in arms that do nothing before it. */
  private static boolean isNothing(JsonNode table) {
    return arms(table).values().stream().allMatch(Figures::isNothing);
  }

  private static Map<String, Figures> arms(JsonNode table) {
    Map<String, Figures> arms = new LinkedHashMap<>();
    table
        .path("arms")
        .fields()
        .forEachRemaining(arm -> arms.put(arm.getKey(), Figures.of(arm.getValue())));
    return arms;
  }

  private static String figures(JsonNode table) {
    if (isNothing(table)) {
      return "";
    }
    String unit = table.path("unit").asText();
    StringBuilder text = new StringBuilder("\n" + table.path("title").asText() + ", in " + unit);
    text.append(":\n\n| | median (least to most) | rounds |\n|---|---:|---:|\n");
    arms(table)
        .forEach(
            (arm, figures) ->
                text.append("| " + arm + " | " + figures + " | " + figures.rounds() + " |\n"));
    return text.toString();
  }

  private static String facts(JsonNode table) {
    JsonNode facts = table.path("facts");
    List<String> arms = new ArrayList<>();
    facts.fieldNames().forEachRemaining(arms::add);
    StringBuilder text = new StringBuilder("\n" + table.path("title").asText() + ":\n\n");
    text.append("| | ").append(String.join(" | ", arms)).append(" |\n|---");
    text.append("|---:".repeat(arms.size())).append("|\n");
    Set<String> rows = new LinkedHashSet<>();
    facts.forEach(arm -> arm.fieldNames().forEachRemaining(rows::add));
    for (String row : rows) {
      text.append("| ").append(row).append(" | ");
      text.append(
          arms.stream().map(arm -> facts.path(arm).path(row).asText()).collect(joining(" | ")));
      text.append(" |\n");
    }
    return text.toString();
  }

  private String picture(String name, JsonNode table) throws IOException {
    String title = table.path("title").asText();
    FigureChart.write(
        title, table.path("unit").asText(), arms(table), pictures().resolve(name + ".svg"));
    return shown(title, name);
  }

  private Path pictures() throws IOException {
    return Files.createDirectories(docs.resolve("picture/evaluation"));
  }

  private static String shown(String title, String name) {
    return String.format(Locale.ROOT, "%n![%s](picture/evaluation/%s.svg)%n", title, name);
  }
}
