// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.mapreduce.yarn.FakeResourceManager;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a cluster says about jobs and its nodes, asked by the protocol of its clients. */
class ClusterJobsTest {

  private static final String JOB = "job_1500000000000_0007";

  @TempDir private Path directory;

  private static Map<String, String> with(Map<String, String> client, String... more) {
    Map<String, String> values = new HashMap<>(client);
    for (int i = 0; i < more.length; i += 2) {
      values.put(more[i], more[i + 1]);
    }
    return values;
  }

  @ParameterizedTest
  @EnumSource(YarnApplicationState.class)
  void aJobIsOverOnceItsApplicationHasEnded(YarnApplicationState state) throws IOException {
    try (FakeResourceManager yarn = new FakeResourceManager(Optional.of(state), List.of())) {
      boolean ended =
          state == YarnApplicationState.FINISHED
              || state == YarnApplicationState.FAILED
              || state == YarnApplicationState.KILLED;
      assertThat(ClusterJobs.isOver(yarn.client(), JOB)).isEqualTo(ended);
    }
  }

  /** The web server's policy does not matter. */
  @Test
  void aJobThatItsClusterDoesNotKnowIsOver() throws IOException {
    try (FakeResourceManager yarn = new FakeResourceManager(Optional.empty(), List.of())) {
      assertThat(ClusterJobs.isOver(with(yarn.client(), "yarn.http.policy", "HTTPS_ONLY"), JOB))
          .isTrue();
    }
  }

  @Test
  void theOneThatAnswersOfSeveralResourceManagersIsAsked() throws IOException {
    try (FakeResourceManager yarn =
        new FakeResourceManager(Optional.of(YarnApplicationState.KILLED), List.of("node1"))) {
      Map<String, String> several =
          Map.of(
              "yarn.resourcemanager.ha.enabled", "true",
              "yarn.resourcemanager.ha.rm-ids", "a,b",
              "yarn.resourcemanager.cluster-id", "c",
              "yarn.resourcemanager.address.a", "localhost:1",
              "yarn.resourcemanager.address.b", yarn.client().get("yarn.resourcemanager.address"));

      assertThat(ClusterJobs.isOver(several, JOB)).isTrue();
      assertThat(ResourceManagers.hosts(several).orElseThrow()).containsExactly("node1");
    }
  }

  @Test
  void whereNoneAnswersNothingIsKnown() {
    Map<String, String> silent = Map.of("yarn.resourcemanager.address", "localhost:1");

    assertThatThrownBy(() -> ClusterJobs.isOver(silent, JOB))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("no ResourceManager answers: localhost:1 (");
    assertThatThrownBy(() -> ClusterJobs.isOver(Map.of(), JOB))
        .isInstanceOf(IOException.class)
        .hasMessage("its configuration names no ResourceManager");
    assertThatThrownBy(
            () -> ClusterJobs.isOver(Map.of("yarn.resourcemanager.address", "localhost:x"), JOB))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void hostsAreThoseOfAllNodes() throws IOException {
    try (FakeResourceManager yarn =
        new FakeResourceManager(Optional.empty(), List.of("node2", "node1", "node2"))) {
      assertThat(ResourceManagers.hosts(yarn.client()).orElseThrow())
          .containsExactly("node1", "node2");
    }
    assertThat(ResourceManagers.hosts(Map.of())).isEmpty();
  }

  private Optional<?> find(FakeResourceManager yarn, String key, String value) throws Exception {
    Files.writeString(
        directory.resolve("mapred-site.xml"),
        "<configuration><property><name>%s</name><value>%s</value></property></configuration>"
            .formatted(key, value));
    return ClusterJobs.find(directory, yarn.client(), JOB);
  }

  @Test
  void anAddressOfTheHistoryServerThatIsNotValidIsNamedWithItsKey() {
    try (FakeResourceManager yarn = new FakeResourceManager(Optional.empty(), List.of())) {
      assertThatThrownBy(() -> find(yarn, "mapreduce.jobhistory.address", "localhost:port"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("localhost:port")
          .hasMessageContaining("'mapreduce.jobhistory.address'");
    }
  }

  @Test
  void aClientThatCannotBeMadeIsAClusterThatDoesNotAnswer() {
    try (FakeResourceManager yarn = new FakeResourceManager(Optional.empty(), List.of())) {
      assertThatThrownBy(() -> find(yarn, "yarn.ipc.rpc.class", "no.Such"))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("no.Such");
    }
  }
}
