// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.testbed.state.TestbedOptions;
import io.situ.testbed.state.TestbedOptions.Storage;
import io.situ.testbed.state.TestbedOptions.StoreKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Two hosts that only mount a GlusterFS volume, and one that holds it. */
@Tag("cluster")
class DedicatedHostsTest {

  @RegisterExtension
  static final TestbedExtension TESTBED =
      TestbedExtension.of(
          TestbedOptions.gluster(3, 1)
              .withStore(new Storage(StoreKind.GLUSTER, 1).onDedicatedHosts(1))
              .withoutHadoop());

  private final Testbed testbed = TESTBED.testbed();

  @Test
  void theStoreIsOnTheLastHostAndMountedOnAll() throws IOException {
    Path file = testbed.mount().resolve("note");
    testbed.run("node1", "sh", "-c", "echo hello >\"$1\"", "sh", file.toString()).orThrow();

    assertThat(testbed.run("node2", "cat", file.toString()).orThrow()).isEqualTo("hello");
    assertThat(testbed.daemons("node1")).isEmpty();
    assertThat(testbed.daemons("node3")).containsOnlyKeys("glusterd", "brick");
    assertThat(Files.readString(testbed.disk("node3").resolve("brick1/note"))).isEqualTo("hello\n");

    testbed.stopHost("node1");
    testbed.startHost("node1");
    assertThat(testbed.run("node1", "cat", file.toString()).orThrow()).isEqualTo("hello");
  }
}
