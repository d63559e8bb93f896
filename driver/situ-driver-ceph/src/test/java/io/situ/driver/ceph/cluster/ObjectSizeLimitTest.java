// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.storage.config.PlacementTables;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ObjectSizeLimitTest {

  @TempDir private Path directory;

  private ObjectSizeLimit limit(String script) throws Exception {
    return limit(script, new PlacementTables());
  }

  private ObjectSizeLimit limit(String script, PlacementTables tables) throws Exception {
    Path file = Files.writeString(directory.resolve("ceph"), "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    return new ObjectSizeLimit(
        new CephProgram(
            file.toString(),
            new CephClusterConfig(Optional.empty(), "jobs", Optional.empty(), Optional.empty())),
        new PgMapCache.JobTable(tables, "limit", Duration.ofMinutes(10)));
  }

  @Test
  void theLeastAnswerCounts() throws Exception {
    assertThat(limit("cat > /dev/null; echo 134217728; echo; echo 8388608").bytes())
        .isEqualTo(8_388_608);
    assertThat(limit("cat > /dev/null; echo 'Error ENOENT' >&2; echo 134217728").bytes())
        .isEqualTo(134_217_728);
  }

  @Test
  void isAskedOnce() throws Exception {
    Path calls = directory.resolve("calls");
    ObjectSizeLimit limit = limit("cat > /dev/null; echo >> " + calls + "; echo 4096");

    assertThat(limit.bytes()).isEqualTo(limit.bytes()).isEqualTo(4096);
    assertThat(Files.size(calls)).isEqualTo(1);
  }

  /** Each file that is created asks. */
  @Test
  void aProgramThatDoesNotAnswerIsNotRunForEachFile() throws Exception {
    Path calls = directory.resolve("calls");
    ObjectSizeLimit limit =
        limit("cat > /dev/null; echo >> " + calls + "; echo 'no monitor' >&2; exit 1");

    for (int file = 0; file < 3; file++) {
      assertThatThrownBy(limit::bytes).hasMessageContaining("no monitor");
    }
    assertThat(Files.size(calls)).isEqualTo(1);
  }

  @Test
  void tasksOfAJobDoNotAsk() throws Exception {
    PlacementTables client = new PlacementTables();
    limit("cat > /dev/null; echo 8388608", client);
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    PlacementTables.write(client.latest(), file);

    PlacementTables task = PlacementTables.read(new ByteArrayInputStream(file.toByteArray()));
    assertThat(limit("exit 1", task).bytes()).isEqualTo(8_388_608);
  }

  @Test
  void anAnswerThatIsNotThereIsNotHandedOn() throws Exception {
    PlacementTables client = new PlacementTables();
    limit("exit 13", client);
    assertThat(client.latest()).isEmpty();
  }

  @Test
  void theReasonIsTheProgramsOwn() {
    assertThatThrownBy(() -> limit("echo 'access denied' >&2; exit 13").bytes())
        .hasMessageContaining("config get osd osd_max_object_size': ")
        .hasMessageContaining("access denied");
  }
}
