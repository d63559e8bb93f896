// SPDX-License-Identifier: Apache-2.0
package io.situ.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A class name means one class in the whole tree, so that a reader opens the right file. Twins that
 * the lines of Spark have are one class, of one package.
 */
final class ClassNames {

  private ClassNames() {}

  /** Returns the names of several classes, a sentence each; empty if there is none. */
  static List<String> violations(SourceTree tree) {
    Map<String, Set<String>> classes = new TreeMap<>();
    for (var packages : tree.modules().values()) {
      for (var content : packages.values()) {
        for (String name : content.classes().keySet()) {
          String simple = name.substring(name.lastIndexOf('.') + 1);
          classes.computeIfAbsent(simple, any -> new TreeSet<>()).add(name);
        }
      }
    }
    List<String> violations = new ArrayList<>();
    classes.forEach(
        (simple, all) -> {
          if (all.size() > 1) {
            violations.add("one name for several classes: " + String.join(", ", all));
          }
        });
    return violations;
  }
}
