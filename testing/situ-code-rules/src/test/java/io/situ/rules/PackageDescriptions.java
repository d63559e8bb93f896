// SPDX-License-Identifier: Apache-2.0
package io.situ.rules;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Each package says in a {@code package-info.java} what it is and what it uses. One is enough for a
 * package that several source directories share: those of Java and Scala, and those of the lines of
 * Spark.
 */
final class PackageDescriptions {

  private static final Pattern SOURCE =
      Pattern.compile(".*?src/main/(?:java|scala)/(.+)/([^/]+)\\.(?:java|scala)");

  private PackageDescriptions() {}

  /** Returns what breaks the rule in the main sources below a directory, a sentence each. */
  static List<String> violations(Path directory) throws IOException {
    var sources = new TreeMap<String, String>();
    Set<String> described = new TreeSet<>();
    for (Path file : SourceVisitor.files(directory, f -> SOURCE.matcher(f.toString()).matches())) {
      String path = directory.relativize(file).toString();
      Matcher source = SOURCE.matcher(path);
      if (source.matches()) {
        String name = source.group(1).replace('/', '.');
        if (source.group(2).equals("package-info")) {
          described.add(name);
        } else {
          sources.putIfAbsent(name, path.substring(0, path.lastIndexOf('/')));
        }
      }
    }
    List<String> violations = new ArrayList<>();
    sources.forEach(
        (name, place) -> {
          if (!described.contains(name)) {
            violations.add(place + " has no package-info.java");
          }
        });
    return violations;
  }
}
