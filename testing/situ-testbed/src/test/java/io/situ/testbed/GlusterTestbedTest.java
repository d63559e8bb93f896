// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.testbed.host.HostBytes;
import io.situ.testbed.state.TestbedOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Three hosts on a GlusterFS volume with two replicas. */
@Tag("cluster")
class GlusterTestbedTest {

  private static final int MEGABYTE = 1 << 20;

  @RegisterExtension
  static final TestbedExtension TESTBED =
      TestbedExtension.of(TestbedOptions.gluster(3, 2).withLink("1gbit").withoutHadoop());

  private final Testbed testbed = TESTBED.testbed();

  @Test
  void everyFileIsWholeOnTwoHosts() throws IOException {
    byte[] content = content(3 * MEGABYTE);
    Files.write(testbed.mount().resolve("whole"), content);

    List<Path> copies = copies("whole");
    assertThat(copies).hasSize(2);
    assertThat(copies.stream().map(copy -> copy.getParent().getParent())).doesNotHaveDuplicates();
    for (Path copy : copies) {
      assertThat(copy).hasBinaryContent(content);
    }
  }

  @Test
  void whatOneHostWritesAnotherReads() {
    String file = testbed.mount().resolve("note").toString();
    testbed.run("node1", "sh", "-c", "echo hello >\"$1\"", "sh", file).orThrow();

    assertThat(testbed.run("node3", "cat", file).orThrow()).isEqualTo("hello");
  }

  @Test
  void countersShowWhatCrossedTheLinks() throws IOException {
    Map<String, HostBytes> before = testbed.bytes();
    Files.write(testbed.mount().resolve("counted"), content(8 * MEGABYTE));
    Map<String, HostBytes> after = testbed.bytes();

    long received =
        testbed.hosts().stream()
            .mapToLong(host -> after.get(host).since(before.get(host)).received())
            .sum();
    assertThat(received).isBetween(16L * MEGABYTE, 18L * MEGABYTE);
  }

  @Test
  void countersShowWhatBricksWrote() throws IOException {
    long before = testbed.storedBytes();
    Files.write(testbed.mount().resolve("stored"), content(8 * MEGABYTE));

    assertThat(testbed.storedBytes() - before).isBetween(16L * MEGABYTE, 18L * MEGABYTE);
  }

  @Test
  void aCutLinkPassesNothingUntilItIsRestored() {
    testbed.setLinkDown("node2");
    assertThat(testbed.isLinked("node2")).isFalse();
    assertThat(reaches("node1", "node2")).isFalse();
    assertThat(reaches("node1", "node3")).isTrue();

    testbed.restoreLink("node2");
    assertThat(testbed.isLinked("node2")).isTrue();
    assertThat(reaches("node1", "node2")).isTrue();
  }

  @Test
  void aFileIsReadWhileOneOfItsBricksIsDown() throws IOException {
    Files.writeString(testbed.mount().resolve("survivor"), "still here");
    String host = copies("survivor").get(0).getParent().getParent().getFileName().toString();

    testbed.killDaemon(host, "brick");
    assertThat(testbed.daemons(host)).containsEntry("brick", false);
    for (String reader : testbed.hosts()) {
      assertThat(
              testbed.run(reader, "cat", testbed.mount().resolve("survivor").toString()).orThrow())
          .isEqualTo("still here");
    }

    testbed.startDaemon(host, "brick");
    assertThat(testbed.daemons(host)).containsEntry("brick", true);
  }

  @Test
  void aHostComesBackWithItsBricksAndItsMount() throws IOException {
    Files.writeString(testbed.mount().resolve("before"), "kept");
    testbed.stopHost("node3");
    assertThat(testbed.isUp("node3")).isFalse();

    testbed.startHost("node3");
    assertThat(testbed.isMounted("node3")).isTrue();
    assertThat(testbed.daemons("node3")).doesNotContainValue(false);
    assertThat(testbed.run("node3", "cat", testbed.mount().resolve("before").toString()).orThrow())
        .isEqualTo("kept");
  }

  private boolean reaches(String from, String to) {
    return testbed
            .run(from, "timeout", "5", "bash", "-c", "exec 3<>/dev/tcp/\"$0\"/24007", to)
            .exitCode()
        == 0;
  }

  /** The file in the bricks, seen from the machine, which sees every host's disk. */
  private List<Path> copies(String name) {
    return testbed.hosts().stream()
        .flatMap(host -> Stream.of("brick1", "brick2").map(testbed.disk(host)::resolve))
        .map(brick -> brick.resolve(name))
        .filter(Files::exists)
        .toList();
  }

  private static byte[] content(int size) {
    byte[] bytes = new byte[size];
    for (int i = 0; i < size; i++) {
      bytes[i] = (byte) (i * 31 + i / 1000);
    }
    return bytes;
  }
}
