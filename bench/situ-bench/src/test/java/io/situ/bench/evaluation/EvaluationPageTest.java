// SPDX-License-Identifier: Apache-2.0
package io.situ.bench.evaluation;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page that is made of results, and what is asked of benchmarks to get them. */
class EvaluationPageTest {

  private static final Measurement GREP =
      new Measurement(
          "000-grep",
          "grep, 100 files",
          "5 % faster",
          "inplace",
          Map.of("mb", "2500", "each", "25", "store", "ceph"),
          "The *second* arm is slow.");

  private static final Path RESULTS = Path.of("../result/evaluation");

  @TempDir private Path directory;

  private String page(String tables) throws IOException {
    return page(tables, List.of());
  }

  private String page(String tables, List<Claim> claims) throws IOException {
    Files.writeString(
        directory.resolve("000-grep.json"),
        """
        {"date": "2026-11-26", "commit": "abc", "command": "bin/dev bench inplace DIR mb=2500",
         "machine": {"processor": "one, 2 cores"}, "tables": [%s]}
        """
            .formatted(tables));
    Measurement other = new Measurement("000-other", "Other", "fast", "inplace", Map.of(), null);
    List<Paper> papers =
        List.of(
            new Paper("000", "A paper", "A. Author, *A paper*, 2016.", List.of(GREP, other)),
            new Paper("own", "A question", null, List.of()));
    new EvaluationPage(papers, claims, directory, directory).write();
    return Files.readString(directory.resolve("evaluation.md"));
  }

  @Test
  void figuresHaveMedianSpreadAndAPicture() throws IOException {
    String page =
        page(
            """
            {"title": "grep", "unit": "s",
             "arms": {"in place": [9.0, 8.0, 12.5], "copied": [20.25, 22.0, 21.0]}}
            """);

    assertThat(page)
        .contains("Published: 5 % faster.")
        .contains("| in place | 9.0 (8.0 to 12.5) | 3 |", "| copied | 21.0 (20.3 to 22.0) | 3 |")
        .contains("`bin/dev bench inplace DIR mb=2500`, 2026-11-26, commit abc")
        .contains("![grep](picture/evaluation/000-grep-1.svg)");
    assertThat(directory.resolve("picture/evaluation/000-grep-1.svg"))
        .content()
        .contains("<svg", ">in place<", ">copied<");
  }

  @Test
  void whatIsMissingIsNamedAndWhatIsNothingLeftOut() throws IOException {
    String page =
        page(
            """
            {"title": "before", "unit": "s", "arms": {"in place": [0.0], "file": [0.01]}},
            {"title": "last round", "facts": {"in place": {"maps": "6"}, "file": {"maps": "48"}}}
            """);

    assertThat(page)
        .contains("### Not measured yet\n\n- Other (`000-other`). Published: fast")
        .contains("| | in place | file |", "| maps | 6 | 48 |")
        .doesNotContain("before, in s", ".svg");
  }

  @Test
  void comparedJobsStandAtTheTopToo() throws IOException {
    String page =
        page(
            """
            {"title": "grep, 500 MB, all rounds", "unit": "s",
             "arms": {"in place": [20.0, 30.0, 40.0], "yarn, file://": [50.0, 50.0, 50.0],
                      "yarn, file://, 128 MB blocks": [45.0, 45.0, 45.0],
                      "put, then yarn, hdfs://": [60.0, 61.5, 70.0]}},
            {"title": "grep, 500 MB, the job", "unit": "s", "arms": {"in place": [1.0]}}
            """);

    assertThat(page)
        .contains("| | in place | the mount | HDFS | S3A |")
        .contains("| 000: grep, 100 files | 30.0 | 45.0 (1.50) | 61.5 (2.05) |  |")
        .contains("![The mount's time over that in place](picture/evaluation/overview.svg)");
    assertThat(directory.resolve("picture/evaluation/overview.svg")).content().contains("<svg");
  }

  @Test
  void aPaperIsCitedBelowItsHeading() throws IOException {
    assertThat(page("{\"title\": \"last round\", \"facts\": {\"in place\": {\"maps\": \"6\"}}}"))
        .contains("## 000: A paper\n\nA. Author, *A paper*, 2016.\n\n### grep, 100 files\n")
        .endsWith("\n## own: A question\n");
  }

  @Test
  void whatOnlyALaterArmHasIsShownToo() throws IOException {
    assertThat(
            page(
                """
                {"title": "small files",
                 "facts": {"in place": {"wall time": "27 s"},
                           "file": {"wall time": "280 s", "of its maps done by then": "7 %"}}}
                """))
        .contains("| wall time | 27 s | 280 s |", "| of its maps done by then |  | 7 % |");
  }

  @Test
  void aNoteStandsBetweenTheTablesAndTheCommand() throws IOException {
    String tables = "{\"title\": \"last round\", \"facts\": {\"in place\": {\"maps\": \"6\"}}}";
    assertThat(page(tables)).contains("| maps | 6 |\n\nThe *second* arm is slow.\n\n`bin/dev");
  }

  private static Claim.Answer answer(String id, String table, String over, String fact) {
    return new Claim.Answer("attached", List.of(id), table, List.of("attach"), over, fact);
  }

