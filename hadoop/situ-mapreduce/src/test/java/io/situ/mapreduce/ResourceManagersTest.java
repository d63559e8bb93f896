// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.mapreduce.yarn.FakeResourceManager;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whether a ResourceManager answers. */
@Timeout(60)
class ResourceManagersTest {

  private static final String ADDRESS = "yarn.resourcemanager.address";
  private static final String TIMEOUT = "ipc.client.rpc-timeout.ms";

  /** Takes no connection. */
  private static final String CLOSED = "localhost:1";

  @TempDir private Path directory;

  private static ServerSocket mute() throws IOException {
    return new ServerSocket(0, 50, InetAddress.getByName("localhost"));
  }

  private static String name(ServerSocket server) {
    return "localhost:" + server.getLocalPort();
  }

  private static Map<String, String> several(String a, String b) {
    Map<String, String> values = new HashMap<>();
    values.put("yarn.resourcemanager.ha.enabled", "true");
    values.put("yarn.resourcemanager.ha.rm-ids", "a,b");
    values.put("yarn.resourcemanager.cluster-id", "c");
    values.put(ADDRESS + ".a", a);
    values.put(ADDRESS + ".b", b);
    values.put(TIMEOUT, "500");
    return values;
  }

  private Optional<String> obstacle(Map<String, String> settings) throws IOException {
    return ResourceManagers.obstacle(directory, settings, false);
  }

  private String unanswered(String reasons) {
    return "the ResourceManager of '" + directory + "' does not answer: " + reasons;
  }

  @Test
  void jobsCanBeSubmittedWhereOneAnswers() throws IOException {
    try (FakeResourceManager yarn = new FakeResourceManager(Optional.empty(), List.of())) {
      assertThat(obstacle(yarn.client())).isEmpty();
    }
    assertThat(obstacle(Map.of())).isEmpty();
  }

  @Test
  void oneThatTakesNoConnectionsIsToBeStarted() throws IOException {
    assertThat(obstacle(Map.of(ADDRESS, CLOSED)))
        .contains(
            unanswered("localhost:1 (Connection refused); start it, or fix its address there"));
  }

  /** The kernel takes connections for it. */
  @Test
  void oneThatIsStoppedDoesNotAnswer() throws IOException {
    try (ServerSocket stopped = mute()) {
      assertThat(obstacle(Map.of(ADDRESS, name(stopped), TIMEOUT, "500")))
          .contains(
              unanswered(
                  name(stopped)
                      + " (took the connection and did not answer within 0.5 s); is it overloaded"
                      + " or stopped? How long to wait is set by ipc.client.rpc-timeout.ms"));
    }
  }

  /** As a pause of its garbage collector makes it: longer than what asks for nodes may wait. */
  @Test
  void oneThatIsSlowAnswers() throws Exception {
    try (FakeResourceManager yarn = FakeResourceManager.slow(5_500)) {
      assertThat(obstacle(yarn.client())).isEmpty();
    }
  }

  @Test
  void whatServesAnotherProtocolIsAtAnAddressThatIsToBeFixed() throws Exception {
    try (ServerSocket other = mute()) {
      Thread closes = new Thread(() -> closeAll(other));
      closes.start();
      assertThat(obstacle(Map.of(ADDRESS, name(other))))
          .contains(
              unanswered(
                  name(other)
                      + " (closed the connection without an answer); start it, or fix its address"
                      + " there"));
      other.close();
      closes.join();
    }
  }

  private static void closeAll(ServerSocket server) {
    while (!server.isClosed()) {
      try (Socket taken = server.accept()) {
        taken.shutdownOutput();
        taken.getInputStream().transferTo(OutputStream.nullOutputStream());
      } catch (IOException e) {
        // It is asked for again, or closed.
      }
    }
  }

  /** Hadoop's client waits until it is active. */
  @Test
  void oneOnStandbyAnswersWhicheverComesFirst() throws IOException {
    try (FakeResourceManager standby = FakeResourceManager.onStandby()) {
      String name = standby.client().get(ADDRESS);
      assertThat(obstacle(several(CLOSED, name))).isEmpty();
      assertThat(obstacle(several(name, CLOSED))).isEmpty();
    }
  }

  @Test
  void whereNoneOfSeveralAnswersEachIsNamedWithItsReason() throws IOException {
    try (ServerSocket stopped = mute()) {
      String first = name(stopped) + " (took the connection and did not answer within 0.5 s)";
      assertThat(obstacle(several(name(stopped), CLOSED)).orElseThrow())
          .startsWith(
              unanswered(first + ", localhost:1 (Connection refused); is it overloaded or "));
      try (FakeResourceManager yarn = new FakeResourceManager(Optional.empty(), List.of())) {
        assertThat(obstacle(several(name(stopped), yarn.client().get(ADDRESS)))).isEmpty();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "soon"})
  void aTimeoutThatIsNoneDoesNotHinderAnAnswer(String timeout) throws IOException {
    try (FakeResourceManager yarn = new FakeResourceManager(Optional.empty(), List.of())) {
      String name = yarn.client().get(ADDRESS);
      assertThat(obstacle(Map.of(ADDRESS, name, TIMEOUT, timeout))).isEmpty();
    }
  }

  @Test
  void noTicketIsAskedForWhereAProgramMayLogInItself() throws Throwable {
    KerberosRealm.run(
        () -> {
          try (ServerSocket listening = mute()) {
            Map<String, String> secure =
                Map.of(ADDRESS, name(listening), "hadoop.security.authentication", "kerberos");

            assertThatThrownBy(() -> ResourceManagers.obstacle(directory, secure, false))
                .hasMessageContaining("has no ticket that is valid: run kinit");
            assertThat(ResourceManagers.obstacle(directory, secure, true)).isEmpty();
          }
        });
  }
}
