package io.situ.driver.orangefs;

import io.situ.storage.Extent;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.mounted.Placement;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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

  private static final Logger LOG = LoggerFactory.getLogger(OrangePlacement.class);

  private final LayoutSource layouts;
  private final Servers servers;
  private final Set<String> warned = new HashSet<>();

  OrangePlacement(LayoutSource layouts, Servers servers) {
    this.layouts = layouts;
    this.servers = servers;
  }

  @Override
  public List<Extent> extents(StoreObject file, long offset, long length) throws StoreException {
    try {
      Layout layout = layouts.layout(file);
      if (layout.scattered(file.size(), LEAST_STRIP)) {
        warn(
            "some files have strips of "
                + layout.distribution().strip()
                + " bytes, too short to be near: tasks run anywhere, 'situ advise DIR' tells the"
                + " remedy");
        return List.of();
      }
      return layout.extents(offset, length, servers::host);
    } catch (LayoutException e) {
      warn("the layout of some files cannot be used: " + e.getMessage());
      return List.of();
    } catch (StoreException e) {
      if (TOLD.contains(e.kind())) {
        throw e;
      }
      warn("the mount does not tell where some files lie: " + e.reason());
      return List.of();
    }
  }

  private synchronized void warn(String sentence) {
    if (warned.add(sentence.replaceFirst("(?s)[:0-9].*", ""))) {
      LOG.warn("OrangeFS: {}", sentence);
    }
  }
}
