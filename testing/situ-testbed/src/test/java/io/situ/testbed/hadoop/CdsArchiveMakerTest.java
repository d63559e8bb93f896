// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.testbed.process.Commands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CdsArchiveMakerTest {

  @TempDir Path folder;

  @Test
  void makesAnArchiveThatJavaTakesAndLeavesNothingBeside() throws IOException {
    Path list = Files.writeString(folder.resolve("classes"), "java/lang/Object\n");
    Path kept = folder.resolve("kept.jsa");
    String jar =
        Stream.of(System.getProperty("java.class.path").split(":"))
            .filter(entry -> entry.endsWith(".jar"))
            .findFirst()
            .orElseThrow();

    CdsArchiveMaker.make(list, kept, jar);

    Commands.run(
        List.of(
            HadoopJava.executable(),
            "-XX:+UseSerialGC",
            "-Xshare:on",
            "-XX:SharedArchiveFile=" + kept,
            "-cp",
            jar,
            "-version"));
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).containsExactlyInAnyOrder(list, kept);
    }
    assertThat(Path.of(HadoopJava.executable())).exists();
  }
}
