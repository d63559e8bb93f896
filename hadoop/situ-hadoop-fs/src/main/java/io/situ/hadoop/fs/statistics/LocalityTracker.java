// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.statistics;

import io.situ.hadoop.fs.statistics.SituStatistics.Distance;
import io.situ.storage.Extent;
import io.situ.storage.StoreObject;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports how far each byte of one file is from this host. Asks for placement one window at a time,
 * so that a file of millions of extents costs only what is read of it. Not thread-safe.
 */
public final class LocalityTracker {

  /** Says which hosts hold which bytes, as {@link io.situ.storage.Store#placement} does. */
  @FunctionalInterface
  public interface Placement {
    /** Says nothing about any byte. */
    Placement NONE = (object, offset, length) -> List.of();

    List<Extent> extents(StoreObject object, long offset, long length) throws IOException;
  }

  /**
   * Bytes from {@code start} up to {@code end} that are equally far away.
   *
   * @param first whether the replica that is this far away is the one from which all readers read
   */
  public record Span(long start, long end, Distance distance, boolean first) {
    public static final Span EMPTY = new Span(0, 0, Distance.UNKNOWN);

    public Span(long start, long end, Distance distance) {
      this(start, end, distance, true);
    }

    public boolean holds(long from, long to) {
      return start <= from && to <= end;
    }
  }

  private static final Logger LOG = LoggerFactory.getLogger(LocalityTracker.class);
  private static final Span NOTHING_KNOWN = new Span(0, Long.MAX_VALUE, Distance.UNKNOWN);
  private static final long WINDOW = 256L << 20;
  private static final int WINDOWS_KEPT = 64;

  private final LocalHost here;

  /** The extents of the windows asked for last, by the window's number in the file. */
  private final Map<Long, List<Extent>> windows = new LinkedHashMap<>();

  private Placement placement;

  public LocalityTracker(Placement placement, LocalHost here) {
    this.placement = placement;
    this.here = here;
  }

  /**
   * The span that holds {@code position}. A placement that is not available is unknown, no failure.
   */
  public Span spanAt(StoreObject object, long position) {
    List<Extent> extents = window(object, position / WINDOW);
    if (placement == Placement.NONE) {
      return NOTHING_KNOWN;
    }
    long start = position - position % WINDOW;
    long end = end(start);
    for (Extent extent : extents) {
      if (position < extent.offset()) {
        end = Math.min(end, extent.offset());
        break;
      }
      if (position < extent.end()) {
        return new Span(
            extent.offset(),
            extent.end(),
            here.distance(extent.replicas()),
            extent.replicas().stream().limit(1).anyMatch(here::isOn));
      }
      start = Math.max(start, extent.end());
    }
    return new Span(start, end, Distance.UNKNOWN);
  }

  private static long end(long start) {
    return start > Long.MAX_VALUE - WINDOW ? Long.MAX_VALUE : start + WINDOW;
  }

  private List<Extent> window(StoreObject object, long number) {
    List<Extent> extents = windows.get(number);
    if (extents == null) {
      extents = load(object, number * WINDOW);
      if (windows.size() == WINDOWS_KEPT) {
        windows.remove(windows.keySet().iterator().next());
      }
      windows.put(number, extents);
    }
    return extents;
  }

  /** A placement may answer with more than the window, for instance with all that it remembers. */
  private List<Extent> load(StoreObject object, long start) {
    try {
      return placement.extents(object, start, WINDOW).stream()
          .filter(extent -> extent.offset() < end(start) && extent.end() > start)
          .toList();
    } catch (IOException | RuntimeException failure) {
      LOG.debug("no placement of {}", object.path(), failure);
      placement = Placement.NONE;
      return List.of();
    }
  }
}
