// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.gluster;

import io.situ.storage.StorePath;
import io.situ.storage.mount.Mount;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What an administrator's mount has to be: the same volume as the users' mount, and all of it. Of
 * another volume nothing that changes is seen, and shards are looked for in the wrong place.
 */
final class AdminMount {

  private AdminMount() {}

  /**
   * Returns whether a volume is mounted at a directory, and not above it.
   *
   * @param mount that the directory is in
   */
  static boolean isMounted(Mount mount, StorePath directory) {
    return mount.type().equals(GlusterProvider.TYPE)
        && (mount.point().equals(directory) || mount.point().equals(real(directory)));
  }

  private static StorePath real(StorePath directory) {
    try {
      return StorePath.of(Path.of(directory.toString()).toRealPath().toString());
    } catch (IOException | IllegalArgumentException e) {
      return directory;
    }
  }

  /**
   * Returns why a mount may not stand for another one, as what follows its name; empty if it may,
   * or if one of them does not report its volume.
   */
  static Optional<String> fault(Mount admin, Mount users) {
    Optional<GlusterVolume> shown = volume(admin);
    Optional<GlusterVolume> used = volume(users);
    if (shown.isEmpty() || used.isEmpty()) {
      return Optional.empty();
    }
    if (!isSame(shown.get(), used.get())) {
      return Optional.of(
          "is a mount of "
              + text(shown.get())
              + ", and the store's root is in "
              + text(used.get())
              + ": mount the same volume there");
    }
    return shown.get().subdirectory().isRoot()
        ? Optional.empty()
        : Optional.of(
            "shows '" + shown.get().subdirectory() + "' of its volume: mount all of the volume");
  }

  /**
   * A brick is of one volume only. Bricks come and go, so that two mounts of it may see different
   * ones for a moment.
   */
  private static boolean isSame(GlusterVolume one, GlusterVolume other) {
    return !Collections.disjoint(bricks(one), bricks(other));
  }

  private static List<String> bricks(GlusterVolume volume) {
    return volume.bricks().stream().map(GlusterVolume.Brick::name).toList();
  }

  private static String text(GlusterVolume volume) {
    return "the volume '"
        + volume.name()
        + "' on "
        + volume.bricks().stream()
            .map(GlusterVolume.Brick::host)
            .distinct()
            .collect(Collectors.joining(", "));
  }

  private static Optional<GlusterVolume> volume(Mount mount) {
    try {
      return Optional.of(VolumeGraphReader.read(Path.of(mount.point().toString())));
    } catch (IOException | DirectoryIteratorException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
