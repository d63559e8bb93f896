// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CephCliPgMapSourceTest {

  @TempDir private Path directory;

  private CephCliPgMapSource command(String script) throws Exception {
    Path file = Files.writeString(directory.resolve("ceph"), "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    return new CephCliPgMapSource(
        file.toString(),
        new CephClusterConfig(Optional.empty(), "jobs", Optional.empty(), Optional.empty()));
  }

  @Test
  void answersAreTheLinesOfJson() throws Exception {
    assertThat(command("cat > /dev/null; echo x; echo '{1}'; echo; echo '[2]'; echo '{3}'").fetch())
        .containsExactly("{1}", "[2]", "{3}");
  }

  @Test
  void theReasonIsTheProgramsOwn() throws Exception {
    String said = "Error initializing cluster client: ObjectNotFound('calling conf_read_file')";

    assertThatThrownBy(() -> command("echo \"" + said + "\" >&2; exit 1").fetch())
        .hasMessageContaining("exit code 1: " + said)
        .hasMessageNotContaining("monitors");
    assertThatThrownBy(() -> command("exit 1").fetch())
        .hasMessageContaining("exit code 1")
        .hasMessageContaining("monitors can be reached");
  }

  @Test
  void aMissingProgramIsNamed() {
    CephClusterConfig cluster =
        new CephClusterConfig(Optional.empty(), "jobs", Optional.empty(), Optional.empty());

    assertThatThrownBy(() -> new CephCliPgMapSource("/no/such/ceph", cluster).fetch())
        .hasMessage(
            "'/no/such/ceph' cannot be started: No such file or directory; install ceph-common");
  }
}
