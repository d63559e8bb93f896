// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan.footer;

import io.situ.spark.scan.pack.Piece;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lookups of the files of one scan, which have to end by a time: first placement, then the
 * inventory for footers that are needed, {@value #BATCH} files after the other, then the footers
 * that it does not have or does not give in half of the time. Not thread-safe: other threads look
 * up, and the calling one does what follows from it.
 */
final class FileLookups {

  private static final Logger LOG = LoggerFactory.getLogger(FileLookups.class);

  private static final int THREADS = 16;

  /** For how many files an inventory is asked at once: what it has of them is in memory then. */
  static final int BATCH = 256;

  private final KnownFacts known;
  private final FileFactsLoader.Inventories inventories;
  private final Scope scope;
  private final FileFacts[] facts;
  private final long half;
  private final long deadline;
  private final ExecutorService threads;
  private final List<Future<?>> begun = new ArrayList<>();
  private final BlockingQueue<Runnable> results = new LinkedBlockingQueue<>();

  private final Failures unknown = new Failures("where {} of {} files lie is not known");
  private final Failures unread = new Failures("the footers of {} of {} files cannot be read");

  /** Files that lack something. */
  private int open;

  /** Files whose placement is being looked up. */
  private int unplaced;

  /** Files whose footers are needed, and which the inventory was not asked for. */
  private List<Integer> unasked = new ArrayList<>();

  /** Files that the inventory is being asked for; empty if it is not. */
  private List<Integer> asked = List.of();

  /**
   * What is looked up.
   *
   * @param missing indexes in {@code files}
   */
  record Scope(
      List<ScanFile> files,
      List<Integer> missing,
      Configuration conf,
      FileFactsLoader.Wanted wanted) {}

  /**
   * @param facts for each file, in which what is found is set
   */
  FileLookups(
      KnownFacts known,
      FileFactsLoader.Inventories inventories,
      Scope scope,
      FileFacts[] facts,
      Duration timeout) {
    this.known = known;
    this.inventories = inventories;
    this.scope = scope;
    this.facts = facts;
    long now = System.nanoTime();
    this.half = now + timeout.toNanos() / 2;
    this.deadline = now + timeout.toNanos();
    // One more, for an inventory that does not answer keeps one.
    this.threads =
        Executors.newFixedThreadPool(
            1 + Math.min(THREADS, scope.missing().size()), FileLookups::thread);
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "situ-scan-planning");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Looks the files up and sets what is known of them. What is being looked up when the time is
   * over is kept for the next scan.
   *
   * @return of how many files something could not be looked up in time
   */
  int run() throws InterruptedException {
    try {
      scope.missing().forEach(this::place);
      while (open > 0) {
        long now = System.nanoTime();
        boolean ends = now >= half;
        Runnable result =
            results.poll(Math.max(0, (ends ? deadline : half) - now), TimeUnit.NANOSECONDS);
        if (result != null) {
          result.run();
        } else if (System.nanoTime() >= deadline) {
          return open;
        }
        askOrRead();
      }
      return 0;
    } finally {
      begun.forEach(future -> future.cancel(false));
      threads.shutdown();
      unknown.warn(facts.length);
      unread.warn(facts.length);
    }
  }

  private ScanFile file(int index) {
    return scope.files().get(index);
  }

  private void place(int index) {
    open++;
    unplaced++;
    begin(
        () -> placement(file(index)),
        pieces -> placed(index, pieces),
        failure -> {
          unplaced--;
          open--;
          unknown.add(file(index), failure);
        });
  }

  private List<Piece> placement(ScanFile file) throws IOException {
    Optional<List<Piece>> kept = known.placement(file);
    if (kept.isPresent()) {
      return kept.get();
    }
    List<Piece> pieces = FileBlockLocations.of(file, scope.conf());
    known.putPlacement(file, pieces);
    return pieces;
  }

  /** What is known of its bytes holds also if its row groups are not found. */
  private void placed(int index, List<Piece> pieces) {
    unplaced--;
    Optional<FileFacts> all = known.find(file(index), pieces, scope.wanted());
    facts[index] = all.orElseGet(() -> new FileFacts(pieces, List.of()));
    if (all.isPresent()) {
      open--;
    } else {
      unasked.add(index);
    }
  }

  private void askOrRead() {
    if (System.nanoTime() >= half) {
      if (!asked.isEmpty()) {
        LOG.warn("the inventory could not be asked for footers in half of the time");
      }
      asked.forEach(this::read);
      asked = List.of();
      unasked.forEach(this::read);
      unasked = new ArrayList<>();
    } else if (asked.isEmpty() && (unasked.size() >= BATCH || unplaced == 0)) {
      ask();
    }
  }

  private void ask() {
    int count = Math.min(BATCH, unasked.size());
    if (count == 0) {
      return;
    }
    List<Integer> batch = List.copyOf(unasked.subList(0, count));
    unasked = new ArrayList<>(unasked.subList(count, unasked.size()));
    asked = batch;
    begin(
        () -> inventory(batch.stream().map(this::file).toList()),
        layouts -> answered(batch, layouts),
        failure -> {
          LOG.warn("the inventory could not be asked for footers: {}", failure.toString());
          answered(batch, Map.of());
        });
  }

  /** Kept at once, for what comes late is then there for the next scan. */
  private Map<ScanFile.Version, FooterLayout> inventory(List<ScanFile> files) throws IOException {
    Map<ScanFile.Version, FooterLayout> layouts = inventories.find(files, scope.conf());
    layouts.forEach(known::putLayout);
    return layouts;
  }

  private void answered(List<Integer> batch, Map<ScanFile.Version, FooterLayout> layouts) {
    if (asked != batch) {
      return;
    }
    asked = List.of();
    for (int index : batch) {
      FooterLayout layout = layouts.get(file(index).version());
      if (layout == null) {
        read(index);
      } else {
        complete(index, layout);
      }
    }
  }

  private void complete(int index, FooterLayout layout) {
    facts[index] = scope.wanted().of(facts[index].pieces(), layout);
    open--;
  }

  /** Where the footer cannot be read, Spark's tasks say so, if they need what it does not give. */
  private void read(int index) {
    begin(
        () -> layout(file(index)),
        layout -> complete(index, layout),
        failure -> {
          open--;
          unread.add(file(index), failure);
        });
  }

  private FooterLayout layout(ScanFile file) throws IOException {
    Optional<FooterLayout> kept = known.layout(file);
    if (kept.isPresent()) {
      return kept.get();
    }
    FooterLayout layout = file.format().orElseThrow().read(file.status(), scope.conf());
    known.putLayout(file.version(), layout);
    return layout;
  }

  /** Has another thread look up, and this one do what follows. */
  private <T> void begin(Callable<T> lookup, Consumer<T> then, Consumer<Throwable> otherwise) {
    begun.add(
        threads.submit(
            () -> {
              try {
                T found = lookup.call();
                results.add(() -> then.accept(found));
              } catch (Exception | LinkageError e) {
                results.add(() -> otherwise.accept(e));
              }
            }));
  }

  /** Files of which something cannot be found out, for one warning of all. */
  private static final class Failures {
    private final String format;
    private int count;
    private String first = "";

    /**
     * @param what a pattern of the log, for how many of how many files it is
     */
    Failures(String what) {
      this.format = what + "; their parts are those of stock Spark; the first: {}";
    }

    void add(ScanFile file, Throwable reason) {
      if (count++ == 0) {
        first = file.path() + ": " + reason;
      }
    }

    void warn(int files) {
      if (count > 0) {
        LOG.warn(format, count, files, first);
      }
    }
  }
}
