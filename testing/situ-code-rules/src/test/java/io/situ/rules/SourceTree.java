// SPDX-License-Identifier: Apache-2.0
package io.situ.rules;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The main sources below a directory, by module and package.
 *
 * @param modules the packages of each module, by the module's path below the directory
 */
record SourceTree(Map<String, Map<String, SourcePackage>> modules) {

  private static final String SOURCES = "src/main/java";
  private static final String PACKAGE_INFO = "package-info.java";

  /** A package that another one is used by: its name before the first type. */
  private static final Pattern USED = Pattern.compile("\\b([a-z]\\w*(?:\\.[a-z]\\w*)+)\\.[A-Z]");

  /** A name in a text, which a configuration may have as well: the compiler does not need it. */
  private static final Pattern TEXT = Pattern.compile("\"[^\"\\n]*\"");

  /**
   * One package.
   *
   * @param classes how many source files it has, without {@code package-info.java}
   * @param uses the packages of the same module whose types its sources name
   */
  record SourcePackage(int classes, Set<String> uses) {}

  /** Reads all modules below {@code directory}. */
  static SourceTree read(Path directory) throws IOException {
    Map<String, Map<String, SourcePackage>> modules = new TreeMap<>();
    for (Path sources : sourceRoots(directory)) {
      Path module = sources.getParent().getParent().getParent();
      modules.put(directory.relativize(module).toString(), packages(sources));
    }
    return new SourceTree(modules);
  }

  private static List<Path> sourceRoots(Path directory) throws IOException {
    List<Path> roots = new ArrayList<>();
    Files.walkFileTree(
        directory,
        new SourceVisitor(directory) {
          @Override
          public FileVisitResult preVisitDirectory(Path visited, BasicFileAttributes attributes) {
            if (visited.endsWith(SOURCES)) {
              roots.add(visited);
              return FileVisitResult.SKIP_SUBTREE;
            }
            return super.preVisitDirectory(visited, attributes);
          }
        });
    Collections.sort(roots);
    return roots;
  }

  private static Map<String, SourcePackage> packages(Path sources) throws IOException {
    Map<String, List<Path>> files = new TreeMap<>();
    try (var all = Files.walk(sources)) {
      all.filter(file -> file.toString().endsWith(".java"))
          .forEach(
              file -> files.computeIfAbsent(name(sources, file), p -> new ArrayList<>()).add(file));
    }
    Map<String, SourcePackage> packages = new TreeMap<>();
    files.forEach(
        (name, list) -> {
          Set<String> uses = new TreeSet<>();
          list.forEach(file -> uses.addAll(used(file)));
          uses.retainAll(files.keySet());
          uses.remove(name);
          long classes = list.stream().filter(file -> !file.endsWith(PACKAGE_INFO)).count();
          packages.put(name, new SourcePackage((int) classes, uses));
        });
    return packages;
  }

  private static String name(Path sources, Path file) {
    return sources.relativize(file.getParent()).toString().replace('/', '.');
  }

  private static Set<String> used(Path file) {
    try {
      Set<String> used = new TreeSet<>();
      String source = TEXT.matcher(Files.readString(file)).replaceAll("\"\"");
      USED.matcher(source).results().forEach(match -> used.add(match.group(1)));
      return used;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
