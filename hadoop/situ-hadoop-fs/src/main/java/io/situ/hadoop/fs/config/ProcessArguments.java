// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.config;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The command line of a Java process, as the kernel keeps it: unlike system properties, which code
 * that serves a user may set, it says what the process was started with.
 *
 * @param options what stands before the main class
 * @param mainClass the main class or the jar, empty where none is found
 */
record ProcessArguments(List<String> options, String mainClass) {

  private static final Path COMMAND_LINE = Path.of("/proc/self/cmdline");

  /** Options whose value is the next word. */
  private static final Set<String> WITH_VALUE =
      Set.of(
          "-cp",
          "-classpath",
          "--class-path",
          "-p",
          "--module-path",
          "--upgrade-module-path",
          "--add-modules",
          "--add-exports",
          "--add-opens",
          "--add-reads",
          "--patch-module",
          "--limit-modules",
          "--enable-native-access");

  private static final Set<String> BEFORE_MAIN = Set.of("-jar", "-m", "--module");

  /** Returns those of this process; none where the system does not show them. */
  static ProcessArguments ofThisProcess() {
    try {
      String line = new String(Files.readAllBytes(COMMAND_LINE), StandardCharsets.ISO_8859_1);
      return of(List.of(line.split("\0")));
    } catch (IOException e) {
      return new ProcessArguments(List.of(), "");
    }
  }

  /**
   * @param words the program first
   */
  static ProcessArguments of(List<String> words) {
    List<String> options = new ArrayList<>();
    for (int i = 1; i < words.size(); i++) {
      String word = words.get(i);
      if (BEFORE_MAIN.contains(word)) {
        return new ProcessArguments(options, i + 1 < words.size() ? words.get(i + 1) : "");
      }
      if (!word.startsWith("-") && !word.startsWith("@")) {
        return new ProcessArguments(options, word);
      }
      options.add(word);
      i += WITH_VALUE.contains(word) ? 1 : 0;
    }
    return new ProcessArguments(options, "");
  }
}
