// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory;

import io.situ.storage.StorePath;
import java.util.Objects;

/**
 * How to scan.
 *
 * @param parallelism directories listed, and files read, at the same time; at least 1
 * @param placement ask the store which hosts hold which bytes
 * @param checksums read every file and keep the CRC32C of its chunks
 * @param footers read the end of every file, and of those of Parquet and ORC keep where their row
 *     groups and stripes lie
 * @param strict fail at the first directory or file that cannot be read, instead of leaving it out
 *     and saying so
 * @param maxChecksumBytes files with more bytes get no checksums, and are named; at least 0
 * @param progress gets how far the scan is
 */
public record ScanOptions(
    int parallelism,
    boolean placement,
    boolean checksums,
    boolean footers,
    boolean strict,
    long maxChecksumBytes,
    Progress progress) {

  /**
   * Placement, no checksums, no footers, what cannot be read is left out; eight directories at once
   * or more, for servers are waited for.
   */
  public static final ScanOptions DEFAULT =
      new ScanOptions(
          Math.max(8, Runtime.getRuntime().availableProcessors()),
          true,
          false,
          false,
          false,
          4L << 40,
          (objects, bytes, at) -> {});

  public ScanOptions {
    Objects.requireNonNull(progress, "progress");
    if (parallelism < 1 || parallelism > 1024) {
      throw new IllegalArgumentException("parallelism must be 1 to 1024, not " + parallelism);
    }
    if (maxChecksumBytes < 0) {
      throw new IllegalArgumentException("negative limit " + maxChecksumBytes);
    }
  }

  public ScanOptions withParallelism(int threads) {
    return new ScanOptions(
        threads, placement, checksums, footers, strict, maxChecksumBytes, progress);
  }

  public ScanOptions withPlacement(boolean wanted) {
    return new ScanOptions(
        parallelism, wanted, checksums, footers, strict, maxChecksumBytes, progress);
  }

  public ScanOptions withChecksums(boolean wanted) {
    return new ScanOptions(
        parallelism, placement, wanted, footers, strict, maxChecksumBytes, progress);
  }

  public ScanOptions withFooters(boolean wanted) {
    return new ScanOptions(
        parallelism, placement, checksums, wanted, strict, maxChecksumBytes, progress);
  }

  public ScanOptions withStrict(boolean wanted) {
    return new ScanOptions(
        parallelism, placement, checksums, footers, wanted, maxChecksumBytes, progress);
  }

  public ScanOptions withMaxChecksumBytes(long limit) {
    return new ScanOptions(parallelism, placement, checksums, footers, strict, limit, progress);
  }

  public ScanOptions withProgress(Progress listener) {
    return new ScanOptions(
        parallelism, placement, checksums, footers, strict, maxChecksumBytes, listener);
  }

  /** Hears how far a scan is, often and always on the thread that scans; it must be quick. */
  @FunctionalInterface
  public interface Progress {

    /**
     * @param objects met so far
     * @param bytes sum of the sizes of the files met so far
     * @param at where the scan is
     */
    void update(long objects, long bytes, StorePath at);

    /**
     * A refresh lists everything, though the store has a change feed: it does not reach back, it
     * names too much, or the last snapshot lacks what the feed will not name.
     *
     * @param reason why, a sentence without its end
     */
    default void feedExpired(String reason) {}
  }
}
