// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.shuffle.directory;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes directories of applications whose driver died. One is removed only if the file system
 * says that it and its heartbeat belong to this application's user and that it is closed to others,
 * if its heartbeat is older than the expiry compared to this application's, and if it does not
 * change while this application watches it. It is moved into this application's directory, where no
 * other user can exchange it, and looked at again before it is deleted. What is in doubt stays, and
 * is named once. Not thread-safe.
 */
public final class AbandonedDirectories {

  private static final Logger LOG = LoggerFactory.getLogger(AbandonedDirectories.class);

  private final SharedFiles files;
  private final ApplicationDirectory own;
  private final long expiryMillis;
  private final long watchNanos;
  private final Map<Path, Sighting> seen = new HashMap<>();
  private final Set<Path> named = new HashSet<>();

  private record Sighting(long beat, long nanos) {}

  /**
   * Creates it.
   *
   * @param expiryMillis age of a heartbeat after which an application may be dead
   * @param watchMillis how long the heartbeat must then stay as it is
   */
  public AbandonedDirectories(
      SharedFiles files, ApplicationDirectory own, long expiryMillis, long watchMillis) {
    this.files = files;
    this.own = own;
    this.expiryMillis = expiryMillis;
    this.watchNanos = watchMillis * 1_000_000;
  }

  /** Looks at all directories once, and removes those that were watched for long enough. */
  public void sweep() throws IOException {
    long now = own.lastBeat();
    for (FileStatus other : files.list(files.directory())) {
      Path path = other.getPath();
      if (path.getName().startsWith(ApplicationDirectory.PREFIX) && !path.equals(own.path())) {
        try {
          look(other, now);
        } catch (IOException e) {
          name(path, e.getMessage());
        }
      }
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
    try {
      beat = own.lastBeat(path);
    } catch (FileNotFoundException e) {
      name(path, "it has no heartbeat file, so whether it is in use is unknown");
      return;
    }
    if (now - beat < expiryMillis) {
      seen.remove(path);
      return;
    }
    Sighting before = seen.get(path);
    if (before == null || before.beat != beat) {
      seen.put(path, new Sighting(beat, System.nanoTime()));
    } else if (System.nanoTime() - before.nanos >= watchNanos) {
      seen.remove(path);
      remove(path, beat);
    }
  }

  private void remove(Path path, long beat) throws IOException {
    Path moved = new Path(own.path(), "removed-" + path.getName());
    if (!files.fileSystem().rename(path, moved)) {
      throw new IOException("it cannot be moved into '" + own.path() + "'");
    }
    if (!own.isAlike(files.status(moved)) || own.lastBeat(moved) != beat) {
      if (!files.fileSystem().rename(moved, path)) {
        throw new IOException("it changed meanwhile, and is now '" + moved + "'");
      }
      throw new IOException("it changed meanwhile");
    }
    own.remove(moved);
    LOG.info("removed shuffle data of an application that died: {}", path);
  }

  private void name(Path path, String why) {
    if (named.add(path)) {
      LOG.warn("shuffle data of another application stays in '{}': {}", path, why);
    }
  }
}
