// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.statistics;

import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;

/**
 * What this process has read from and written to one store, grouped by how far the bytes had to
 * come.
 *
 * <p>One instance per store name lives as long as the process, whatever file systems are opened and
 * closed meanwhile. Job code reads it at the end of a task and publishes it as counters; streams
 * that are still open may hold back up to one megabyte each. The four distances add up to all bytes
 * that were handed to readers. Thread-safe.
 */
public final class SituStatistics {

  /** How far bytes had to come. */
  public enum Distance {
    /** A replica is on this host. */
    LOCAL,
    /** No replica is on this host, one is in its rack. */
    RACK,
    /** Every replica is further away. */
    REMOTE,
    /** The store says nothing about these bytes, so nothing may be claimed. */
    UNKNOWN
  }

  private static final Map<String, SituStatistics> STORES = new ConcurrentHashMap<>();

  static {
    SituMetrics.publish(DefaultMetricsSystem.instance());
  }

  private final Map<Distance, LongAdder> read = new EnumMap<>(Distance.class);
  private final LongAdder written = new LongAdder();

  private SituStatistics() {
    for (Distance distance : Distance.values()) {
      read.put(distance, new LongAdder());
    }
  }

  /**
   * The totals of one store, all 0 if nothing was read or written yet.
   *
   * @param store the name its URI uses, or the empty text for the store behind {@code situ:///}
   */
  public static SituStatistics of(String store) {
    return STORES.computeIfAbsent(store, name -> new SituStatistics());
  }

  /** The totals of every store this process has used, by store name. A snapshot of the names. */
  public static Map<String, SituStatistics> all() {
    return new TreeMap<>(STORES);
  }

  /** Bytes handed to readers that came from this far. */
  public long bytesRead(Distance distance) {
    return read.get(distance).sum();
  }

  /** Bytes handed to readers. */
  public long bytesRead() {
    return read.values().stream().mapToLong(LongAdder::sum).sum();
  }

  /** Bytes writers handed over. */
  public long bytesWritten() {
    return written.sum();
  }

  public void addRead(Distance distance, long bytes) {
    read.get(distance).add(bytes);
    DistanceCounters.add(distance, bytes);
  }

  public void addWritten(long bytes) {
    written.add(bytes);
  }
}
