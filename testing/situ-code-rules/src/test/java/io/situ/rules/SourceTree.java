// SPDX-License-Identifier: Apache-2.0
package io.situ.rules;

import java.io.IOException;
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
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * The sources of Java below a directory, by module and package: the main ones, or those of tests.
 *
 * @param modules the packages of each module, by the module's path below the directory
 */
record SourceTree(Map<String, Map<String, SourcePackage>> modules) {

  static final String MAIN = "src/main/java";
  static final String TESTS = "src/test/java";

  private static final String PACKAGE_INFO = "package-info.java";

  /** A package and a class in it that are named in full, as imports do. */
  private static final Pattern USED =
      Pattern.compile("\\b([a-z]\\w*(?:\\.[a-z]\\w*)+)\\.([A-Z]\\w*)");

  private static final Pattern TYPE = Pattern.compile("(?<![\\w.])[A-Z]\\w*");
  private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/|//[^\\n]*");

  /** A name in a text, which a configuration may have as well: the compiler does not need it. */
  private static final Pattern TEXT = Pattern.compile("\"[^\"\\n]*\"");

  /**
   * One package.
   *
   * @param classes the names of its source files in full, without {@code package-info.java}, each
   *     with the classes of the same module that its code names
   * @param uses the packages of the same module whose types its sources name
   */
  record SourcePackage(Map<String, Set<String>> classes, Set<String> uses) {}

  /**
   * Reads all modules below {@code directory}.
   *
   * @param kind {@link #MAIN} or {@link #TESTS}
   */
  static SourceTree read(Path directory, String kind) throws IOException {
    Map<String, Map<String, SourcePackage>> modules = new TreeMap<>();
    for (Path sources : sourceRoots(directory, kind)) {
      Path module = sources.getParent().getParent().getParent();
      modules.put(directory.relativize(module).toString(), packages(sources));
    }
    return new SourceTree(modules);
  }

  private static List<Path> sourceRoots(Path directory, String kind) throws IOException {
    List<Path> roots = new ArrayList<>();
    Files.walkFileTree(
        directory,
        new SourceVisitor(directory) {
          @Override
          public FileVisitResult preVisitDirectory(Path visited, BasicFileAttributes attributes) {
            if (visited.endsWith(kind)) {
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
    Set<String> classes = new TreeSet<>();
    try (var all = Files.walk(sources)) {
      all.filter(file -> file.toString().endsWith(".java"))
          .forEach(
              file -> {
                files.computeIfAbsent(name(sources, file), p -> new ArrayList<>()).add(file);
                classes.add(name(sources, file) + "." + className(file));
              });
    }
    Map<String, SourcePackage> packages = new TreeMap<>();
    for (String name : files.keySet()) {
      Set<String> uses = new TreeSet<>();
      Map<String, Set<String>> own = new TreeMap<>();
      for (Path file : files.get(name)) {
        String source = TEXT.matcher(Files.readString(file)).replaceAll("\"\"");
        uses.addAll(usedPackages(source));
        if (!file.endsWith(PACKAGE_INFO)) {
          Set<String> used = usedClasses(name, source);
          used.retainAll(classes);
          used.remove(name + "." + className(file));
          own.put(name + "." + className(file), used);
        }
      }
      uses.retainAll(files.keySet());
      uses.remove(name);
      packages.put(name, new SourcePackage(own, uses));
    }
    return packages;
  }

  private static String className(Path file) {
    String name = file.getFileName().toString();
    return name.substring(0, name.lastIndexOf('.'));
  }

  private static String name(Path sources, Path file) {
    return sources.relativize(file.getParent()).toString().replace('/', '.');
  }

  private static Set<String> usedPackages(String source) {
    Set<String> used = new TreeSet<>();
    USED.matcher(source).results().forEach(match -> used.add(match.group(1)));
    return used;
  }

  /** A simple name is that of a class of the same package unless it is imported. */
  private static Set<String> usedClasses(String name, String source) {
    String code = COMMENT.matcher(source).replaceAll("");
    Set<String> used = new TreeSet<>();
    Set<String> imported = new TreeSet<>();
    USED.matcher(code)
        .results()
        .forEach(
            match -> {
              used.add(match.group(1) + "." + match.group(2));
              imported.add(match.group(2));
            });
    TYPE.matcher(code)
        .results()
        .map(MatchResult::group)
        .filter(type -> !imported.contains(type))
        .forEach(type -> used.add(name + "." + type));
    return used;
  }
}
