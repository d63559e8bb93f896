// SPDX-License-Identifier: Apache-2.0
package io.situ.rules;

import java.util.ArrayList;
import java.util.List;

/** Packages have few classes, those of tests as well. */
final class PackageSizes {

  static final int MAX_CLASSES = 25;

  private PackageSizes() {}

  /** Returns what breaks the rule, a sentence each; empty if nothing does. */
  static List<String> violations(SourceTree tree) {
    List<String> violations = new ArrayList<>();
    tree.modules()
        .forEach(
            (module, packages) ->
                packages.forEach(
                    (name, content) -> {
                      if (content.classes().size() > MAX_CLASSES) {
                        violations.add(
                            "%s %s has %d classes; at most %d"
                                .formatted(module, name, content.classes().size(), MAX_CLASSES));
                      }
                    }));
    return violations;
  }
}
