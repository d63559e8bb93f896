// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.regroup;

import static io.situ.mapreduce.regroup.WrittenJob.split;
import static org.assertj.core.api.Assertions.assertThat;

import io.situ.mapreduce.split.RegroupPolicy;
import io.situ.mapreduce.split.SubmittedSplits.RawSplit;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a store calls its hosts, and what the cluster does. */
class ClusterHostsTest {

  @TempDir private Path scratch;

  private WrittenJob job;

  @BeforeEach
  void prepare() throws Exception {
    job = new WrittenJob(scratch);
  }

  @Test
  void theCaseOfAHostsNameDoesNotMatterAndTheClustersSpellingIsAskedFor() throws Exception {
    job.write(
        split("a", 0, 100 << 20, "NODE1.example", "node1.Example"),
        split("b", 0, 100 << 20, "node2.example"));
    PlacementSummary binding = job.bind(1, "Node1.example", "NODE2.EXAMPLE");

    assertThat(binding.unknownHosts()).isEmpty();
    assertThat(binding.strict()).isTrue();
    assertThat(binding.rules().asking()).isEmpty();
    assertThat(job.tasks().stream().map(task -> task.hosts()))
        .containsExactlyInAnyOrder(List.of("Node1.example"), List.of("NODE2.EXAMPLE"));
  }

  @Test
  void splitsThatAreLeftAsTheyWereAskForTheClustersSpellingToo() throws Exception {
    job.conf.set(RegroupPolicy.MODE.name(), "off");
    job.write(split("a", 0, 100, "NODE1"), split("b", 0, 100, "node2"));
    job.bind(1, "node1", "node2");

    assertThat(job.tasks().stream().map(task -> task.hosts()))
        .containsExactly(List.of("node1"), List.of("node2"));
  }

  /** As while a cluster starts: nothing is known of how long its maps will take. */
  @Test
  void whereNoHostRunsYetReducesStartAsHadoopStartsThem() throws Exception {
    job.write(split("a", 0, 100 << 20, "node1"), split("b", 0, 100 << 20, "node2"));
    PlacementSummary binding = job.bind(1);

    assertThat(binding.expectation().orElseThrow().mapSeconds()).isEmpty();
    assertThat(binding.strict()).isFalse();
    assertThat(job.handedOn().get(MRJobConfig.COMPLETED_MAPS_FOR_REDUCE_SLOWSTART))
        .isNotEqualTo("0");
    assertThat(job.handedOn().get(MRJobConfig.MR_AM_TO_RM_HEARTBEAT_INTERVAL_MS))
        .isNotEqualTo("250");
  }

  /** The application master looks for what asks strictly among Hadoop's own classes. */
  @Test
  void aJobWithAClassLoaderOfItsOwnLeavesItsHostsToTheScheduler() throws Exception {
    job.conf.setBoolean(MRJobConfig.MAPREDUCE_JOB_CLASSLOADER, true);
    job.write(split("a", 0, 100 << 20, "node1"), split("b", 0, 100 << 20, "node2"));
    PlacementSummary binding = job.bind(1, "node1", "node2");

    assertThat(binding.strict()).isFalse();
    assertThat(binding.rules().asking())
        .isEqualTo(
            "not asked for on their hosts only: mapreduce.job.classloader=true hides Situ's classes"
                + " from Hadoop's own in the application master");
    assertThat(PlacementSummary.of(job.handedOn())).contains(binding);
    assertThat(job.handedOn().get(YarnConfiguration.IPC_RPC_IMPL, "")).doesNotStartWith("io.situ.");
    assertThat(job.tasks().stream().map(task -> task.hosts()))
        .containsExactlyInAnyOrder(List.of("node1"), List.of("node2"));
  }

  @Test
  void hostsThatTheClusterDoesNotHaveAreNamedAndNotAskedFor() throws Exception {
    job.write(
        split("a", 0, 100 << 20, "nodeX", "node1"),
        split("b", 0, 100 << 20, "nodeX", "node2"),
        split("c", 0, 100 << 20, "nodeX"));
    PlacementSummary binding = job.bind(1, "node1", "node2");

    assertThat(binding.unknownHosts()).containsExactly("nodeX");
    assertThat(binding.strict()).isFalse();
    assertThat(PlacementSummary.of(job.handedOn())).contains(binding);
    assertThat(job.tasks().stream().flatMap(task -> task.hosts().stream()))
        .doesNotContain("nodeX")
        .contains("node1", "node2");
  }

  /** As splits of {@code file://} and {@code s3a://} name it. */
  @Test
  void aHostThatStandsForNoKnownHostIsNotMissing() throws Exception {
    job.write(
        split("a", 0, 100 << 20, "localhost"), split("b", 0, 100 << 20, "localhost", "nodeX"));
    PlacementSummary binding = job.bind(1, "node1", "node2");

    assertThat(binding.unknownHosts()).containsExactly("nodeX");
    assertThat(binding.strict()).isFalse();
    assertThat(job.tasks()).isNotEmpty().allMatch(task -> task.hosts().isEmpty());
  }

  @Test
  void aClusterOfThisHostAloneMayHaveItsNodeManagerBeLocalhost() throws Exception {
    job.write(split("a", 0, 100 << 20, "localhost"));
    PlacementSummary binding = job.bind(1, "localhost");

    assertThat(binding.unknownHosts()).isEmpty();
    assertThat(job.tasks().stream().map(task -> task.hosts()))
        .containsExactly(List.of("localhost"));
  }

  /** A map asks for one host, and reads on others that hold its bytes as well. */
  @ParameterizedTest
  @ValueSource(strings = {"auto", "off"})
  void allHostsThatHoldATasksBytesAreKnown(String grouping) throws Exception {
    job.conf.set(RegroupPolicy.MODE.name(), grouping);
    job.write(
        split("a", 0, 100 << 20, "node1", "NODE2"),
        split("b", 0, 100 << 20, "node2", "node1"),
        split("c", 0, 100 << 20, "node3"));
    job.bind(1, "node1", "node2", "node3");

    List<RawSplit> tasks = job.tasks();
    assertThat(tasks).allMatch(task -> task.hosts().size() == 1);
    for (int i = 0; i < tasks.size(); i++) {
      boolean third = tasks.get(i).hosts().contains("node3");
      assertThat(job.holders().get(i))
          .containsExactlyInAnyOrderElementsOf(
              third ? List.of("node3") : List.of("node1", "node2"));
    }
    assertThat(job.holders()).hasSameSizeAs(tasks);
  }
}
