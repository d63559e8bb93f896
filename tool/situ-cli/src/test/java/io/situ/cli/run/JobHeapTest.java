// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class JobHeapTest {

  /** Allocates 4 GB of which nothing is kept, and prints how large the heap became. */
  public static final class Garbage {
    private Garbage() {}

    public static void main(String[] args) {
      long bytes = 0;
      for (int i = 0; i < 40_000; i++) {
        bytes += new byte[100_000].length;
      }
      long heap = Runtime.getRuntime().totalMemory();
      System.out.println(bytes > heap ? heap >> 20 : -1);
    }
  }

  @Test
  void garbageIsCollectedBeforeTheHeapHasGrown() throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(JobHeap.options(2));
    command.addAll(List.of("-Xms64m", "-Xmx4g"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Garbage.class.getName()));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String printed = new String(process.getInputStream().readAllBytes()).strip();

    assertThat(process.waitFor()).as("%s", printed).isZero();
    assertThat(Long.parseLong(printed)).isBetween(1L, 400L);
  }

  @Test
  void manyMapsAtOnceHaveMoreOfIt() {
    assertThat(JobHeap.options(1)).contains("-XX:MaxNewSize=256m");
    assertThat(JobHeap.options(64)).contains("-XX:MaxNewSize=8192m");
  }
}
