// SPDX-License-Identifier: Apache-2.0
package io.situ.cli;

import io.situ.storage.StorePath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The command line as the kernel has it. Java decodes arguments by the locale and loses bytes that
 * are not text; file names are bytes.
 */
final class RawArguments {

  private static final Path COMMAND_LINE = Path.of("/proc/self/cmdline");

  private RawArguments() {}

  /** The same arguments, bytes that are not UTF-8 carried as {@link StorePath} carries them. */
  static String[] of(String[] args) {
    byte[] bytes;
    try {
      bytes = Files.readAllBytes(COMMAND_LINE);
    } catch (IOException e) {
      return args;
    }
    List<String> all = split(bytes);
    return all.size() < args.length
        ? args
        : all.subList(all.size() - args.length, all.size()).toArray(new String[0]);
  }

  private static List<String> split(byte[] bytes) {
    List<String> all = new ArrayList<>();
    int start = 0;
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == 0) {
        all.add(StorePath.decode(bytes, start, i - start));
        start = i + 1;
      }
    }
    return all;
  }
}
