// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.orangefs;

import io.situ.storage.Extent;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.diagnostics.StoreWarnings;
import io.situ.storage.mounted.Placement;
import java.util.List;
import java.util.Set;

/**
 * Who serves the datafiles of a file. Where strips are so short that every split has bytes on all
 * servers nothing is reported: no task would be nearer to them than another, and a terabyte would
 * have millions of extents.
 */
final class OrangeFsPlacement implements Placement {

  /** Strips of several servers below this say nothing, in bytes. */
  static final long MIN_STRIP = 1 << 20;

  private static final Set<Kind> REPORTED =
      Set.of(Kind.NOT_FOUND, Kind.PERMISSION_DENIED, Kind.INTERRUPTED);

  private final OrangeFsLayoutSource layouts;
  private final ServerHosts servers;
  private final StoreWarnings notices;

  OrangeFsPlacement(OrangeFsLayoutSource layouts, ServerHosts servers, StoreWarnings notices) {
    this.layouts = layouts;
    this.servers = servers;
    this.notices = notices;
  }

  @Override
  public List<Extent> extents(StoreObject file, long offset, long length) throws StoreException {
    try {
      OrangeFsLayout layout = layouts.layout(file);
      if (layout.scattered(file.size(), MIN_STRIP)) {
        notices.note(
            "some files of OrangeFS have strips too short to be near, and tasks run anywhere",
            layout.distribution().strip() + " bytes; 'situ layout DIR' says how to change that");
        return List.of();
      }
      List<Extent> extents = layout.extents(offset, length, servers::host);
      if (layout.exceeds(offset, length)) {
        notices.manyPieces(file.path().toString());
      }
      return extents;
    } catch (OrangeFsLayoutException e) {
      notices.fault("the layout of some files of OrangeFS cannot be used", e.getMessage());
      return List.of();
    } catch (StoreException e) {
      if (REPORTED.contains(e.kind())) {
        throw e;
      }
      notices.fault("OrangeFS does not report where some files lie", e.reason());
      return List.of();
    }
  }
}
