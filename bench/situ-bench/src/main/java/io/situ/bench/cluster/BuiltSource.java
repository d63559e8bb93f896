// SPDX-License-Identifier: Apache-2.0
package io.situ.bench.cluster;

import io.situ.bench.harness.UsageException;
import io.situ.testbed.process.Commands;
import io.situ.testbed.process.HostCommandResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** What is built of the source tree whose benchmark runs. */
public final class BuiltSource {

  private BuiltSource() {}

  /** Returns something in the tree. */
  public static Path path(String name) {
    return Path.of(System.getProperty("situ.source"), name);
  }

  /**
   * Returns the jar of a module that was made last: one of another version may lie beside it.
   *
   * @param module its directory in the tree, whose last name the jar's begins with
   * @throws UsageException if it is not built
   */
  public static Path jar(String module) throws UsageException, IOException {
    Path target = path(module).resolve("target");
    String begin = path(module).getFileName().toString();
    try (Stream<Path> jars = Files.list(target)) {
      return jars.filter(
              jar ->
                  jar.getFileName()
                      .toString()
                      .matches(begin + "(_[0-9.]+)?-[0-9].*(?<!sources|javadoc)\\.jar"))
          .max(Comparator.comparingLong(jar -> jar.toFile().lastModified()))
          .orElseThrow(() -> new UsageException("there is no jar in " + target));
    }
  }

  /** Calls the tool, which must be built. */
  public static HostCommandResult situ(String... words) {
    List<String> call = new ArrayList<>(List.of("env", "SITU_NO_BUILD=1"));
    call.add(path("bin/situ").toString());
    call.addAll(List.of(words));
    return Commands.result(call, "");
  }
}
