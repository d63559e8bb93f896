// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestbedDirectoriesTest {

  @TempDir Path folder;

  @Test
  void deletesLinksAndNotWhatTheyPointTo() throws IOException {
    Path kept = Files.createDirectory(folder.resolve("kept"));
    Files.writeString(kept.resolve("file"), "data");
    Path gone = Files.createDirectory(folder.resolve("gone"));
    Files.createSymbolicLink(gone.resolve("link"), kept);
    Files.createSymbolicLink(gone.resolve("dangling"), folder.resolve("nothing"));
    Files.createDirectories(gone.resolve("a/b"));

    TestbedDirectories.delete(gone);

    assertThat(gone).doesNotExist();
    assertThat(kept.resolve("file")).hasContent("data");
  }

  @Test
  void deletingNothingIsHarmless() throws IOException {
    TestbedDirectories.delete(folder.resolve("absent"));
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void seesTheMachinesMounts() {
    assertThat(TestbedDirectories.mountsBelow(Path.of("/proc"))).contains(Path.of("/proc"));
  }
}