  @Test
  void aPapersFigureIsAnsweredByRatioFigureOrFact() throws IOException {
    String tables =
        """
        {"title": "grep, 500 MB, the job", "unit": "s",
         "arms": {"attach": [30.0, 40.0, 50.0], "put": [80.0, 79.0, 81.0]}},
        {"title": "grep, 500 MB, the job", "facts": {"attach": {"maps": "20"}}}
        """;
    List<Claim.Answer> answers =
        List.of(
            answer("000-grep", ", the job", "put", null),
            answer("000-grep", ", the job", null, null),
            answer("000-grep", ", the job", null, "maps"),
            new Claim.Answer(
                "both", List.of("000-grep"), ", the job", List.of("attach", "put"), null, null),
            answer("000-grep", ", the job", "no such arm", null),
            answer("000-other", ", the job", "put", null));

    assertThat(page(tables, List.of(new Claim("000", "grep: job", "5 % faster", answers, null))))
        .contains("### Of 000: A paper\n\n| | published | here |")
        .contains(
            "| grep: job | 5 % faster | attached: 0.50 (`000-grep`, 500 MB);"
                + " attached: 40.0 s (`000-grep`, 500 MB); attached: 20 (`000-grep`, 500 MB);"
                + " both: 40.0, 80.0 s (`000-grep`, 500 MB);"
                + " not measured yet: `000-grep`, `000-other` |");
  }

  @Test
  void whatIsNotMeasuredHasAReason() throws IOException {
    Claim claim = new Claim("000", "grep, 240 GB", "95 % less", null, "Not run here: too large");

    assertThat(page("", List.of(claim)))
        .contains("| grep, 240 GB | 95 % less | Not run here: too large |");
    assertThat(page("")).doesNotContain("one by one");
  }

  @Test
  void everyFigureOfAPaperIsAnsweredByMeasurementsThatExistOrHasAReason() throws IOException {
    Map<String, List<String>> measurements =
        Paper.all().stream()
            .collect(
                toMap(
                    Paper::number,
                    paper -> paper.measurements().stream().map(Measurement::id).toList()));

    assertThat(Claim.all())
        .hasSizeGreaterThan(40)
        .allMatch(claim -> !claim.answers().isEmpty() || !claim.reason().isEmpty())
        .allSatisfy(
            claim ->
                assertThat(measurements.values().stream().flatMap(List::stream))
                    .containsAll(
                        claim.answers().stream().flatMap(one -> one.in().stream()).toList()))
        .extracting(Claim::paper)
        .containsOnly("000", "001", "002", "003");
  }

  /** Else a name that is not written right would say for ever that nothing was measured. */
  @Test
  void whatHasAResultAnswersThePapersFigures() throws IOException {
    List<String> without = new ArrayList<>();
    for (Claim claim : Claim.all()) {
      for (Claim.Answer answer : claim.answers()) {
        for (String id : answer.in()) {
          Optional<JsonNode> result = EvaluationPage.result(RESULTS.resolve(id + ".json"));
          if (result.isPresent() && ClaimTable.figures(result.get(), answer, id).isEmpty()) {
            without.add(claim.subject() + ": " + answer.label() + ": " + id);
          }
        }
      }
    }
    assertThat(RESULTS.resolve("000-3-2-grep.json")).exists();
    assertThat(without).isEmpty();
  }

  @Test
  void sentencesAreWrapped() throws IOException {
    Measurement other =
        new Measurement(
            "000-other", "Other", "fast, ".repeat(20) + "fast", "inplace", Map.of(), null);
    String citation = "A. Author, *A paper*, " + "volume, ".repeat(20) + "2016.";
    List<Paper> papers = List.of(new Paper("000", "A paper", citation, List.of(other)));
    new EvaluationPage(papers, List.of(), directory, directory).write();

    String page = Files.readString(directory.resolve("evaluation.md"));
    assertThat(page.lines().filter(line -> !line.startsWith("|")))
        .allMatch(line -> line.length() <= 100)
        .contains("- Other (`000-other`). Published: " + "fast, ".repeat(11).strip());
    assertThat(page.lines()).filteredOn(line -> line.startsWith("  fast, ")).hasSize(1);
  }

  /** As one is whose measurement was stopped. */
  @Test
  void aResultWithoutFiguresIsNoResult() throws IOException {
    assertThat(page("")).contains("### Not measured yet").doesNotContain("commit ,");
    Path empty = Files.createFile(directory.resolve("empty.json"));
    assertThat(EvaluationPage.result(empty)).isEmpty();
  }

  @Test
  void allPapersAreCited() throws IOException {
    assertThat(Paper.all())
        .filteredOn(paper -> paper.number().startsWith("00"))
        .hasSize(4)
        .allMatch(paper -> paper.citation().endsWith("."));
  }

  @Test
  void amountsAreScaledAndSettingsReplaced() {
    assertThat(GREP.arguments(10, Map.of()))
        .containsExactlyInAnyOrder("mb=250", "each=25", "store=ceph");
    assertThat(GREP.arguments(1, Map.of("store", "gluster", "rounds", "1")))
        .containsExactlyInAnyOrder("mb=25", "each=25", "store=gluster", "rounds=1");
    Measurement single =
        new Measurement("a", "one file", "", "inplace", Map.of("mb", "500", "each", "500"), null);
    assertThat(single.arguments(20, Map.of())).containsExactlyInAnyOrder("mb=100", "each=100");
  }

  @Test
  void everyMeasurementHasANameOfItsOwnAndABenchmark() throws IOException {
    List<Measurement> all =
        Paper.all().stream().flatMap(paper -> paper.measurements().stream()).toList();

    assertThat(all).hasSizeGreaterThan(15).extracting(Measurement::id).doesNotHaveDuplicates();
    assertThat(all)
        .extracting(Measurement::benchmark)
        .containsOnly("inplace", "shuffle", "tera", "attach", "inventory", "sequential");
    assertThat(all)
        .extracting(Measurement::id)
        .allMatch(id -> id.matches("(00[0-3]|parts|stores)-[a-z0-9-]+"));
  }
}
