// SPDX-License-Identifier: Apache-2.0
package io.situ.rules;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Finds what uses each other in a circle. */
final class Circles {

  private Circles() {}

  /**
   * Returns the circles, each with all that are on it; empty if there is none.
   *
   * @param uses what each uses directly; what is used is a key as well
   */
  static List<Set<String>> find(Map<String, Set<String>> uses) {
    Map<String, Set<String>> reached = new TreeMap<>();
    uses.keySet().forEach(name -> reached.put(name, reachable(name, uses)));
    List<Set<String>> circles = new ArrayList<>();
    Set<String> done = new TreeSet<>();
    for (String name : uses.keySet()) {
      if (reached.get(name).contains(name) && !done.contains(name)) {
        Set<String> circle = new TreeSet<>(reached.get(name));
        circle.removeIf(other -> !reached.get(other).contains(name));
        done.addAll(circle);
        circles.add(circle);
      }
    }
    return circles;
  }

  /** Returns what {@code name} uses, directly or not; itself only if it is on a circle. */
  private static Set<String> reachable(String name, Map<String, Set<String>> uses) {
    Set<String> reached = new TreeSet<>();
    Deque<String> open = new ArrayDeque<>(List.of(name));
    while (!open.isEmpty()) {
      for (String used : uses.get(open.pop())) {
        if (reached.add(used)) {
          open.push(used);
        }
      }
    }
    return reached;
  }
}
