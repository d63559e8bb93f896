package io.situ.driver.gluster;

import io.situ.storage.Mount;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The make-up of the volume behind a mount, read again every few seconds, for bricks come and go.
 * Safe for use by many threads.
 */
final class Volumes {

  private static final Logger LOG = LoggerFactory.getLogger(Volumes.class);

  /** Nanoseconds for which what was learnt is used. */
  static final long INTERVAL = 5_000_000_000L;

  private record Known(Optional<Volume> volume, long at) {}

  private final Mount mount;
  private final Set<String> warned = new HashSet<>();
  private volatile Known known;

  Volumes(Mount mount) {
    this.mount = mount;
  }

  /** Empty where the mount does not tell. */
  Optional<Volume> get() {
    Known now = known;
    if (now == null || System.nanoTime() - now.at() > INTERVAL) {
      now = refresh(now);
    }
    return now.volume();
  }

  private synchronized Known refresh(Known old) {
    if (known == old) {
      known = new Known(read(), System.nanoTime());
    }
    return known;
  }

  private Optional<Volume> read() {
    try {
      return Optional.of(VolumeReader.read(Path.of(mount.point().toString())));
    } catch (IOException | IllegalArgumentException e) {
      warn(
          "who holds its files is not known, for .meta below the mount point, where the mount tells"
              + " how the volume is made, cannot be read: "
              + e.getMessage());
      return Optional.empty();
    }
  }

  /** Logs a sentence about the mount, once for all that differ only behind the first colon. */
  synchronized void warn(String sentence) {
    if (warned.add(sentence.replaceFirst("(?s):.*", ""))) {
      LOG.warn("GlusterFS mount {}: {}", mount.point(), sentence);
    }
  }
}
