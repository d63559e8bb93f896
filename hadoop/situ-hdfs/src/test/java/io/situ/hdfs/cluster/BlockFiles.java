// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.cluster;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What DataNodes keep on their volumes, while they are at work there. */
public final class BlockFiles {

  private BlockFiles() {}

  /** The files whose names match an expression, in order; what goes meanwhile is not there. */
  public static List<Path> named(Path top, String expression) throws IOException {
    List<Path> found = new ArrayList<>();
    Files.walkFileTree(
        top,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (file.getFileName().toString().matches(expression)) {
              found.add(file);
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) {
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path directory, IOException e) {
            return FileVisitResult.CONTINUE;
          }
        });
    Collections.sort(found);
    return found;
  }
}
