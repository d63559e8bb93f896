// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.shuffle.directory;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes directories of applications whose driver died. One is removed only if the file system
 * says that it and its heartbeat belong to this application's user and that it is closed to others,
 * if its heartbeat is older than the expiry compared to this application's, and if it does not
 * change while this application watches it for several beats. The expiry is the larger of its own
 * and this application's. It is moved into this application's directory, where no other user can
 * exchange it, and looked at again before it is deleted; if that fails it is moved back. A
 * directory without a heartbeat is removed if it is empty and that old as well: a driver died while
 * it began or ended. What is in doubt stays, and is named once. Not thread-safe.
 */
public final class AbandonedDirectories {

  private static final Logger LOG = LoggerFactory.getLogger(AbandonedDirectories.class);

  private final SharedFiles files;
  private final ApplicationDirectory own;
  private final LongSupplier nanoTime;
  private final Map<Path, Sighting> seen = new HashMap<>();
  private final Set<Path> named = new HashSet<>();

  private record Sighting(long beat, long nanos) {}

  /** Creates it for the application whose directory is given. */
  public AbandonedDirectories(SharedFiles files, ApplicationDirectory own) {
    this(files, own, System::nanoTime);
  }

  /**
   * Creates it.
   *
   * @param nanoTime as that of {@link System}
   */
  AbandonedDirectories(SharedFiles files, ApplicationDirectory own, LongSupplier nanoTime) {
    this.files = files;
    this.own = own;
    this.nanoTime = nanoTime;
  }

  /** Looks at all directories once, and removes those that were watched for long enough. */
  public void sweep() throws IOException {
    long now = own.lastBeat();
    Set<Path> listed = new HashSet<>();
    for (FileStatus other : files.list(files.directory())) {
      Path path = other.getPath();
      if (path.getName().startsWith(ApplicationDirectory.PREFIX) && !path.equals(own.path())) {
        listed.add(path);
        try {
          look(other, now);
        } catch (IOException | RuntimeException e) {
          if (!isGone(path)) {
            name(path, e.toString());
          }
        }
      }
    }
    seen.keySet().retainAll(listed);
    named.retainAll(listed);
  }

  /** Returns whether a directory is surely not there: another application has removed it. */
  private boolean isGone(Path path) {
    try {
      files.status(path);
      return false;
    } catch (FileNotFoundException e) {
      return true;
    } catch (IOException | RuntimeException e) {
      return false;
    }
  }

  private void look(FileStatus other, long now) throws IOException {
    Path path = other.getPath();
    if (!other.getOwner().equals(own.owner())) {
      return;
    }
    if (!own.isAlike(files.status(path))) {
      name(path, "it is not a directory that is closed to other users");
      return;
    }
    long beat;
    boolean bare = false;
    try {
      beat = own.lastBeat(path);
    } catch (FileNotFoundException e) {
      if (files.list(path).length > 0) {
        name(path, "it has no heartbeat file, so whether it is in use is unknown");
        return;
      }
      beat = other.getModificationTime();
      bare = true;
    }
    HeartbeatExpiry expiry = own.expiry();
    if (now - beat >= expiry.millis()) {
      expiry = expiry.larger(bare ? HeartbeatExpiry.UNKNOWN : own.expiry(path));
    }
    if (now - beat < expiry.millis()) {
      seen.remove(path);
      return;
    }
    Sighting before = seen.get(path);
    long watched = before == null ? 0 : nanoTime.getAsLong() - before.nanos;
    if (before == null || before.beat != beat) {
      seen.put(path, new Sighting(beat, nanoTime.getAsLong()));
    } else if (watched >= TimeUnit.MILLISECONDS.toNanos(expiry.watchMillis())) {
      seen.remove(path);
      if (bare) {
        files.fileSystem().delete(path, false);
      } else {
        remove(path, beat);
      }
    }
  }

  private void remove(Path path, long beat) throws IOException {
    Path taken = own.take(path);
    try {
      if (!own.isAlike(files.status(taken)) || own.lastBeat(taken) != beat) {
        throw new IOException("it changed meanwhile");
      }
      own.removeTaken(taken);
    } catch (IOException | RuntimeException e) {
      try {
        own.giveBack(taken);
      } catch (IOException | RuntimeException stays) {
        e.addSuppressed(stays);
        LOG.warn("'{}' is now '{}': {}", path, taken, stays.toString());
      }
      throw e;
    }
    LOG.info("removed shuffle data of an application that died: {}", path);
  }

  /** Names the directories that are old enough and were not watched for long enough. */
  public void nameWatched() {
    watched()
        .forEach(
            path ->
                LOG.info(
                    "shuffle data in '{}' seems to be of an application that died; one that runs"
                        + " for longer than this one removes it",
                    path));
  }

  /** Returns the directories that are old enough, not watched for long enough, and still there. */
  List<Path> watched() {
    return seen.keySet().stream().filter(path -> !isGone(path)).toList();
  }

  /** Returns the directories that were named since they were there in each listing. */
  Set<Path> named() {
    return Set.copyOf(named);
  }

  private void name(Path path, String why) {
    if (named.add(path)) {
      LOG.warn("shuffle data of another application stays in '{}': {}", path, why);
    }
  }
}
