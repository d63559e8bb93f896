// SPDX-License-Identifier: Apache-2.0
package io.situ.rules;

import io.situ.rules.SourceTree.SourcePackage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

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
    List<String> cycles = new ArrayList<>();
    Set<String> done = new TreeSet<>();
    for (String name : packages.keySet()) {
      Set<String> cycle = new TreeSet<>(reachable(name, packages));
      cycle.removeIf(other -> !reachable(other, packages).contains(name));
      if (!cycle.isEmpty() && done.addAll(cycle)) {
        cycles.add(module + ": " + String.join(", ", cycle) + " use each other in a circle");
      }
    }
    return cycles;
  }

  /** Returns what {@code name} uses, directly or not; itself only if it is on a circle. */
  private static Set<String> reachable(String name, Map<String, SourcePackage> packages) {
    Set<String> reached = new TreeSet<>();
    Deque<String> open = new ArrayDeque<>(List.of(name));
    while (!open.isEmpty()) {
      for (String used : packages.get(open.pop()).uses()) {
        if (reached.add(used)) {
          open.push(used);
        }
      }
    }
    return reached;
  }
}
