// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.path;

import io.situ.storage.StorePath;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks for trash directories at the tops of mounts. A call on a mount whose server is down may
 * never return: each mount is looked at in a daemon thread of its own, which is waited for a
 * limited time, and not again while such a thread still waits. Thread-safe.
 */
final class TrashSearch {

  private static final Logger LOG = LoggerFactory.getLogger(TrashSearch.class);

  private final Look look;
  private final Duration timeout;
  private final ConcurrentMap<Place, FutureTask<List<Path>>> running = new ConcurrentHashMap<>();

  /** Returns what trash directories there are, and may not return. */
  interface Look {
    List<Path> at(StorePath top, boolean allUsers) throws IOException;
  }

  private record Place(StorePath top, boolean allUsers) {}

  /**
   * @param timeout for all mounts together
   */
  TrashSearch(Look look, Duration timeout) {
    this.look = look;
    this.timeout = timeout;
  }

  /**
   * Returns the directories that are there. A mount that does not answer in time is left out with a
   * warning, one that cannot be looked at without. An interrupt ends the wait.
   */
  List<Path> find(List<StorePath> tops, boolean allUsers) {
    Map<StorePath, FutureTask<List<Path>>> answers = new LinkedHashMap<>();
    for (StorePath top : tops) {
      answers.put(top, running.computeIfAbsent(new Place(top, allUsers), this::start));
    }
    long end = System.nanoTime() + timeout.toNanos();
    List<Path> found = new ArrayList<>();
    for (Map.Entry<StorePath, FutureTask<List<Path>>> answer : answers.entrySet()) {
      try {
        long left = Math.max(0, end - System.nanoTime());
        found.addAll(answer.getValue().get(left, TimeUnit.NANOSECONDS));
      } catch (TimeoutException e) {
        LOG.warn(
            "the trash of the mount {} is left out, because it did not answer within {} s: see"
                + " whether its server is down, and try again when it is up",
            answer.getKey(),
            timeout.toSeconds());
      } catch (ExecutionException e) {
        LOG.debug("no trash at {}", answer.getKey(), e.getCause());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return found;
      }
    }
    return found;
  }

  private FutureTask<List<Path>> start(Place place) {
    FutureTask<List<Path>> answer = new FutureTask<>(() -> look.at(place.top(), place.allUsers()));
    Thread thread =
        new Thread(
            () -> {
              answer.run();
              running.remove(place);
            },
            "situ-trash");
    thread.setDaemon(true);
    thread.start();
    return answer;
  }
}
