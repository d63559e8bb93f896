// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.doctor;

import io.situ.cli.certify.Finding;
import io.situ.cli.console.PlacementMap;
import io.situ.storage.Capability;
import io.situ.storage.Extent;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.diagnostics.StoreWarnings;
import java.util.List;

/**
 * Judges who is said to hold the file of a self-test.
 *
 * @param store in which it is
 * @param wanted whether its driver was configured to report it
 * @param notices where the store puts its warnings
 */
record SelfTestLayout(Store store, boolean wanted, StoreWarnings notices) {

  private static final String TOPIC = "layout";

  /**
   * @throws StoreException if it cannot be, or the driver says that something is wrong
   */
  Finding judge(StoreObject file, List<Extent> extents) throws StoreException {
    long at = 0;
    for (Extent extent : extents) {
      if (extent.offset() < at || extent.end() > file.size()) {
        throw SelfTest.broken(file.path(), "extents overlap or leave the file: " + extents);
      }
      at = extent.end();
    }
    return extents.isEmpty()
        ? nowhere(file)
        : Finding.ok(TOPIC, PlacementMap.title(file.size(), extents) + "; on " + hosts(extents));
  }

  private static String hosts(List<Extent> extents) {
    return String.join(
        ", ",
        extents.stream()
            .flatMap(extent -> extent.replicas().stream())
            .map(replica -> replica.host())
            .distinct()
            .sorted()
            .toList());
  }

  /** A driver that says why is believed, unless it says that something is wrong. */
  private Finding nowhere(StoreObject file) throws StoreException {
    if (!wanted) {
      return Finding.ok(
          TOPIC, "this store does not say which hosts hold the file: tasks would run anywhere");
    }
    if (!store.can(Capability.PLACEMENT, file.path())) {
      return Finding.note(
          TOPIC,
          "the driver is not configured to find out which hosts hold the file: tasks would run anywhere",
          "'situ config' lists its keys");
    }
    String why = String.join("; ", notices.sentences());
    if (why.isEmpty()) {
      throw SelfTest.broken(
          file.path(), "the driver does not report its placement: tasks would run anywhere");
    }
    if (notices.anyFault()) {
      throw SelfTest.broken(file.path(), "it has no placement: " + why);
    }
    return Finding.note(TOPIC, why, "'situ layout DIR' says what can be done about it");
  }
}
