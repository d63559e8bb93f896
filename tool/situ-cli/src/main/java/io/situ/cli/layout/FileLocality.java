// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.layout;

import io.situ.storage.Extent;
import io.situ.storage.StorePath;
import io.situ.storage.util.BytesByHost;
import java.util.List;

/**
 * How much of a file could be read locally, if each unit were read on its best host.
 *
 * @param bytes of all units
 * @param possible bytes of each unit on the host that holds most of it
 * @param known bytes of which some host is known
 */
record FileLocality(StorePath path, FileUnits units, long bytes, long possible, long known) {

  static FileLocality of(StorePath path, FileUnits units, List<Extent> extents) {
    long bytes = 0;
    long possible = 0;
    long known = 0;
    for (FileUnits.Range unit : units.ranges()) {
      BytesByHost held = new BytesByHost();
      held.add(extents, unit.start(), unit.end());
      bytes += unit.length();
      possible += held.most();
      known += held.known();
    }
    return new FileLocality(path, units, bytes, possible, known);
  }

  /** Returns the known bytes that no choice of hosts makes local. */
  long lost() {
    return known - possible;
  }
}
