// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.gluster;

import io.situ.storage.diagnostics.StoreWarnings;
import io.situ.storage.mount.Mount;
import io.situ.storage.util.CachedValue;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * The make-up of the volume behind a mount, read again every few seconds, for bricks come and go.
 * Thread-safe.
 */
final class VolumeCache {

  /** For how long what was learnt is used. */
  static final Duration INTERVAL = Duration.ofSeconds(5);

  private final Mount mount;
  private final StoreWarnings notices;
  private final CachedValue<Optional<GlusterVolume>> volume;

  VolumeCache(Mount mount, StoreWarnings notices) {
    this.mount = mount;
    this.notices = notices;
    this.volume = new CachedValue<>(Optional.empty(), INTERVAL, old -> read());
  }

  /** Empty where the mount does not report it. */
  Optional<GlusterVolume> get() {
    return volume.get();
  }

  private Optional<GlusterVolume> read() {
    try {
      return Optional.of(VolumeGraphReader.read(Path.of(mount.point().toString())));
    } catch (IOException | DirectoryIteratorException | IllegalArgumentException e) {
      fault(
          "no block locations are known, because .meta below the mount point, where the mount says"
              + " how the volume is made, cannot be read",
          e.getMessage());
      return Optional.empty();
    }
  }

  /** Reports, once, what is wrong with the mount. */
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
