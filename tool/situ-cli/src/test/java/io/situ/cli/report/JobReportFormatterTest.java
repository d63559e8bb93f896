// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.mapreduce.cost.Locality;
import io.situ.mapreduce.mapside.MapSideChoice;
import io.situ.mapreduce.placement.LocalityBound;
import io.situ.mapreduce.record.JobRecord;
import io.situ.mapreduce.record.JobRecord.Distances;
import io.situ.mapreduce.regroup.PlacementSummary;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class JobReportFormatterTest {

  private static JobRecord job(PlacementSummary binding) {
    return job(binding, Map.of());
  }

  private static JobRecord job(PlacementSummary binding, Map<String, Double> phases) {
    return job(binding, Optional.empty(), phases);
  }

  private static JobRecord job(
      PlacementSummary binding, Optional<MapSideChoice> mapSide, Map<String, Double> phases) {
    return new JobRecord(
        "job_1_0001",
        "word count",
        "yarn",
        JobRecord.State.SUCCEEDED,
        Optional.empty(),
        new JobRecord.Times(0, OptionalLong.of(1000)),
        new JobRecord.Data(
            List.of(), OptionalLong.empty(), 0, OptionalLong.empty(), Optional.empty(), List.of()),
        new JobRecord.Work(
            1,
            1,
            OptionalLong.empty(),
            Optional.of(Distances.NONE),
            OptionalLong.empty(),
            OptionalLong.empty()),
        Optional.of(binding),
        mapSide,
        mapSide.map(any -> "fetched map output read from memory: why"),
        Optional.empty(),
        Optional.empty(),
        phases,
        List.of(),
        Map.of());
  }

  @Test
  void theReportSaysHowMapsSortAndWhatReducesReadFrom() {
    PlacementSummary binding =
        new PlacementSummary(
            4,
            2,
            Optional.empty(),
            PlacementSummary.Rules.NONE,
            false,
            List.of(),
            Optional.empty());
    MapSideChoice choice =
        new MapSideChoice(
            "sorted by prefixes: its keys have a known order",
            "not combined before the sort: it has no combiner");

    assertThat(JobReportFormatter.placing(job(binding, Optional.of(choice), Map.of()), false))
        .containsExactly(
            "  splits   4 splits in 2 maps",
            "  map side sorted by prefixes: its keys have a known order; not combined before the"
                + " sort: it has no combiner",
            "  reduces  fetched map output read from memory: why");
  }

  @Test
  void hostsThatTheClusterDoesNotHaveAreNamedWithTheWayOut() {
    PlacementSummary binding =
        new PlacementSummary(
            4,
            2,
            Optional.empty(),
            PlacementSummary.Rules.NONE,
            false,
            List.of("nodeX", "nodeY"),
            Optional.empty());

    assertThat(JobReportFormatter.placing(job(binding), false))
        .containsExactly(
            "  splits   4 splits in 2 maps",
            "           the cluster has no hosts named nodeX, nodeY, which hold input; see 'situ"
                + " doctor'");
  }

  @Test
  void aJobThatWasLeftAloneSaysWhy() {
    PlacementSummary binding =
        new PlacementSummary(
            4,
            4,
            Optional.of("it has no reducers"),
            PlacementSummary.Rules.NONE,
            true,
            List.of(),
            Optional.empty());

    assertThat(JobReportFormatter.placing(job(binding), true))
        .containsExactly(
            "  splits   word count: 4 splits left as they were: it has no reducers; asked for on"
                + " their hosts only");
  }

  @Test
  void whatWasChosenAndExpectedIsSaid() {
    PlacementSummary binding =
        new PlacementSummary(
            4,
            2,
            Optional.empty(),
            PlacementSummary.Rules.NONE,
            true,
            List.of(),
            Optional.of(
                new PlacementSummary.Expectation(
                    Locality.AUTO,
                    OptionalDouble.of(26.5),
                    OptionalDouble.of(12),
                    Optional.of(new LocalityBound(4096, 3000)))));

    assertThat(JobReportFormatter.placing(job(binding, Map.of("map", 31.0)), false))
        .containsExactly(
            "  splits   4 splits in 2 maps; on their hosts, or on others where that ends earlier",
            "  plan     the earliest end of the maps, expected 26.5 s with maps of 12.0 s; the maps"
                + " took 31.0 s",
            "  possible at most 2.93 KiB of 4.00 KiB local (73 %), by the placement when it was"
                + " submitted");
  }

  @Test
  void theRulesThatDecidedAreSaid() {
    PlacementSummary.Rules rules =
        new PlacementSummary.Rules(
            "not grouped: it has no reducers", "not cut: neither", "not asked for: a loader");
    PlacementSummary binding =
        new PlacementSummary(
            4, 4, Optional.of("it has no reducers"), rules, false, List.of(), Optional.empty());

    assertThat(JobReportFormatter.placing(job(binding), false))
        .containsExactly(
            "  splits   4 splits left as they were",
            "           not grouped: it has no reducers",
            "           not cut: neither",
            "           not asked for: a loader");
  }
}
