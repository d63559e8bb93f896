// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.mapreduce.yarn.FakeResourceManager;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.security.SaslRpcServer.AuthMethod;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a cluster says about jobs and its nodes, asked by the protocol of its clients. */
class ClusterJobsTest {

  private static final String JOB = "job_1500000000000_0007";
  private static final Instant LONG_AGO = Instant.EPOCH;

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
      assertThat(ClusterJobs.doubt(yarn.client(), JOB, LONG_AGO))
          .isEqualTo(ended ? Optional.empty() : Optional.of(JOB + " still runs on YARN"));
    }
  }

  /** The web server's policy does not matter. */
  @Test
  void aJobThatItsClusterDoesNotKnowIsOverOnceItWasSubmitted() throws IOException {
    try (FakeResourceManager yarn = new FakeResourceManager(Optional.empty(), List.of())) {
      Map<String, String> client = with(yarn.client(), "yarn.http.policy", "HTTPS_ONLY");
      assertThat(ClusterJobs.doubt(client, JOB, LONG_AGO)).isEmpty();
      assertThat(ClusterJobs.doubt(client, JOB, Instant.now()))
          .contains("YARN does not know " + JOB + ", and may still receive it");
    }
  }

  /** What was sent to it may be answered after minutes; two tries of half a second are made. */
  @Test
  @Timeout(60)
  void aResourceManagerThatTakesConnectionsAndDoesNotAnswerIsGivenUp() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getByName("localhost"))) {
      Map<String, String> client = silent(silent);

      assertThatThrownBy(() -> ClusterJobs.doubt(client, JOB, LONG_AGO))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("SocketTimeoutException");
      assertThatThrownBy(() -> ClusterJobs.find(directory, client, JOB))
          .isInstanceOf(IOException.class);
    }
  }

  private static Map<String, String> silent(ServerSocket listening) {
    return Map.of(
        "yarn.resourcemanager.address",
        "localhost:" + listening.getLocalPort(),
        "ipc.client.rpc-timeout.ms",
        "500");
  }

  private static Map<String, String> withKerberos(Map<String, String> client) {
    return with(client, "hadoop.security.authentication", "kerberos");
  }

  /** Its own configuration says that it has no Kerberos. */
  @Test
  void aClusterWithoutKerberosIsAskedAlsoAfterOneThatHasIt() throws Throwable {
    KerberosRealm.run(
        () -> {
          try (FakeResourceManager yarn =
              new FakeResourceManager(Optional.of(YarnApplicationState.KILLED), List.of())) {
            Map<String, String> secure = withKerberos(yarn.client());
            assertThatThrownBy(() -> ClusterJobs.doubt(secure, JOB, LONG_AGO))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("has no ticket that is valid: run kinit");

            assertThat(ClusterJobs.doubt(yarn.client(), JOB, LONG_AGO)).isEmpty();
            UserGroupInformation.setLoginUser(
                UserGroupInformation.createRemoteUser("alice", AuthMethod.KERBEROS));
            assertThatThrownBy(() -> ClusterJobs.doubt(secure, JOB, LONG_AGO))
                .as("a server that does not prove who it is")
                .isInstanceOf(IOException.class)
                .hasMessageContaining("Server asks us to fall back to SIMPLE auth");
          }
        });
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

      assertThat(ClusterJobs.doubt(several, JOB, LONG_AGO)).isEmpty();
      assertThat(ResourceManagers.hosts(several).orElseThrow()).containsExactly("node1");
    }
  }

  @Test
  void whereNoneAnswersNothingIsKnown() {
    Map<String, String> silent = Map.of("yarn.resourcemanager.address", "localhost:1");

    assertThatThrownBy(() -> ClusterJobs.doubt(silent, JOB, LONG_AGO))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("no ResourceManager answers: localhost:1 (");
    assertThatThrownBy(() -> ClusterJobs.doubt(Map.of(), JOB, LONG_AGO))
        .isInstanceOf(IOException.class)
        .hasMessage("its configuration names no ResourceManager");
    Map<String, String> invalid = Map.of("yarn.resourcemanager.address", "localhost:x");
    assertThatThrownBy(() -> ClusterJobs.doubt(invalid, JOB, LONG_AGO))
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

  @ParameterizedTest
  @ValueSource(strings = {"localhost:port", "localhost"})
  void anAddressOfTheHistoryServerThatIsNotValidIsNamedWithItsKey(String address) {
    try (FakeResourceManager yarn = new FakeResourceManager(Optional.empty(), List.of())) {
      assertThatThrownBy(() -> find(yarn, "mapreduce.jobhistory.address", address))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(address)
          .hasMessageContaining("'mapreduce.jobhistory.address'");
    }
  }

  /** An empty value in a file is none for Hadoop: its default is asked. */
  @Test
  void whereTheAddressOfTheHistoryServerIsSetToNothingThereIsNone() throws Exception {
    try (FakeResourceManager yarn = new FakeResourceManager(Optional.empty(), List.of())) {
      Map<String, String> client = with(yarn.client(), "mapreduce.jobhistory.address", "");
      assertThat(ClusterJobs.find(directory, client, JOB)).isEmpty();
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
