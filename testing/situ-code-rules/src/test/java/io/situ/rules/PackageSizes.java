// SPDX-License-Identifier: Apache-2.0
package io.situ.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Packages have few classes, but for those on a list that only gets shorter. */
final class PackageSizes {

  static final int MAX_CLASSES = 25;

  /** By module and package, a space between them. */
  private final Map<String, Integer> allowed = new TreeMap<>();

  /**
   * @param exceptions lines of module, package and number of classes, with blanks between them;
   *     lines that begin with {@code #} are comments
   */
  PackageSizes(List<String> exceptions) {
    for (String line : exceptions) {
      if (!line.isBlank() && !line.startsWith("#")) {
        String[] fields = line.strip().split("\\s+");
        allowed.put(fields[0] + " " + fields[1], Integer.parseInt(fields[2]));
      }
    }
  }

  /** Returns what breaks the rule, a sentence each; empty if nothing does. */
  List<String> violations(SourceTree tree) {
    List<String> violations = new ArrayList<>();
    Map<String, Integer> unused = new TreeMap<>(allowed);
    tree.modules()
        .forEach(
            (module, packages) ->
                packages.forEach(
                    (name, content) -> {
                      String place = module + " " + name;
                      int max = allowed.getOrDefault(place, MAX_CLASSES);
                      if (content.classes() > max) {
                        violations.add(
                            place + " has " + content.classes() + " classes; at most " + max);
                      }
                      if (content.classes() > MAX_CLASSES) {
                        unused.remove(place);
                      }
                    }));
    unused.forEach((place, max) -> violations.add(place + " needs no exception: remove its line"));
    return violations;
  }
}
