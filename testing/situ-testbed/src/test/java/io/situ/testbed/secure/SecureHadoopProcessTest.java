// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed.secure;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.situ.testbed.process.TestbedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers with Kerberos that do not start. */
@Tag("end-to-end")
class SecureHadoopProcessTest {

  @TempDir private Path home;

  /** The NameNode finds a file where its directory is to be. */
  @Test
  void aServerThatDoesNotStartEndsTheProcessAndSaysWhy() throws Exception {
    Files.createFile(home.resolve("name"));

    assertTimeoutPreemptively(
        Duration.ofSeconds(60),
        () ->
            assertThatThrownBy(() -> new SecureHadoopProcess(home))
                .isInstanceOf(TestbedException.class)
                .hasMessageStartingWith("Hadoop with Kerberos did not start:")
                .hasMessageContaining(home.resolve("name").toString()));
  }
}
