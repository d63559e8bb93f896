// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.shuffle;

import io.situ.spark.shuffle.directory.AbandonedDirectories;
import io.situ.spark.shuffle.directory.ApplicationDirectory;
import io.situ.spark.shuffle.directory.HeartbeatExpiry;
import io.situ.spark.shuffle.directory.SharedFiles;
import io.situ.spark.shuffle.output.MapOutputId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkConf;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The shuffle data of the driver's application: its directory, the thread that keeps it marked as
 * in use, and the one that removes shuffles and what applications that died have left: removing
 * takes long where there is much. Thread-safe.
 */
final class SharedApplication implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(SharedApplication.class);

  private final SharedFiles files;
  private final ApplicationDirectory directory;
  private final Optional<Path> hostPath;
  private final AbandonedDirectories others;
  private final ScheduledExecutorService heartbeat = thread("situ-shuffle-heartbeat");
  private final ScheduledExecutorService removals = thread("situ-shuffle-removals");
  private boolean beating = true;

  private SharedApplication(
      SharedFiles files, ApplicationDirectory directory, Optional<Path> hostPath) {
    this.files = files;
    this.directory = directory;
    this.hostPath = hostPath;
    this.others = new AbandonedDirectories(files, directory);
  }

  private static ScheduledExecutorService thread(String name) {
    return Executors.newSingleThreadScheduledExecutor(
        work -> {
          Thread thread = new Thread(work, name);
          thread.setDaemon(true);
          return thread;
        });
  }

  /**
   * Creates the directory and starts the threads.
   *
   * @param parent the directory that applications share
   * @throws IllegalArgumentException if the expiry is not valid, in one sentence
   * @throws IOException in one sentence, if it cannot be used
   */
  static SharedApplication start(
      org.apache.hadoop.fs.Path parent, SparkConf conf, Configuration hadoop) throws IOException {
    HeartbeatExpiry expiry = SparkShuffleKeys.expiry(conf);
    SharedFiles files = SharedFiles.open(parent, hadoop);
    try {
      Optional<Path> host =
          SparkShuffleLocation.hostPath(files.directory().toUri(), hadoop)
              .flatMap(SparkShuffleLocation::path);
      ApplicationDirectory directory =
          ApplicationDirectory.create(files, conf.get("spark.app.id", "application"), expiry);
      Optional<Path> hostPath =
          host.map(
              path -> path.resolve(directory.path().getName()).resolve(directory.data().getName()));
      SharedApplication application = new SharedApplication(files, directory, hostPath);
      application.schedule();
      return application;
    } catch (IOException | RuntimeException e) {
      files.close();
      throw e;
    }
  }

  private void schedule() {
    long beat = directory.expiry().beatMillis();
    long watch = directory.expiry().watchMillis();
    heartbeat.scheduleWithFixedDelay(this::beat, beat, beat, TimeUnit.MILLISECONDS);
    removals.scheduleWithFixedDelay(this::sweep, 0, watch, TimeUnit.MILLISECONDS);
  }

  /** After a failure that escaped it would not be called again. */
  private void beat() {
    try {
      directory.beat();
      beating = true;
    } catch (IOException | RuntimeException e) {
      if (beating) {
        LOG.warn(
            "'{}' cannot be marked as in use, so another application may remove it: {}",
            directory.path(),
            e.toString());
      }
      beating = false;
    }
  }

  /** After a failure that escaped it would not be called again. */
  private void sweep() {
    try {
      others.sweep();
    } catch (IOException | RuntimeException e) {
      LOG.debug("shuffle data of other applications was not looked at", e);
    }
  }

  /** Returns the application's directory. */
  org.apache.hadoop.fs.Path path() {
    return directory.path();
  }

  /** Returns the directory in it that shuffles go to. */
  org.apache.hadoop.fs.Path data() {
    return directory.data();
  }

  /** Returns the user that the application's directory belongs to, on the host of the driver. */
  String owner() {
    return directory.owner();
  }

  /** Returns the directory of shuffles as hosts mount it; empty if this one cannot use it so. */
  Optional<Path> hostPath() {
    return hostPath;
  }

  /**
   * Returns whether all data of a shuffle is lost: its directory is surely not there, while the
   * application's is.
   */
  boolean isLost(int shuffle) {
    return directory.isLost(MapOutputId.shuffleDirectory(data(), shuffle));
  }

  /**
   * Returns which outputs of a shuffle are missing or cut short. A listing shows which may be; it
   * may be older than a file, so that each of them is looked at.
   *
   * @param lengths bytes of each map attempt's partitions together; without any there is no file
   * @return map attempts; empty if this host does not show the application's directory
   */
  Set<Long> lostOutputs(int shuffle, Map<Long, Long> lengths) throws IOException {
    Map<String, Long> listed = directory.lengths(MapOutputId.shuffleDirectory(data(), shuffle));
    Set<Long> lost = new HashSet<>();
    for (Map.Entry<Long, Long> output : lengths.entrySet()) {
      org.apache.hadoop.fs.Path file = MapOutputId.file(data(), shuffle, output.getKey());
      // An index follows the partitions.
      long length = output.getValue();
      if (length > 0
          && listed.getOrDefault(file.getName(), -1L) <= length
          && directory.length(file) <= length) {
        lost.add(output.getKey());
      }
    }
    return ApplicationDirectory.isVisible(files, path()) ? lost : Set.of();
  }

  /**
   * Removes the data of a shuffle.
   *
   * @param wait whether to return only when it is gone
   */
  void removeShuffle(int shuffle, boolean wait) {
    if (wait) {
      removeShuffle(shuffle);
    } else {
      removals.execute(() -> removeShuffle(shuffle));
    }
  }

  private void removeShuffle(int shuffle) {
    try {
      directory.removeShuffle(MapOutputId.shuffleDirectory(data(), shuffle));
    } catch (IOException | RuntimeException e) {
      LOG.warn(
          "data of shuffle {} stays in '{}' until the application ends: {}",
          shuffle,
          path(),
          e.toString());
    }
  }

  /**
   * Removes everything. The application stays marked as in use until its data is gone, so that
   * another one removes what this one cannot.
   */
  @Override
  public void close() throws IOException {
    removals.shutdownNow();
    try {
      if (isEnded(removals)) {
        others.nameWatched();
      }
      directory.removeData();
      heartbeat.shutdownNow();
      isEnded(heartbeat);
      directory.remove();
    } finally {
      heartbeat.shutdownNow();
      files.close();
    }
  }

  /** Waits for a thread; an interrupt ends that, and stays set. */
  private static boolean isEnded(ScheduledExecutorService thread) {
    try {
      return thread.awaitTermination(1, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
