// SPDX-License-Identifier: Apache-2.0
package io.situ.bench.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** Directories of files, made to be measured on and cleared away. */
public final class InputTrees {

  private InputTrees() {}

  /** A new directory in {@code parent} that is deleted when the process ends. */
  public static Path temporary(Path parent, String prefix) throws IOException {
    Path directory = Files.createTempDirectory(parent, prefix);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> deleteAtLast(directory)));
    return directory;
  }

  /** Daemons and jobs that were interrupted go on writing for a while. */
  private static void deleteAtLast(Path directory) {
    try {
      for (int tries = 0; tries < 20; tries++) {
        if (deleted(directory)) {
          Thread.sleep(200);
        }
        if (Files.notExists(directory)) {
          return;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    System.err.println("could not clear " + directory + " away; delete it");
  }

  /**
   * Makes files with names as Hadoop gives them.
   *
   * @param each files in a directory
   */
  public static void make(Path tree, int files, int each, byte[] content) throws IOException {
    for (int i = 0; i < files; i++) {
      Path directory = tree.resolve(String.format("dir-%05d", i / each));
      if (i % each == 0) {
        Files.createDirectories(directory);
      }
      Files.write(directory.resolve(String.format("part-r-%05d.txt", i)), content);
    }
  }

  /** Deletes everything below {@code directory} and itself; nothing there is fine. */
  public static void delete(Path directory) throws IOException {
    if (!deleted(directory)) {
      throw new IOException("could not delete " + directory);
    }
  }

  /** False while a process still writes there, as daemons do that are being stopped. */
  private static boolean deleted(Path directory) {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
      return true;
    } catch (IOException | UncheckedIOException e) {
      return Files.notExists(directory);
    }
  }
}
