// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.local;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Lists directories of this host. Where a directory can be opened and then not be read to its end,
 * that is an {@link IOException}, as every other failure; the iterators of the JDK throw an
 * unchecked one.
 */
public final class LocalDirectories {

  private LocalDirectories() {}

  /** What is done with an entry. */
  @FunctionalInterface
  interface Action {
    void accept(Path entry) throws IOException;
  }

  /**
   * Returns the entries of a directory, in no order, without {@code .} and {@code ..}.
   *
   * @throws java.nio.file.NoSuchFileException if there is nothing
   * @throws java.nio.file.NotDirectoryException if it is no directory
   * @throws IOException if not all entries can be read
   */
  public static List<Path> list(Path directory) throws IOException {
    return list(directory, "*");
  }

  /**
   * Returns the entries of a directory whose names match a glob, in no order.
   *
   * @throws IOException as {@link #list(Path)}
   */
  public static List<Path> list(Path directory, String glob) throws IOException {
    List<Path> all = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory, glob)) {
      forEach(entries, all::add);
    }
    return all;
  }

  /**
   * Does something with each entry of a directory that is open; what was done before a failure
   * stays done.
   *
   * @return how many there were
   * @throws IOException if not all entries can be read, or the action throws it
   */
  static long forEach(DirectoryStream<Path> entries, Action action) throws IOException {
    long seen = 0;
    try {
      for (Path entry : entries) {
        seen++;
        action.accept(entry);
      }
      return seen;
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
  }
}
