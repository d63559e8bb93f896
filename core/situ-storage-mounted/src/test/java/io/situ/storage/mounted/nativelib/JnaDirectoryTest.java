// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.nativelib;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JnaDirectoryTest {

  @TempDir private Path scratch;

  @Test
  void jnasOwnChoiceIsTheFirst() {
    Path home = Path.of("/home/a");
    Path temporary = Path.of("/tmp");

    assertThat(JnaDirectory.candidates(Map.of(), home, temporary))
        .containsExactly(
            Path.of("/home/a/.cache/JNA/temp"), temporary, Path.of("/home/a/.local/state/situ"));
    assertThat(
            JnaDirectory.candidates(
                Map.of(
                    "XDG_CACHE_HOME", "/c",
                    "XDG_RUNTIME_DIR", "/run/user/1",
                    "SITU_STATE_DIR", "/s",
                    "XDG_STATE_HOME", "relative"),
                home,
                temporary))
        .containsExactly(
            Path.of("/c/JNA/temp"),
            temporary,
            Path.of("/run/user/1"),
            Path.of("/s"),
            Path.of("/home/a/.local/state/situ"));
  }

  @Test
  void aDirectoryIsMadeAndLeftEmpty() {
    Path directory = scratch.resolve("a/b");

    assertThat(JnaDirectory.runsPrograms(directory)).isTrue();
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void whereNoFileCanBeMadeNoProgramRuns() throws Exception {
    Path file = Files.createFile(scratch.resolve("file"));

    assertThat(JnaDirectory.runsPrograms(file)).isFalse();
    assertThat(JnaDirectory.runsPrograms(Path.of("/proc"))).isFalse();
  }
}
