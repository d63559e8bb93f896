// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.mapreduce.cost.Locality;
import io.situ.mapreduce.mapside.MapSideChoice;
import io.situ.mapreduce.placement.LocalityBound;
import io.situ.mapreduce.record.JobRecord.Data;
import io.situ.mapreduce.record.JobRecord.Distances;
import io.situ.mapreduce.record.JobRecord.Host;
import io.situ.mapreduce.record.JobRecord.NonLocalMap;
import io.situ.mapreduce.record.JobRecord.SchedulingDelays;
import io.situ.mapreduce.record.JobRecord.State;
import io.situ.mapreduce.record.JobRecord.Times;
import io.situ.mapreduce.record.JobRecord.Work;
import io.situ.mapreduce.regroup.PlacementSummary;
import io.situ.mapreduce.shuffle.ShuffleChoice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JobRecordsTest {

  @TempDir private Path scratch;

  @Test
  void readsWhatItWrote() throws IOException {
    JobRecord full =
        new JobRecord(
            "job_1_0002",
            "name \u0007 with \"everything\"",
            "yarn",
            State.FAILED,
            Optional.of("because"),
            new Times(5, OptionalLong.of(9)),
            new Data(
                List.of("situ:/a,b", "situ:/c"),
                OptionalLong.of(3),
                Long.MAX_VALUE,
                OptionalLong.of(1_000),
                Optional.of("situ:/o"),
                List.of("one: a, b", "two: c")),
            new Work(
                7,
                1,
                OptionalLong.of(6),
                Optional.of(new Distances(1, 2, 3, 4)),
                OptionalLong.of(10),
                OptionalLong.of(11)),
            Optional.of(
                new PlacementSummary(
                    70,
                    7,
                    Optional.of("a reason"),
                    new PlacementSummary.Rules(
                        "not grouped: a reason", "cut: another", "not asked for: a third"),
                    true,
                    List.of("node9"),
                    Optional.of(
                        new PlacementSummary.Expectation(
                            Locality.AUTO,
                            OptionalDouble.of(12.5),
                            OptionalDouble.empty(),
                            Optional.of(new LocalityBound(100, 60)))))),
            Optional.of(new MapSideChoice("sorted by prefixes: why", "not combined: why not")),
            Optional.of("read from memory: why"),
            Optional.of(new ShuffleChoice(Optional.of("/vol/x"), "it was asked for")),
            Optional.of(
                new SchedulingDelays(
                    0.5,
                    1.5,
                    OptionalLong.of(1),
                    List.of(new NonLocalMap("m_000003", "node2", List.of("node1"))))),
            Map.of("map", 1.5),
            List.of(
                new Host(
                    "node1", 7, OptionalLong.of(6), 100, Optional.of(new Distances(1, 2, 3, 4)))),
            Map.of("group", Map.of("counter", 12L)));
    JobRecord bare =
        new JobRecord(
            "job_1_0001",
            "",
            "local",
            State.RUNNING,
            Optional.empty(),
            new Times(4, OptionalLong.empty()),
            new Data(
                List.of(),
                OptionalLong.empty(),
                0,
                OptionalLong.empty(),
                Optional.empty(),
                List.of()),
            new Work(
                0,
                0,
                OptionalLong.empty(),
                Optional.empty(),
                OptionalLong.empty(),
                OptionalLong.empty()),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Map.of(),
            List.of(),
            Map.of());

    JobRecords.write(scratch.resolve("new"), full);
    JobRecords.write(scratch.resolve("new"), bare);

    assertThat(JobRecords.readAll(scratch.resolve("new"))).containsExactly(bare, full);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{}", "{\"id\":", "{\"id\":\"job_1_0001\",\"state\":\"x\"}"})
  void aDamagedRecordIsNamed(String content) throws IOException {
    Path file = Files.writeString(scratch.resolve("job_1_0001.json"), content);

    assertThatThrownBy(() -> JobRecords.readAll(scratch))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("'" + file + "' is damaged: ");
  }

  @Test
  void aDamagedRecordHidesNoOther() throws IOException {
    Path damaged = Files.writeString(scratch.resolve("job_1_0001.json"), "{");
    Files.writeString(scratch.resolve("job_1_0002.json"), "{\"id\":\"job_1_0002\"}");
    List<String> reasons = new ArrayList<>();

    assertThat(JobRecords.readIntact(scratch, e -> reasons.add(e.getMessage())))
        .extracting(JobRecord::id)
        .containsExactly("job_1_0002");
    assertThat(reasons).singleElement().asString().startsWith("'" + damaged + "' is damaged: ");
  }

  @Test
  void missingDirectoryHoldsNoRecords() throws IOException {
    assertThat(JobRecords.readAll(scratch.resolve("none"))).isEmpty();
  }
}
