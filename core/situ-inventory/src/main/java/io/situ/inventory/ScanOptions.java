package io.situ.inventory;

import io.situ.storage.StorePath;
import java.util.Objects;

/**
 * How to scan.
 *
 * @param parallelism directories listed, and files read, at the same time; at least 1
 * @param placement ask the store who holds which bytes
 * @param checksums read every file and keep the CRC32C of its chunks
 * @param strict fail at the first directory or file that cannot be read, instead of leaving it out
 *     and saying so
 * @param progress told how far the scan is
 */
public record ScanOptions(
    int parallelism, boolean placement, boolean checksums, boolean strict, Progress progress) {

  /**
   * Placement, no checksums, what cannot be read is left out; eight directories at once or more,
   * for servers are waited for.
   */
  public static final ScanOptions DEFAULT =
      new ScanOptions(
          Math.max(8, Runtime.getRuntime().availableProcessors()),
          true,
          false,
          false,
          (objects, bytes, at) -> {});

  public ScanOptions {
    Objects.requireNonNull(progress, "progress");
    if (parallelism < 1 || parallelism > 1024) {
      throw new IllegalArgumentException("parallelism must be 1 to 1024, not " + parallelism);
    }
  }

  public ScanOptions withParallelism(int threads) {
    return new ScanOptions(threads, placement, checksums, strict, progress);
  }

  public ScanOptions withPlacement(boolean wanted) {
    return new ScanOptions(parallelism, wanted, checksums, strict, progress);
  }

  public ScanOptions withChecksums(boolean wanted) {
    return new ScanOptions(parallelism, placement, wanted, strict, progress);
  }

  public ScanOptions withStrict(boolean wanted) {
    return new ScanOptions(parallelism, placement, checksums, wanted, progress);
  }

  public ScanOptions withProgress(Progress listener) {
    return new ScanOptions(parallelism, placement, checksums, strict, listener);
  }

  /** Hears how far a scan is, often and always on the thread that scans; it must be quick. */
  @FunctionalInterface
  public interface Progress {

    /**
     * @param objects met so far
     * @param bytes sum of the sizes of the files met so far
     * @param at where the scan is
     */
    void at(long objects, long bytes, StorePath at);

    /**
     * A refresh lists everything, for the store's change feed does not reach back.
     *
     * @param reason why not, a sentence without its end
     */
    default void feedExpired(String reason) {}
  }
}
