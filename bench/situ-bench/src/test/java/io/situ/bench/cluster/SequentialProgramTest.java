// SPDX-License-Identifier: Apache-2.0
package io.situ.bench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program that clients of the benchmark {@code sequential} run. */
class SequentialProgramTest {

  @TempDir private Path directory;

  private List<String> answers(String steps, String... args) throws IOException {
    InputStream in = System.in;
    PrintStream out = System.out;
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    try {
      System.setIn(new ByteArrayInputStream(steps.getBytes(StandardCharsets.UTF_8)));
      System.setOut(new PrintStream(said, true, StandardCharsets.UTF_8));
      SequentialProgram.main(args);
    } finally {
      System.setIn(in);
      System.setOut(out);
    }
    return said.toString(StandardCharsets.UTF_8).lines().toList();
  }

  @Test
  void writesReplacesAndReadsOneFile() throws IOException {
    Path file = directory.resolve("new/file");

    List<String> said = answers("write\nwrite\nread\n", "file://" + file, "100000", "32768");

    assertThat(file).hasSize(100_000);
    assertThat(said).hasSize(4).first().isEqualTo("ready");
    assertThat(said.subList(1, 4)).allMatch(line -> line.matches("took [0-9.E-]+"));
  }

  @Test
  void itsJarHasAllThatItIsMadeOf() throws IOException {
    try (JarFile jar = new JarFile(SequentialProgram.jar(directory).toFile())) {
      assertThat(jar.stream())
          .singleElement()
          .hasToString("io/situ/bench/cluster/SequentialProgram.class");
    }
    assertThat(SequentialProgram.class.getDeclaredClasses()).isEmpty();
  }
}
