// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EtcHostsTest {

  private static final String OWN =
      "127.0.0.1 localhost\n# n\u00f6 UTF-8 promised\n10.1.1.1 node9\n";

  @TempDir Path folder;

  @Test
  void putsItsLinesAndTakesOnlyThemAway() throws IOException {
    Path file = Files.writeString(folder.resolve("hosts"), OWN);
    EtcHosts hosts = new EtcHosts(file);

    hosts.put(List.of("10.66.0.1\tnode1"));
    hosts.put(List.of("10.66.0.1\tnode1", "10.66.0.2\tnode2"));
    assertThat(Files.readString(file))
        .isEqualTo(OWN + "10.66.0.1\tnode1 # situ-testbed\n10.66.0.2\tnode2 # situ-testbed\n");

    hosts.remove();
    assertThat(Files.readString(file)).isEqualTo(OWN);
    assertThat(folder)
        .isDirectoryContaining(file::equals)
        .isDirectoryNotContaining("glob:**.situ*");
  }
}
