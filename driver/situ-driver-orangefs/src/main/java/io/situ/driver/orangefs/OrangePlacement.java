// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.orangefs;

import io.situ.storage.Extent;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.diagnostics.Notices;
import io.situ.storage.mounted.Placement;
import java.util.List;
import java.util.Set;

/**
 * Who serves the datafiles of a file. Where strips are so short that every split has bytes on all
 * servers nothing is told: no task would be nearer to them than another, and a terabyte would have
 * millions of extents.
 */
final class OrangePlacement implements Placement {

  /** Strips of several servers below this say nothing, in bytes. */
  static final long LEAST_STRIP = 1 << 20;

  private static final Set<Kind> TOLD =
      Set.of(Kind.NOT_FOUND, Kind.PERMISSION_DENIED, Kind.INTERRUPTED);

  private final LayoutSource layouts;
  private final Servers servers;
  private final Notices notices;

  OrangePlacement(LayoutSource layouts, Servers servers, Notices notices) {
    this.layouts = layouts;
    this.servers = servers;
    this.notices = notices;
  }

  @Override
  public List<Extent> extents(StoreObject file, long offset, long length) throws StoreException {
    try {
      Layout layout = layouts.layout(file);
      if (layout.scattered(file.size(), LEAST_STRIP)) {
        notices.note(
            "some files of OrangeFS have strips too short to be near, and tasks run anywhere",
            layout.distribution().strip() + " bytes; 'situ advise DIR' tells the remedy");
        return List.of();
      }
      List<Extent> extents = layout.extents(offset, length, servers::host);
      if (layout.exceeds(offset, length)) {
        notices.manyPieces(file.path().toString());
      }
      return extents;
    } catch (LayoutException e) {
      notices.fault("the layout of some files of OrangeFS cannot be used", e.getMessage());
      return List.of();
    } catch (StoreException e) {
      if (TOLD.contains(e.kind())) {
        throw e;
      }
      notices.fault("OrangeFS does not tell where some files lie", e.reason());
      return List.of();
    }
  }
}
