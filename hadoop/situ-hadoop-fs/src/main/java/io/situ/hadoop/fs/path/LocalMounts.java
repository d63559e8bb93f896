// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.path;

import io.situ.storage.StorePath;
import io.situ.storage.mount.Mount;
import io.situ.storage.mount.MountTable;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Paths;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The places of the store behind {@code situ:///}: where a user is at home, and which mount a path
 * is on, for nothing can be renamed from one mount to another.
 */
public final class LocalMounts {

  private static final Logger LOG = LoggerFactory.getLogger(LocalMounts.class);
  private static final Duration TRASH_TIMEOUT = Duration.ofSeconds(10);

  private final HadoopPaths paths;
  private final MountTable mounts;
  private final TrashSearch search =
      new TrashSearch(
          (top, allUsers) -> TrashDirectory.found(host(top), user(), allUsers), TRASH_TIMEOUT);

  public LocalMounts(HadoopPaths paths, MountTable mounts) {
    this.paths = paths;
    this.mounts = mounts;
  }

  /** This process's working directory. */
  public Path working() {
    return property("user.dir");
  }

  /** This process's user's home. */
  public Path home() {
    return property("user.home");
  }

  private Path property(String name) {
    String place = Paths.get(System.getProperty(name)).toAbsolutePath().normalize().toString();
    return paths.toHadoop(StorePath.of(place));
  }

  /** The top of the mount that a path leads to, or would lead to if it were made. */
  public Path mount(Path path) {
    return paths.toHadoop(mountPoint(paths.toStore(path)));
  }

  /** Follows links, which may lead to another mount than the text says. */
  private StorePath mountPoint(StorePath place) {
    return mounts.find(real(place)).map(Mount::point).orElse(StorePath.ROOT);
  }

  /** The path without links as far as it is there; as it is where it cannot be looked at. */
  private static StorePath real(StorePath place) {
    for (StorePath at = place; !at.isRoot(); at = at.parent().orElseThrow()) {
      try {
        StorePath real = StorePath.of(host(at).toRealPath().toString());
        return place.relativeTo(at).prefixedBy(real);
      } catch (NoSuchFileException e) {
        LOG.debug("{} is not there", at);
      } catch (IOException | IllegalArgumentException e) {
        LOG.debug("no links of {} are followed", at, e);
        return place;
      }
    }
    return place;
  }

  /**
   * Where trash from {@code path}, which may itself be a link, goes: home, or a directory at the
   * top of its own mount that is made here and that no other user may change; where there is none,
   * home.
   */
  public Path trash(Path path) {
    StorePath place = paths.toStore(path);
    StorePath top = mountPoint(place.parent().orElse(place));
    if (!top.equals(mountPoint(paths.toStore(home())))) {
      Optional<Path> own = TrashDirectory.of(host(top), user()).map(this::hadoop);
      if (own.isPresent()) {
        return own.get();
      }
    }
    return new Path(home(), FileSystem.TRASH_PREFIX);
  }

  private static String user() {
    return System.getProperty("user.name");
  }

  private static java.nio.file.Path host(StorePath path) {
    return java.nio.file.Path.of(path.toString());
  }

  private Path hadoop(java.nio.file.Path path) {
    return paths.toHadoop(StorePath.of(path.toString()));
  }

  /**
   * Adds the trash directories that are at the top of a mount. Mounts that do not answer within ten
   * seconds are left out with a warning.
   */
  public void addTrash(FileSystem fs, boolean allUsers, Collection<FileStatus> found) {
    StorePath atHome = mountPoint(paths.toStore(home()));
    List<StorePath> tops =
        mounts.mounts().stream().map(Mount::point).filter(top -> !top.equals(atHome)).toList();
    for (java.nio.file.Path each : search.find(tops, allUsers)) {
      try {
        found.add(fs.getFileStatus(hadoop(each)));
      } catch (IOException | RuntimeException e) {
        LOG.debug("no trash at {}", each, e);
      }
    }
  }
}
