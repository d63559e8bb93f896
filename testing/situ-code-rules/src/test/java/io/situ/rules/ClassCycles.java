// SPDX-License-Identifier: Apache-2.0
package io.situ.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Few classes of a module use each other in a circle, such as a store and its handles. What keeps a
 * larger circle together is mostly a constant or a callback, which can go to a class of its own.
 */
final class ClassCycles {

  /** As many as {@code Store} and the handles that it opens. */
  static final int MAX_CLASSES = 7;

  private ClassCycles() {}

  /** Returns the circles of more classes, a sentence each; empty if there is none. */
  static List<String> find(SourceTree tree) {
    List<String> cycles = new ArrayList<>();
    tree.modules()
        .forEach(
            (module, packages) -> {
              Map<String, Set<String>> uses = new TreeMap<>();
              packages.values().forEach(content -> uses.putAll(content.classes()));
              for (Set<String> cycle : Circles.find(uses)) {
                if (cycle.size() > MAX_CLASSES) {
                  cycles.add(
                      "%s: %d classes use each other in a circle, at most %d may: %s"
                          .formatted(module, cycle.size(), MAX_CLASSES, String.join(", ", cycle)));
                }
              }
            });
    return cycles;
  }
}
