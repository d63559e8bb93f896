package io.situ.driver.orangefs;

import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Layouts from the program {@code pvfs2-viewdist}, one process for each version of a file, for it
 * takes one file: of several it tells the last. It needs no kernel module: it asks the servers
 * itself. One that does not answer in time is ended, and nobody asks again for a minute: without a
 * server it would wait for each file.
 *
 * <p>Safe for use by many threads. A listing asks for several files at once; there are never more
 * than {@link #MOST_PROCESSES}, the others wait. What was told of the last {@link #MOST_KNOWN}
 * files is remembered: a datafile stays where it is as long as the file is the same version.
 */
final class ViewdistSource implements LayoutSource {

  private static final long REST_NANOS = Duration.ofMinutes(1).toNanos();

  /**
   * More than it writes of a file with as many datafiles as it shows, and less than a pipe holds.
   */
  private static final int LONGEST_ANSWER = 60_000;

  /** As many as the threads that help a listing. */
  static final int MOST_PROCESSES = 8;

  static final int MOST_KNOWN = 10_000;

  private record Known(StorePath path, StoreObject.Version version) {}

  private final Semaphore processes = new Semaphore(MOST_PROCESSES, true);
  private final Map<Known, Layout> known =
      Collections.synchronizedMap(
          new LinkedHashMap<>() {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<Known, Layout> eldest) {
              return size() > MOST_KNOWN;
            }
          });
  private final String program;
  private final Optional<String> table;
  private final Supplier<StorePath> root;
  private final Duration patience;
  private volatile long restUntil = System.nanoTime();

  /**
   * @param table the file that {@code PVFS2TAB_FILE} is to name; empty to leave it as it is
   * @param root where the store's root is on this host
   */
  ViewdistSource(
      String program, Optional<String> table, Supplier<StorePath> root, Duration patience) {
    this.program = program;
    this.table = table;
    this.root = root;
    this.patience = patience;
  }

  @Override
  public Layout layout(StoreObject file) throws LayoutException, StoreException {
    Known key = new Known(file.path(), file.version());
    Layout layout = known.get(key);
    if (layout == null) {
      layout = ask(file.path());
      known.put(key, layout);
    }
    return layout;
  }

  private Layout ask(StorePath file) throws LayoutException, StoreException {
    try {
      processes.acquire();
    } catch (InterruptedException e) {
      throw interrupted(file, e);
    }
    try {
      if (System.nanoTime() - restUntil < 0) {
        throw new StoreException(Kind.UNAVAILABLE, file, program + " failed just now");
      }
      return Viewdist.parse(answer(file));
    } finally {
      processes.release();
    }
  }

  /** What the program writes of a file. */
  List<String> answer(StorePath file) throws StoreException {
    try {
      return run(file);
    } catch (IOException e) {
      restUntil = System.nanoTime() + REST_NANOS;
      throw new StoreException(
          Kind.UNAVAILABLE, file, "the program " + program + " failed: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      throw interrupted(file, e);
    }
  }

  private StoreException interrupted(StorePath file, InterruptedException cause) {
    Thread.currentThread().interrupt();
    return new StoreException(
        Kind.INTERRUPTED, file, "interrupted while " + program + " ran", cause);
  }

  private List<String> run(StorePath file) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(program, "-f", file.under(root.get()).toString());
    table.ifPresent(name -> builder.environment().put("PVFS2TAB_FILE", name));
    Process process =
        builder
            .redirectInput(Redirect.from(new File("/dev/null")))
            .redirectError(Redirect.DISCARD)
            .start();
    try {
      if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new IOException("it did not answer within " + patience.toSeconds() + " s");
      }
      byte[] answer = process.getInputStream().readNBytes(LONGEST_ANSWER);
      return new String(answer, StandardCharsets.ISO_8859_1).lines().toList();
    } finally {
      process.destroyForcibly();
    }
  }
}
