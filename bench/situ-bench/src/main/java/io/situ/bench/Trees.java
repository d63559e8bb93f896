package io.situ.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** Clears scratch directories away. */
final class Trees {

  private Trees() {}

  /** Deletes everything below {@code directory} and itself; nothing there is fine. */
  static void delete(Path directory) {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (NoSuchFileException nothingThere) {
      // That is what was wanted.
    } catch (IOException e) {
      throw new UncheckedIOException("could not clear " + directory + " away", e);
    }
  }
}
