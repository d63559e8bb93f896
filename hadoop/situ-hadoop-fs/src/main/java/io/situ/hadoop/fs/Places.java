package io.situ.hadoop.fs;

import io.situ.storage.Mount;
import io.situ.storage.StorePath;
import io.situ.storage.find.MountTable;
import java.io.IOException;
import java.nio.file.Paths;
import java.util.Collection;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The places of the store behind {@code situ:///}: where a user is at home, and which mount a path
 * is on, for nothing can be renamed from one mount to another.
 */
final class Places {

  private static final Logger LOG = LoggerFactory.getLogger(Places.class);

  private final HadoopPaths paths;
  private final MountTable mounts;

  Places(HadoopPaths paths, MountTable mounts) {
    this.paths = paths;
    this.mounts = mounts;
  }

  /** This process's working directory. */
  Path working() {
    return property("user.dir");
  }

  /** This process's user's home. */
  Path home() {
    return property("user.home");
  }

  private Path property(String name) {
    String place = Paths.get(System.getProperty(name)).toAbsolutePath().normalize().toString();
    return paths.toHadoop(StorePath.of(place));
  }

  /** The top of the mount that a path is on. */
  Path mount(Path path) {
    return paths.toHadoop(mountPoint(path));
  }

  private StorePath mountPoint(Path path) {
    return mounts.find(paths.toStore(path)).map(Mount::point).orElse(StorePath.ROOT);
  }

  /** Where trash from {@code path} goes: home, or the top of its own mount. */
  Path trash(Path path) {
    StorePath top = mountPoint(path);
    return top.equals(mountPoint(home()))
        ? new Path(home(), FileSystem.TRASH_PREFIX)
        : new Path(trashOfAll(top), System.getProperty("user.name"));
  }

  private Path trashOfAll(StorePath top) {
    return new Path(paths.toHadoop(top), FileSystem.TRASH_PREFIX);
  }

  /** Adds the trash directories that are at the top of a mount. */
  void addTrash(FileSystem fs, boolean allUsers, Collection<FileStatus> found) {
    StorePath atHome = mountPoint(home());
    String user = System.getProperty("user.name");
    for (StorePath top : mounts.mounts().stream().map(Mount::point).distinct().toList()) {
      if (!top.equals(atHome)) {
        Path all = trashOfAll(top);
        try {
          found.addAll(List.of(fs.globStatus(allUsers ? new Path(all, "*") : new Path(all, user))));
        } catch (IOException | RuntimeException e) {
          LOG.debug("no trash at {}", top, e);
        }
      }
    }
  }
}
