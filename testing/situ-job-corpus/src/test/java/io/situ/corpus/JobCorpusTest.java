// SPDX-License-Identifier: Apache-2.0
package io.situ.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.situ.corpus.Run.Side;
import io.situ.corpus.job.Families;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs every job of the corpus twice, stock on {@code file://} and in place on {@code situ://}, and
 * compares what a user gets: output files record by record, side files and counters.
 */
@Tag("end-to-end")
class JobCorpusTest {

  private static final int MIN_JOBS = 60;
  private static final Pattern CHOSEN = Pattern.compile(System.getProperty("corpus.jobs", ".*"));
  private static final Path REPORT = Path.of("target", "job-corpus.tsv");

  @TempDir private static Path scratch;

  private static final Map<String, String> DECISIONS = new TreeMap<>();
  private static final ExecutorService BESIDE = Executors.newSingleThreadExecutor();
  private static Inputs inputs;

  @BeforeAll
  static void prepare() throws IOException {
    inputs = new Inputs(scratch);
  }

  @AfterAll
  static void report() throws IOException {
    BESIDE.shutdown();
    Files.createDirectories(REPORT.getParent());
    Files.write(
        REPORT, DECISIONS.entrySet().stream().map(e -> e.getKey() + "\t" + e.getValue()).toList());
  }

  static Stream<CorpusJob> jobs() {
    return Families.jobs().stream().filter(job -> !job.variant());
  }

  static Stream<CorpusJob> variants() {
    return Families.jobs().stream().filter(CorpusJob::variant);
  }

  @Test
  void namesAreUniqueAndThereAreEnoughJobs() {
    assertThat(Families.jobs()).extracting(CorpusJob::name).doesNotHaveDuplicates();
    assertThat(jobs()).hasSizeGreaterThan(MIN_JOBS);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("jobs")
  void inPlaceGivesTheStockAnswer(CorpusJob job) throws Exception {
    assertGivesTheStockAnswer(job);
  }

  @Tag("long")
  @ParameterizedTest(name = "{0}")
  @MethodSource("variants")
  void variantsInPlaceGiveTheStockAnswer(CorpusJob job) throws Exception {
    assertGivesTheStockAnswer(job);
  }

  private static void assertGivesTheStockAnswer(CorpusJob job) throws Exception {
    assumeTrue(CHOSEN.matcher(job.name()).matches(), "not chosen by -Dcorpus.jobs");
    Run stock = new Run(job, Side.STOCK, inputs, scratch);
    Run inPlace = new Run(job, Side.IN_PLACE, inputs, scratch);
    Future<?> other = job.statics().isEmpty() ? start(job, stock) : null;
    if (other == null) {
      job.program().run(stock);
    }
    job.program().run(inPlace);
    if (other != null) {
      other.get();
    }
    Optional<Decision> decision = Decision.of(inPlace.records());
    String decided = decision.map(Decision::toString).orElse("no job was submitted");
    DECISIONS.put(job.name(), "DIFFERS\t" + decided);

    assertSame(stock.result(), inPlace.result());
    DECISIONS.put(job.name(), "same\t" + decided);
    assertDecided(job.grouping(), decision);
  }

  private static Future<?> start(CorpusJob job, Run run) {
    return BESIDE.submit(
        () -> {
          job.program().run(run);
          return null;
        });
  }

  private static void assertSame(Result stock, Result inPlace) {
    assertThat(inPlace.ends()).as("how its jobs end").isEqualTo(stock.ends()).isNotEmpty();
    assertThat(inPlace.files().keySet()).as("output files").isEqualTo(stock.files().keySet());
    stock
        .files()
        .forEach(
            (file, records) -> {
              List<String> others = inPlace.files().get(file);
              assertThat(others.equals(records))
                  .as("%s: %s", file, firstDifference(records, others))
                  .isTrue();
            });
    assertThat(inPlace.counters()).as("counters").isEqualTo(stock.counters());
    assertThat(
            stock.ends().contains("failed") || stock.counters().size() + stock.files().size() > 0)
        .as("there is a result")
        .isTrue();
  }

  /** Records may be long: only the beginnings of the first two that differ are shown. */
  private static String firstDifference(List<String> stock, List<String> inPlace) {
    for (int i = 0; i < Math.min(stock.size(), inPlace.size()); i++) {
      if (!stock.get(i).equals(inPlace.get(i))) {
        return "record %d is '%s' in place and '%s' stock"
            .formatted(i, beginning(inPlace.get(i)), beginning(stock.get(i)));
      }
    }
    return inPlace.size() + " records in place and " + stock.size() + " stock";
  }

  private static String beginning(String record) {
    return record.strip().substring(0, Math.min(80, record.strip().length()));
  }

  private static void assertDecided(Grouping grouping, Optional<Decision> decision) {
    switch (grouping) {
      case GROUPED ->
          assertThat(decision)
              .hasValueSatisfying(made -> assertThat(made.isGrouped()).as("%s", made).isTrue());
      case SEPARATE ->
          assertThat(decision)
              .hasValueSatisfying(made -> assertThat(made.isGrouped()).as("%s", made).isFalse());
      case EITHER -> {}
    }
  }
}
