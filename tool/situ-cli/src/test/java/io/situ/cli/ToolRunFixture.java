// SPDX-License-Identifier: Apache-2.0
package io.situ.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;

/** Tests that run jobs on a directory with one file, alone in a directory with their output. */
abstract class ToolRunFixture extends ToolFixture {

  Path in;
  Path out;
  Path temporary;

  @BeforeEach
  void writeInput() throws IOException {
    in = Files.createDirectories(scratch.resolve("data/in"));
    out = scratch.resolve("data/out");
    temporary = Files.createDirectory(scratch.resolve("tmp"));
    Files.writeString(in.resolve("a"), "in place\n");
  }

  /** Returns the arguments of a call that runs a job. */
  Object[] job(Object... args) {
    List<Object> all = new ArrayList<>(List.of("run", "-D", "hadoop.tmp.dir=" + temporary));
    all.addAll(List.of(args));
    return all.toArray();
  }
}
