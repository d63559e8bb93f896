// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode.replica;

import io.situ.hdfs.link.LinkedBlock;
import io.situ.storage.Store;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Where an object is a plain file of this host, so that a symbolic link can stand for it. */
public final class PlainFile {

  private PlainFile() {}

  /**
   * The object's absolute path without any link in it; empty if the block is only a part of the
   * object, or this host has no file at that path below the store's root which is the object.
   */
  public static Optional<Path> of(Store store, LinkedBlock block) {
    Optional<StorePath> top = store.info().hostPath();
    if (!block.isWhole() || top.isEmpty()) {
      return Optional.empty();
    }
    try {
      Path root = Path.of(top.get().toString()).toRealPath();
      Path file = Path.of(root + block.object().toString());
      Map<String, Object> now =
          Files.readAttributes(file, "unix:ino,size,isRegularFile", LinkOption.NOFOLLOW_LINKS);
      boolean same =
          file.equals(file.toRealPath())
              && now.get("isRegularFile").equals(true)
              && now.get("ino").equals(block.version().identity())
              && now.get("size").equals(block.size());
      return same ? Optional.of(file) : Optional.empty();
    } catch (IOException | InvalidPathException e) {
      return Optional.empty();
    }
  }
}
