// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.cli.console.CliException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InstallationTest {

  @TempDir private Path scratch;
  private Installation installation;

  @BeforeEach
  void layOut() throws IOException {
    Path hadoop = Files.createDirectory(scratch.resolve("hadoop"));
    for (String jar : Set.of("a-1.jar", "hadoop-common-1.jar", "hadoop-common-2.jar")) {
      Files.createFile(hadoop.resolve(jar));
    }
    installation = new Installation(hadoop, hadoop, scratch.resolve("bundle.jar"), hadoop);
  }

  @Test
  void aJobHasTheJarsOfTheLastBuildOnly() throws IOException {
    Files.writeString(
        scratch.resolve("hadoop.classpath"), "hadoop/hadoop-common-2.jar:hadoop/a-1.jar");

    assertThat(installation.jobClassPath())
        .containsExactly(
            scratch.resolve("bundle.jar").toString(),
            scratch.resolve("hadoop/a-1.jar").toString(),
            scratch.resolve("hadoop/hadoop-common-2.jar").toString());
    assertThat(installation.hadoopVersion()).isEqualTo("2");
  }

  @Test
  void aListThatIsMissingIsNamed() {
    assertThatThrownBy(installation::jobClassPath)
        .isInstanceOf(CliException.class)
        .hasMessageContaining(scratch.resolve("hadoop.classpath") + "' of jars; bin/situ makes it");
  }

  @Test
  void theJarsThatTheBuildListsAreThere() {
    assertThat(Installation.contract())
        .hasSizeGreaterThan(5)
        .allSatisfy(jar -> assertThat(jar).isRegularFile());
    assertThat(Installation.find().jobClassPath())
        .hasSizeGreaterThan(50)
        .allSatisfy(jar -> assertThat(Path.of(jar)).isRegularFile());
  }
}
