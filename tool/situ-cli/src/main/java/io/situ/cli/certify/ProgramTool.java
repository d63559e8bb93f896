// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.certify;

import io.situ.storage.process.ExternalCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A tool that is a program of this host. Thread-safe if its subclass is. */
abstract class ProgramTool implements PlacementTool {

  private final String name;
  private final String versionOption;
  private final Path file;
  private final Duration timeout;

  /**
   * @param name of the program, without directories
   * @param versionOption the option with which it prints its version
   * @param file the program
   * @param timeout of one call
   */
  ProgramTool(String name, String versionOption, Path file, Duration timeout) {
    this.name = name;
    this.versionOption = versionOption;
    this.file = file;
    this.timeout = timeout;
  }

  @Override
  public final String program() {
    return name;
  }

  @Override
  public final List<String> versionCommand() {
    return List.of(file.toString(), versionOption);
  }

  /** Returns the program with arguments. */
  final List<String> call(String... arguments) {
    List<String> call = new ArrayList<>(List.of(file.toString()));
    call.addAll(List.of(arguments));
    return call;
  }

  /** Returns the program with arguments, to be run. */
  final ExternalCommand command(String... arguments) {
    return Programs.command(call(arguments), timeout);
  }

  /** Returns what to say of an answer that is none. */
  static IOException senseless(String program, List<String> lines) {
    String first = lines.stream().filter(line -> !line.isBlank()).findFirst().orElse("");
    return new IOException(
        "'" + program + "' printed what is no layout, beginning with '" + first.strip() + "'");
  }
}
