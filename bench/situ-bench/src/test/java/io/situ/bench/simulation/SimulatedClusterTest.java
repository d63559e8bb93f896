// SPDX-License-Identifier: Apache-2.0
package io.situ.bench.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.bench.simulation.SimulatedCluster.Result;
import io.situ.mapreduce.cost.Locality;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** All seconds are calculated ones. */
class SimulatedClusterTest {

  private static final int EACH = 40;

  /** What may be lost to the rounding of heartbeats. */
  private static final double NEARLY = 1.02;

  @TempDir private Path scratch;

  private Result run(Scenario scenario, Locality locality) throws Exception {
    return run(scenario, locality, 1).get(0);
  }

  private List<Result> run(Scenario scenario, Locality locality, int jobs) throws Exception {
    SimulatedJob job =
        SimulatedJob.of(scenario, locality, Files.createTempDirectory(scratch, "job"));
    return SimulatedCluster.run(scenario, Collections.nCopies(jobs, job), locality != Locality.OFF);
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 100})
  void evenDataStaysLocalAndTakesAsLongAsExpected(int hosts) throws Exception {
    assertEvenDataStaysLocal(hosts);
  }

  @Tag("long")
  @Test
  void evenDataStaysLocalOnAThousandHosts() throws Exception {
    assertEvenDataStaysLocal(1_000);
  }

  private void assertEvenDataStaysLocal(int hosts) throws Exception {
    Scenario even = Scenario.even(hosts, hosts * EACH);
    SimulatedJob job =
        SimulatedJob.of(even, Locality.AUTO, Files.createTempDirectory(scratch, "job"));
    Result auto = SimulatedCluster.run(even, List.of(job), true).get(0);

    double expected = job.summary().expectation().orElseThrow().mapSeconds().orElseThrow();
    assertThat(auto.remoteShare()).isZero();
    assertThat(auto.seconds()).isBetween(expected * 0.9, expected * 1.1);
    assertThat(auto.seconds()).isLessThanOrEqualTo(run(even, Locality.STRICT).seconds() * NEARLY);
  }

  @Test
  void skewedDataIsReadByAllHosts() throws Exception {
    assertSkewedDataIsReadByAll(10);
  }

  @Tag("long")
  @Test
  void skewedDataIsReadByAHundredHosts() throws Exception {
    assertSkewedDataIsReadByAll(100);
  }

  private void assertSkewedDataIsReadByAll(int hosts) throws Exception {
    Scenario skewed = Scenario.even(hosts, hosts * EACH).skewed(0.3);
    double auto = run(skewed, Locality.AUTO).seconds();

    assertThat(auto).isLessThan(run(skewed, Locality.STRICT).seconds() * 0.6);
    assertThat(auto).isLessThan(run(skewed, Locality.OFF).seconds() * 0.8);
  }

  @Test
  void hostsThatAreBusyWithOtherJobsGetLess() throws Exception {
    Scenario busy = Scenario.even(10, 10 * EACH).withOtherLoad();
    Result auto = run(busy, Locality.AUTO);

    assertThat(auto.seconds()).isLessThan(run(busy, Locality.STRICT).seconds() * 0.8);
    assertThat(auto.remoteShare()).isZero();
  }

  /** Their tasks all start at once, and tasks that run are not moved. */
  @Test
  void hostsThatAreSlowCostNoMoreThanOtherwise() throws Exception {
    Scenario slow = Scenario.even(10, 10 * EACH).withSlowHosts();

    assertThat(run(slow, Locality.AUTO).seconds())
        .isLessThanOrEqualTo(run(slow, Locality.STRICT).seconds() * NEARLY);
  }

  /** A task may have at most a gigabyte, so that hosts have several rounds of them. */
  @Test
  void tasksThatWaitForSlowHostsAreTakenOver() throws Exception {
    Scenario slow = Scenario.even(10, 3_000).withSlowHosts();
    Result auto = run(slow, Locality.AUTO);

    assertThat(auto.seconds()).isLessThan(run(slow, Locality.STRICT).seconds() * 0.95);
    assertThat(auto.remoteShare()).isBetween(0.001, 0.2);
  }

  @Test
  void aHostThatDiesAfterItTookTasksOverDelaysOnlyThose() throws Exception {
    Scenario dying = Scenario.even(10, 10 * EACH).withDeath();
    Result auto = run(dying, Locality.AUTO);

    // 20 s until it dies, 10 s until that is noticed, and the tasks once more.
    assertThat(auto.remoteShare()).isPositive();
    assertThat(auto.seconds()).isBetween(30.0, 60.0);
  }

  /** Its tasks are smaller, and others take over what waits for it. */
  @Test
  void aHostWithDataThatDiesCostsLessThanWhereEachHostReadsItsOwn() throws Exception {
    assertThatAHostThatDiesCostsLess(10);
  }

  @Tag("long")
  @Test
  void aHostOfAHundredThatDiesCostsLessThanWhereEachHostReadsItsOwn() throws Exception {
    assertThatAHostThatDiesCostsLess(100);
  }

  private void assertThatAHostThatDiesCostsLess(int hosts) throws Exception {
    Scenario dying = Scenario.even(hosts, hosts * EACH).withDeathOfHolder();

    assertThat(run(dying, Locality.AUTO).seconds())
        .isLessThan(run(dying, Locality.STRICT).seconds() * 0.9);
  }

  /** Ten times too high or too low, they cost time, and no host is left idle or overrun by it. */
  @ParameterizedTest
  @CsvSource({"start, 50s", "local, 1600k", "remote, 10m"})
  void wrongCostsCostLittle(String key, String value) throws Exception {
    assertCostsLittle(key, value);
  }

  @Tag("long")
  @ParameterizedTest
  @CsvSource({"start, 500ms", "local, 160m", "remote, 1g"})
  void costsThatAreWrongInTheOtherDirectionCostLittleToo(String key, String value)
      throws Exception {
    assertCostsLittle(key, value);
  }

  private void assertCostsLittle(String key, String value) throws Exception {
    Scenario skewed = Scenario.even(10, 10 * EACH).skewed(0.3);
    SimulatedJob job =
        SimulatedJob.of(
            skewed,
            Locality.AUTO,
            Files.createTempDirectory(scratch, "job"),
            Map.of("situ.mapreduce.cost." + key, value));
    Result wrong = SimulatedCluster.run(skewed, List.of(job), true).get(0);

    assertThat(wrong.seconds()).isLessThan(run(skewed, Locality.STRICT).seconds());
  }

  /** A pool of Ceph with few placement groups, of which a host may be first in many. */
  @ParameterizedTest
  @ValueSource(ints = {3, 10})
  void withAllCopiesTheLastHostEndsSoonAfterTheAverageOneWhateverTheGroupsDo(int hosts)
      throws Exception {
    assertTheLastHostEndsSoon(hosts);
  }

  @Tag("long")
  @Test
  void withAllCopiesTheLastOfAHundredHostsEndsSoonAfterTheAverageOne() throws Exception {
    assertTheLastHostEndsSoon(100);
  }

  private void assertTheLastHostEndsSoon(int hosts) throws Exception {
    Result auto = run(Scenario.even(hosts, hosts * EACH).withGroups(2), Locality.AUTO);

    assertThat(auto.seconds()).isLessThanOrEqualTo(auto.averageSeconds() * 1.15);
    assertThat(auto.remoteShare()).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 10})
  void withOneCopyIdleHostsTakeOverWhatTheGroupsGiveToOthers(int hosts) throws Exception {
    assertThatIdleHostsTakeOver(hosts);
  }

  @Tag("long")
  @Test
  void withOneCopyIdleHostsOfAHundredTakeOverWhatTheGroupsGiveToOthers() throws Exception {
    assertThatIdleHostsTakeOver(100);
  }

  private void assertThatIdleHostsTakeOver(int hosts) throws Exception {
    Scenario single = Scenario.even(hosts, hosts * EACH).withGroups(1);

    assertThat(run(single, Locality.AUTO).seconds())
        .isLessThan(run(single, Locality.STRICT).seconds() * 0.9);
  }

  @Test
  void twoJobsThatWantTheSameHostsBothEnd() throws Exception {
    Scenario skewed = Scenario.even(10, 10 * EACH).skewed(0.3);
    List<Result> auto = run(skewed, Locality.AUTO, 2);

    assertThat(auto).hasSize(2).allMatch(result -> result.seconds() > 0);
    double end = auto.stream().mapToDouble(Result::seconds).max().orElseThrow();
    double strict =
        run(skewed, Locality.STRICT, 2).stream().mapToDouble(Result::seconds).max().orElseThrow();
    assertThat(end).isLessThanOrEqualTo(strict * NEARLY);
  }

  @Test
  void manySplitsOnManyHostsAreDividedEvenly() throws Exception {
    SimulatedJob job = SimulatedJob.of(Scenario.even(1_000, 100_000), Locality.AUTO, scratch);

    assertThat(job.tasks()).hasSizeBetween(4_000, 8_500);
    assertThat(job.tasks().stream().mapToLong(SimulatedJob.Task::bytes).sum())
        .isEqualTo(100_000 * Scenario.SPLIT);
  }
}
