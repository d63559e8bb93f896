// SPDX-License-Identifier: Apache-2.0
package io.situ.rules;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Visits a source tree without what is hidden and what builds make. Not thread-safe. */
class SourceVisitor extends SimpleFileVisitor<Path> {

  private final Path tree;

  SourceVisitor(Path tree) {
    this.tree = tree;
  }

  /** Returns the files of a tree that are wanted. */
  static List<Path> files(Path tree, Predicate<Path> wanted) throws IOException {
    List<Path> files = new ArrayList<>();
    Files.walkFileTree(
        tree,
        new SourceVisitor(tree) {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (wanted.test(file)) {
              files.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return files;
  }

  @Override
  public FileVisitResult preVisitDirectory(Path visited, BasicFileAttributes attributes) {
    String name = visited.getFileName().toString();
    boolean hidden = !visited.equals(tree) && name.startsWith(".");
    return hidden || name.equals("target")
        ? FileVisitResult.SKIP_SUBTREE
        : FileVisitResult.CONTINUE;
  }
}
