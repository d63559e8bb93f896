// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.orangefs;

import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.process.ExternalCommand;
import io.situ.storage.process.RecentFailure;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/**
 * Layouts from the program {@code pvfs2-viewdist}, one process for each version of a file, for it
 * takes one file: of several it reports the last. It needs no kernel module: it asks the servers
 * itself. One that does not answer in time is ended, and it is not asked again for a minute:
 * without a server it would wait for each file.
 *
 * <p>Thread-safe. A listing asks for several files at once; there are never more than {@link
 * #MAX_PROCESSES}, the others wait. What was reported of the last {@link #MAX_KNOWN} files is
 * remembered: a datafile stays where it is as long as the file is the same version.
 */
final class ViewdistSource implements OrangeFsLayoutSource {

  /** The environment variable that names the file in which the program finds the mount. */
  static final String TABLE = "PVFS2TAB_FILE";

  /** The locale's encoding, in which the system gets names from this process. */
  private static final Charset ARGUMENTS =
      Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8"));

  private static final Duration FAILURE_INTERVAL = Duration.ofMinutes(1);

  /**
   * More than it writes of a file with as many datafiles as it shows, and less than a pipe holds.
   */
  private static final int LONGEST_ANSWER = 60_000;

  /** What it writes of a directory or link. */
  private static final String NO_FILE = "Not a meta file";

  /** As many as the threads that help a listing. */
  static final int MAX_PROCESSES = 8;

  static final int MAX_KNOWN = 10_000;

  private record Known(StorePath path, StoreObject.Version version) {}

  private final Semaphore processes = new Semaphore(MAX_PROCESSES, true);
  private final Map<Known, OrangeFsLayout> known =
      Collections.synchronizedMap(
          new LinkedHashMap<>() {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<Known, OrangeFsLayout> eldest) {
              return size() > MAX_KNOWN;
            }
          });
  private final String program;
  private final Optional<String> table;
  private final Supplier<StorePath> root;
  private final Duration timeout;
  private final RecentFailure failure = new RecentFailure(FAILURE_INTERVAL);

  /**
   * @param table the file that {@code PVFS2TAB_FILE} is to name; empty to leave it as it is
   * @param root where the store's root is on this host
   */
  ViewdistSource(
      String program, Optional<String> table, Supplier<StorePath> root, Duration timeout) {
    this.program = program;
    this.table = table;
    this.root = root;
    this.timeout = timeout;
  }

  @Override
  public OrangeFsLayout layout(StoreObject file) throws OrangeFsLayoutException, StoreException {
    Known key = new Known(file.path(), file.version());
    OrangeFsLayout layout = known.get(key);
    if (layout == null) {
      layout = runViewdist(file.path());
      known.put(key, layout);
    }
    return layout;
  }

  private OrangeFsLayout runViewdist(StorePath file)
      throws OrangeFsLayoutException, StoreException {
    try {
      processes.acquire();
    } catch (InterruptedException e) {
      throw interrupted(file, e);
    }
    try {
      Optional<String> reason = failure.reason();
      if (reason.isPresent()) {
        throw new StoreException(Kind.UNAVAILABLE, file, reason.get());
      }
      return ViewdistParser.parse(answer(file));
    } catch (StoreException e) {
      if (e.kind() == Kind.FAILED) {
        throw new OrangeFsLayoutException(e.reason());
      }
      throw e;
    } finally {
      processes.release();
    }
  }

  /**
   * Returns where a file is for the program, whose arguments are in the encoding of this process's
   * locale.
   *
   * @throws StoreException {@code FAILED} for a name that is not in that encoding
   */
  private Path place(StorePath file) throws StoreException {
    StorePath place = file.prefixedBy(root.get());
    String text = place.toString();
    if (!Arrays.equals(text.getBytes(ARGUMENTS), place.toBytes())) {
      throw new StoreException(
          Kind.FAILED,
          file,
          "a name cannot be given to "
              + program
              + " in the encoding "
              + ARGUMENTS
              + " of this process's locale; with UTF-8 (LC_ALL=C.UTF-8) most names can");
    }
    return Path.of(text);
  }

  /**
   * What the program writes of a file.
   *
   * @throws StoreException {@code FAILED} for a reason that is this file's alone; {@code
   *     UNAVAILABLE}; {@code INTERRUPTED}
   */
  List<String> answer(StorePath file) throws StoreException {
    Path place = place(file);
    ExternalCommand command =
        ExternalCommand.of(List.of(program, "-f", place.toString()), timeout)
            .withMaxOutput(LONGEST_ANSWER);
    try {
      byte[] answer =
          (table.isEmpty() ? command : command.withVariable(TABLE, table.get())).run().require();
      return new String(answer, StandardCharsets.ISO_8859_1).lines().toList();
    } catch (InterruptedIOException e) {
      throw interrupted(file, e);
    } catch (IOException e) {
      if (isOfOneFile(e, place)) {
        throw new StoreException(Kind.FAILED, file, e.getMessage(), e);
      }
      failure.set(e.getMessage());
      throw new StoreException(Kind.UNAVAILABLE, file, e.getMessage(), e);
    }
  }

  /** Whether a failure says nothing about other files: this one is gone, or is no plain file. */
  private boolean isOfOneFile(IOException failure, Path place) {
    boolean gone =
        Files.exists(Path.of(root.get().toString()))
            && !Files.exists(place, LinkOption.NOFOLLOW_LINKS);
    return gone || String.valueOf(failure.getMessage()).contains(NO_FILE);
  }

  private StoreException interrupted(StorePath file, Exception cause) {
    Thread.currentThread().interrupt();
    return new StoreException(
        Kind.INTERRUPTED, file, "interrupted while " + program + " ran", cause);
  }
}
