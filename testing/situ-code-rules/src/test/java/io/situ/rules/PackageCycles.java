// SPDX-License-Identifier: Apache-2.0
package io.situ.rules;

import io.situ.rules.SourceTree.SourcePackage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The packages of a module do not use each other in a circle. */
final class PackageCycles {

  private PackageCycles() {}

  /** Returns the circles, a sentence each; empty if there is none. */
  static List<String> find(SourceTree tree) {
    List<String> cycles = new ArrayList<>();
    tree.modules().forEach((module, packages) -> cycles.addAll(find(module, packages)));
    return cycles;
  }

  private static List<String> find(String module, Map<String, SourcePackage> packages) {
    Map<String, Set<String>> uses = new TreeMap<>();
    packages.forEach((name, content) -> uses.put(name, content.uses()));
    return Circles.find(uses).stream()
        .map(cycle -> module + ": " + String.join(", ", cycle) + " use each other in a circle")
        .toList();
  }
}
