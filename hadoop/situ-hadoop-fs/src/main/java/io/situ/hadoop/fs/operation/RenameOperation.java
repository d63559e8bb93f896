// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.operation;

import io.situ.storage.Store.RenameMode;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.registry.SymlinkResolver;
import io.situ.storage.util.StoreFiles;
import java.util.Optional;

/**
 * Renames by Hadoop's two sets of rules. Both ask the store for an atomic rename first and look at
 * what is there only when it refuses.
 */
public final class RenameOperation {

  private final StoreContext at;

  RenameOperation(StoreContext at) {
    this.at = at;
  }

  /**
   * HDFS's rules for {@code FileSystem.rename(src, dst)}: into a directory that is there, never
   * over anything, and false where it cannot be done.
   */
  public boolean move(StorePath from, StorePath to) throws StoreException {
    if (from.isRoot()) {
      return false;
    }
    if (from.equals(to)) {
      return at.find(from).filter(object -> !object.isDirectory()).isPresent();
    }
    if (!to.isRoot() && tryMove(from, to)) {
      return true;
    }
    Optional<StoreObject> there = at.find(to);
    if (there.isEmpty() || !there.get().isDirectory()) {
      return false;
    }
    StorePath inside = to.child(from.name());
    return inside.equals(from)
        ? at.find(from).filter(object -> !object.isDirectory()).isPresent()
        : tryMove(from, inside);
  }

  private boolean tryMove(StorePath from, StorePath to) throws StoreException {
    try {
      StoreFiles.renameNoReplace(at.store(), from, to);
      return true;
    } catch (StoreException e) {
      return switch (e.kind()) {
        case NOT_FOUND,
            NOT_A_DIRECTORY,
            IS_A_DIRECTORY,
            NOT_EMPTY,
            ALREADY_EXISTS,
            INVALID_ARGUMENT ->
            false;
        default -> throw e;
      };
    }
  }

  /**
   * The rules of {@code rename} with options: what cannot be done is an exception.
   *
   * @param overwrite replace a file, or an empty directory by a directory
   */
  public void rename(StorePath from, StorePath to, boolean overwrite) throws StoreException {
    if (from.equals(to)) {
      at.store().stat(from, false);
      throw new StoreException(Kind.ALREADY_EXISTS, to, "source and destination are the same");
    }
    if (overwrite) {
      refuseLinkToTarget(from, to);
      at.store().rename(from, to, RenameMode.REPLACE);
    } else {
      StoreFiles.renameNoReplace(at.store(), from, to);
    }
  }

  /** A link that replaced what it leads to would lead nowhere, and the file would be gone. */
  private void refuseLinkToTarget(StorePath from, StorePath to) throws StoreException {
    StoreObject source = at.store().stat(from, false);
    if (source.kind() != StoreObject.Kind.SYMLINK) {
      return;
    }
    Optional<StoreObject> behind = at.find(from);
    Optional<StoreObject> there = behind.isEmpty() ? Optional.empty() : at.find(to);
    if (there.isPresent() && isSame(behind.get(), there.get(), from, to)) {
      throw new StoreException(
          Kind.ALREADY_EXISTS, to, "it is what the link '" + from + "' leads to");
    }
  }

  /**
   * Whether two paths lead to one object. Versions show it only where they carry an identity: two
   * files of one size and time are not one file.
   */
  private boolean isSame(StoreObject behind, StoreObject there, StorePath from, StorePath to) {
    if (behind.version().identity() != 0) {
      return there.version().equals(behind.version());
    }
    SymlinkResolver paths = new SymlinkResolver(at.store());
    return paths.of(from).equals(paths.of(to));
  }
}
