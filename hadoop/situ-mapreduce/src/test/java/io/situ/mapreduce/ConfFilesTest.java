// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfFilesTest {

  @TempDir private Path directory;

  @Test
  void whatIsSetOverTheFilesIsSeenByTheirVariables() throws IOException {
    Files.writeString(
        directory.resolve("yarn-site.xml"),
        "<configuration><property><name>yarn.resourcemanager.hostname</name><value>a</value>"
            + "</property><property><name>yarn.resourcemanager.address</name>"
            + "<value>${yarn.resourcemanager.hostname}:8032</value></property></configuration>");

    assertThat(ConfFiles.read(directory, Map.of()))
        .isEqualTo(
            Map.of("yarn.resourcemanager.hostname", "a", "yarn.resourcemanager.address", "a:8032"));
    assertThat(ConfFiles.read(directory, Map.of("yarn.resourcemanager.hostname", "b")))
        .isEqualTo(
            Map.of("yarn.resourcemanager.hostname", "b", "yarn.resourcemanager.address", "b:8032"));
  }
}
