// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * Exchanges a directory for a link to another one, and back, until there is nothing to exchange.
 */
final class SymlinkExchanger {

  private SymlinkExchanger() {}

  /**
   * @param args the directory, another name for it, where the link leads to, and a file at whose
   *     deletion this ends
   */
  public static void main(String[] args) throws IOException {
    Path directory = Path.of(args[0]);
    Path aside = Path.of(args[1]);
    Path target = Path.of(args[2]);
    Path sign = Path.of(args[3]);
    System.out.println("ready");
    while (Files.exists(sign)) {
      try {
        Files.move(directory, aside);
        Files.createSymbolicLink(directory, target);
        linger(directory);
        Files.deleteIfExists(directory);
        Files.move(aside, directory);
        linger(directory);
      } catch (IOException e) {
        restore(directory, aside);
      }
    }
  }

  /** Lists the directory, which takes about as long as its deletion takes for an entry. */
  private static long linger(Path directory) throws IOException {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.filter(entry -> entry.endsWith("none")).count();
    }
  }

  private static void restore(Path directory, Path aside) {
    try {
      Files.deleteIfExists(directory);
      Files.move(aside, directory);
    } catch (IOException e) {
      // The other one has just deleted it.
      return;
    }
  }
}
