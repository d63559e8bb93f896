// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan.footer;

import io.situ.spark.scan.pack.Piece;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out where the bytes of files lie, side by side, and keeps it: footers as long as there is
 * room, placement for {@value #PLACEMENT_MINUTES} minutes. A file that is larger or was modified
 * since is another one. Thread-safe.
 */
public final class FileFactsLoader {

  private static final Logger LOG = LoggerFactory.getLogger(FileFactsLoader.class);

  private static final int THREADS = 16;
  private static final int PLACEMENT_MINUTES = 10;

  /** In numbers of 8 bytes: 32 MiB each. */
  private static final long MAX_KEPT = 4L << 20;

  private final BoundedCache<ScanFile.Version, FooterLayout> layouts =
      new BoundedCache<>(FooterLayout::weight, MAX_KEPT, Duration.ofDays(365));
  private final BoundedCache<ScanFile.Version, List<Piece>> placements =
      new BoundedCache<>(
          pieces -> 16 + 8L * pieces.size(), MAX_KEPT, Duration.ofMinutes(PLACEMENT_MINUTES));

  /**
   * Returns what is known of each file, in their order. Files of which Spark's own listing knows no
   * host are not looked up.
   *
   * @param longest a file of at most that many bytes that lies on one set of hosts is not cut, so
   *     that its footer is not read
   * @param timeout after which the files that are left stay unknown
   * @throws InterruptedException if the calling thread is interrupted
   */
  public List<FileFacts> load(
      List<ScanFile> files, Configuration conf, long longest, Duration timeout)
      throws InterruptedException {
    FileFacts[] facts = new FileFacts[files.size()];
    List<Integer> missing = new ArrayList<>();
    for (int i = 0; i < facts.length; i++) {
      Optional<FileFacts> known =
          hasHosts(files.get(i).stockCuts())
              ? known(files.get(i), longest)
              : Optional.of(FileFacts.NONE);
      facts[i] = known.orElse(FileFacts.NONE);
      if (known.isEmpty()) {
        missing.add(i);
      }
    }
    if (!missing.isEmpty()) {
      lookUp(files, missing, file -> find(file, conf, longest), timeout, facts);
    }
    return Arrays.asList(facts);
  }

  private Optional<FileFacts> known(ScanFile file, long longest) {
    return placements
        .find(file.version())
        .flatMap(
            pieces ->
                needsFooter(file, pieces, longest)
                    ? layouts
                        .find(file.version())
                        .map(layout -> new FileFacts(pieces, Optional.of(layout)))
                    : Optional.of(new FileFacts(pieces, Optional.empty())));
  }

  private static boolean hasHosts(List<Piece> pieces) {
    return pieces.stream().anyMatch(piece -> !piece.hosts().isEmpty());
  }

  private static boolean needsFooter(ScanFile file, List<Piece> pieces, long longest) {
    return file.format().isPresent() && (pieces.size() > 1 || file.length() > longest);
  }

  @FunctionalInterface
  private interface Lookup {
    FileFacts of(ScanFile file) throws IOException;
  }

  /** What is being looked up when the time is over is kept for the next scan. */
  private static void lookUp(
      List<ScanFile> files, List<Integer> missing, Lookup lookup, Duration timeout, FileFacts[] all)
      throws InterruptedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    ExecutorService threads =
        Executors.newFixedThreadPool(Math.min(THREADS, missing.size()), FileFactsLoader::thread);
    List<Future<FileFacts>> found = new ArrayList<>();
    try {
      for (int i : missing) {
        found.add(threads.submit(() -> lookup.of(files.get(i))));
      }
      int late = 0;
      for (int i = 0; i < found.size(); i++) {
        int file = missing.get(i);
        try {
          all[file] = found.get(i).get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
          late++;
        } catch (ExecutionException e) {
          warn("where " + files.get(file).path() + " lies is not known", e.getCause());
        }
      }
      if (late > 0) {
        LOG.warn("{} of {} files could not be looked up within {}", late, all.length, timeout);
      }
    } finally {
      found.forEach(future -> future.cancel(false));
      threads.shutdown();
    }
  }

  private static void warn(String what, Throwable reason) {
    LOG.warn("{}, its parts are those of stock Spark: {}", what, reason.toString());
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "situ-scan-planning");
    thread.setDaemon(true);
    return thread;
  }

  private FileFacts find(ScanFile file, Configuration conf, long longest) throws IOException {
    ScanFile.Version version = file.version();
    List<Piece> pieces = placements.find(version).orElse(List.of());
    if (pieces.isEmpty()) {
      pieces = FileBlockLocations.of(file, conf);
      if (hasHosts(pieces)) {
        placements.put(version, pieces);
      }
    }
    return new FileFacts(
        pieces,
        needsFooter(file, pieces, longest) ? layout(file, version, conf) : Optional.empty());
  }

  /** Returns the row groups; empty if the footer cannot be read, which Spark's tasks report. */
  private Optional<FooterLayout> layout(
      ScanFile file, ScanFile.Version version, Configuration conf) {
    Optional<FooterLayout> known = layouts.find(version);
    if (known.isPresent()) {
      return known;
    }
    try {
      FooterLayout layout = file.format().orElseThrow().read(file.status(), conf);
      layouts.put(version, layout);
      return Optional.of(layout);
    } catch (IOException | RuntimeException | LinkageError e) {
      warn("the footer of " + file.path() + " cannot be read", e);
      return Optional.empty();
    }
  }
}
