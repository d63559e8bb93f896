// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan.footer;

import io.situ.spark.scan.pack.Piece;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
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
 * room, placement for {@value #PLACEMENT_MINUTES} minutes. Footers that an inventory has are not
 * read. A file that is larger or was modified since is another one. Thread-safe.
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
      Lookups lookups = new Lookups(files, missing, System.nanoTime() + timeout.toNanos());
      int late = lookups.run(conf, longest, facts);
      if (late > 0) {
        LOG.warn("{} of {} files could not be looked up within {}", late, facts.length, timeout);
      }
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

  /** Lookups of some files, which have to end by a time. Not thread-safe. */
  private final class Lookups {

    private final List<ScanFile> files;
    private final List<Integer> missing;
    private final long deadline;
    private final ExecutorService threads;
    private final List<Future<?>> begun = new ArrayList<>();

    /**
     * @param missing indexes in {@code files}, of those that are looked up
     * @param deadline as {@link System#nanoTime} has it
     */
    Lookups(List<ScanFile> files, List<Integer> missing, long deadline) {
      this.files = files;
      this.missing = missing;
      this.deadline = deadline;
      this.threads =
          Executors.newFixedThreadPool(Math.min(THREADS, missing.size()), FileFactsLoader::thread);
    }

    /**
     * Looks the files up and sets what is known of them. What is being looked up when the time is
     * over is kept for the next scan.
     *
     * @return how many could not be looked up in time
     */
    int run(Configuration conf, long longest, FileFacts[] all) throws InterruptedException {
      try {
        Map<ScanFile.Version, FooterLayout> footers = footers(conf);
        List<Future<FileFacts>> found = new ArrayList<>();
        for (int i : missing) {
          found.add(begin(() -> find(files.get(i), conf, longest, footers)));
        }
        int late = 0;
        for (int i = 0; i < found.size(); i++) {
          int file = missing.get(i);
          try {
            all[file] = await(found.get(i));
          } catch (TimeoutException e) {
            late++;
          } catch (ExecutionException e) {
            warn("where " + files.get(file).path() + " lies is not known", e.getCause());
          }
        }
        return late;
      } finally {
        begun.forEach(future -> future.cancel(false));
        threads.shutdown();
      }
    }

    /** Returns what inventories know of the files; nothing if they cannot be asked in time. */
    private Map<ScanFile.Version, FooterLayout> footers(Configuration conf)
        throws InterruptedException {
      List<ScanFile> unknown =
          missing.stream()
              .map(files::get)
              .filter(file -> file.format().isPresent())
              .filter(file -> layouts.find(file.version()).isEmpty())
              .toList();
      try {
        return unknown.isEmpty()
            ? Map.of()
            : await(begin(() -> InventoryFooters.find(unknown, conf)));
      } catch (TimeoutException e) {
        LOG.warn("the inventory could not be asked for footers in time");
      } catch (ExecutionException e) {
        LOG.warn("the inventory could not be asked for footers: {}", e.getCause().toString());
      }
      return Map.of();
    }

    private <T> Future<T> begin(Callable<T> lookup) {
      Future<T> future = threads.submit(lookup);
      begun.add(future);
      return future;
    }

    private <T> T await(Future<T> future)
        throws InterruptedException, ExecutionException, TimeoutException {
      return future.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
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

  private FileFacts find(
      ScanFile file, Configuration conf, long longest, Map<ScanFile.Version, FooterLayout> footers)
      throws IOException {
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
        needsFooter(file, pieces, longest)
            ? layout(file, Optional.ofNullable(footers.get(version)), conf)
            : Optional.empty());
  }

  /**
   * Returns the row groups; empty if the footer cannot be read, which Spark's tasks report.
   *
   * @param inventory what the inventory has of this version of the file
   */
  private Optional<FooterLayout> layout(
      ScanFile file, Optional<FooterLayout> inventory, Configuration conf) {
    Optional<FooterLayout> known = layouts.find(file.version());
    if (known.isPresent()) {
      return known;
    }
    try {
      FooterLayout layout =
          inventory.isPresent()
              ? inventory.get()
              : file.format().orElseThrow().read(file.status(), conf);
      layouts.put(file.version(), layout);
      return Optional.of(layout);
    } catch (IOException | RuntimeException | LinkageError e) {
      warn("the footer of " + file.path() + " cannot be read", e);
      return Optional.empty();
    }
  }
}
