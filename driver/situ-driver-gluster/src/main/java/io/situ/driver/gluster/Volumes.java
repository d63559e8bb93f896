// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.gluster;

import io.situ.storage.diagnostics.Notices;
import io.situ.storage.mount.Mount;
import io.situ.storage.util.CachedValue;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * The make-up of the volume behind a mount, read again every few seconds, for bricks come and go.
 * Safe for use by many threads.
 */
final class Volumes {

  /** For how long what was learnt is used. */
  static final Duration INTERVAL = Duration.ofSeconds(5);

  private final Mount mount;
  private final Notices notices;
  private final CachedValue<Optional<Volume>> volume;

  Volumes(Mount mount, Notices notices) {
    this.mount = mount;
    this.notices = notices;
    this.volume = new CachedValue<>(Optional.empty(), INTERVAL, old -> read());
  }

  /** Empty where the mount does not tell. */
  Optional<Volume> get() {
    return volume.get();
  }

  private Optional<Volume> read() {
    try {
      return Optional.of(VolumeReader.read(Path.of(mount.point().toString())));
    } catch (IOException | IllegalArgumentException e) {
      fault(
          "who holds its files is not known, for .meta below the mount point, where the mount tells"
              + " how the volume is made, cannot be read",
          e.getMessage());
      return Optional.empty();
    }
  }

  /** Tells, once, what is wrong with the mount. */
  void fault(String what, String detail) {
    notices.fault(ofMount(what), detail);
  }

  /** As {@link #fault}, of what is slower and right. */
  void note(String what, String detail) {
    notices.note(ofMount(what), detail);
  }

  private String ofMount(String what) {
    return "GlusterFS mount " + mount.point() + ": " + what;
  }
}
