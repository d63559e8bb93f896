package io.situ.hadoop.fs;

import io.situ.hadoop.fs.SituStatistics.Distance;
import io.situ.storage.Extent;
import io.situ.storage.StoreObject;
import java.io.IOException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells how far each byte of one file is from this host. Asks for placement one window at a time,
 * so that a file of millions of extents costs only what is read of it. Not safe for use by several
 * threads.
 */
final class Locality {

  /** Says who holds which bytes, as {@link io.situ.storage.Store#placement} does. */
  @FunctionalInterface
  interface Placement {
    /** Says nothing about any byte. */
    Placement NONE = (object, offset, length) -> List.of();

    List<Extent> extents(StoreObject object, long offset, long length) throws IOException;
  }

  /** Bytes from {@code start} up to {@code end} that are equally far away. */
  record Span(long start, long end, Distance distance) {
    static final Span EMPTY = new Span(0, 0, Distance.UNKNOWN);

    boolean holds(long from, long to) {
      return start <= from && to <= end;
    }
  }

  private static final Logger LOG = LoggerFactory.getLogger(Locality.class);
  private static final long WINDOW = 256L << 20;

  private final Placement placement;
  private final ThisHost here;
  private List<Extent> extents = List.of();
  private long windowStart;
  private long windowEnd;

  Locality(Placement placement, ThisHost here) {
    this.placement = placement;
    this.here = here;
  }

  /**
   * The span that holds {@code position}. A placement that cannot be had is unknown, no failure.
   */
  Span at(StoreObject object, long position) {
    if (position < windowStart || position >= windowEnd) {
      load(object, position);
    }
    long end = windowEnd;
    for (Extent extent : extents) {
      if (position < extent.offset()) {
        end = Math.min(end, extent.offset());
        break;
      }
      if (position < extent.end()) {
        return new Span(extent.offset(), extent.end(), here.distance(extent.replicas()));
      }
    }
    return new Span(position, end, Distance.UNKNOWN);
  }

  private void load(StoreObject object, long position) {
    windowStart = position;
    windowEnd = position + WINDOW;
    try {
      extents = placement.extents(object, position, WINDOW);
    } catch (IOException | RuntimeException failure) {
      LOG.debug("no placement of {}", object.path(), failure);
      extents = List.of();
      windowEnd = Long.MAX_VALUE;
    }
  }
}
