// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.bulkdelete;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.BulkDelete;
import org.apache.hadoop.fs.BulkDeleteUtils;
import org.apache.hadoop.fs.Path;

/**
 * Deletes many files with one call to the store each and no look-ups. What lies deeper goes first,
 * so a directory may be named together with all that is in it; one that still holds something is
 * reported and stays.
 */
final class SituBulkDelete implements BulkDelete {

  static final int PAGE_SIZE = 1000;

  /** Deletes one file or empty directory; what is not there is no failure. */
  @FunctionalInterface
  interface Deleter {
    void delete(Path path) throws IOException;
  }

  private final Path base;
  private final Deleter deleter;

  SituBulkDelete(Path base, Deleter deleter) {
    this.base = base;
    this.deleter = deleter;
  }

  @Override
  public int pageSize() {
    return PAGE_SIZE;
  }

  @Override
  public Path basePath() {
    return base;
  }

  @Override
  public List<Map.Entry<Path, String>> bulkDelete(Collection<Path> paths) {
    BulkDeleteUtils.validateBulkDeletePaths(paths, PAGE_SIZE, base);
    List<Path> deepestFirst = new ArrayList<>(paths);
    deepestFirst.sort(Comparator.comparingInt(Path::depth).reversed());
    List<Map.Entry<Path, String>> failures = new ArrayList<>();
    for (Path path : deepestFirst) {
      try {
        deleter.delete(path);
      } catch (IOException failure) {
        failures.add(Map.entry(path, failure.toString()));
      }
    }
    return failures;
  }

  @Override
  public void close() {}
}
