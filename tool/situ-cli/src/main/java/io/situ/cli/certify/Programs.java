// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.certify;

import io.situ.storage.process.CommandResult;
import io.situ.storage.process.ExternalCommand;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Programs of this host that a certification starts. */
public final class Programs {

  private static final int MAX_OUTPUT = 4 << 20;

  private Programs() {}

  /**
   * Finds a program as a shell does.
   *
   * @param path the value of {@code PATH}
   * @return empty if no directory there has it
   */
  public static Optional<Path> find(String name, String path) {
    return Stream.of(path.split(":"))
        .filter(directory -> directory.startsWith("/"))
        .map(directory -> Path.of(directory, name))
        .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
        .findFirst();
  }

  /** Returns the first line that a command prints, or why there is none. Fails never. */
  public static String firstLine(List<String> command, Duration timeout) {
    try {
      CommandResult result = command(command, timeout).run();
      String text = new String(result.output(), StandardCharsets.UTF_8) + result.firstError();
      return text.lines()
          .map(String::strip)
          .filter(line -> !line.isEmpty())
          .findFirst()
          .orElse("no version: " + result.reason());
    } catch (IOException e) {
      return "no version: " + e.getMessage();
    }
  }

  static ExternalCommand command(List<String> command, Duration timeout) {
    return ExternalCommand.of(command, timeout).withMaxOutput(MAX_OUTPUT);
  }

  /** Returns the lines that a command that succeeds prints. */
  static List<String> lines(ExternalCommand command) throws IOException {
    return new String(command.run().require(), StandardCharsets.ISO_8859_1).lines().toList();
  }
}
