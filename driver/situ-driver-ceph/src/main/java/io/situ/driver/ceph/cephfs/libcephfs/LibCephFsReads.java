// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.libcephfs;

import io.situ.driver.ceph.cephfs.client.LibCephFsFile;
import io.situ.driver.ceph.cephfs.client.LibCephFsInode;
import io.situ.driver.ceph.cephfs.client.NativeSessions;
import io.situ.storage.ReadHandle;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.mounted.nativelib.ErrnoException;
import java.util.Optional;

/**
 * Opens files for reading without a mount. Tasks read files that are worth it in a session of their
 * own, whose library reads nothing ahead. Thread-safe.
 */
final class LibCephFsReads implements AutoCloseable {

  private static final int O_RDONLY = 0;

  private final LibCephFsPathResolver tree;
  private final Describer describer;
  private Optional<LibCephFsPathResolver> ofTasks = Optional.empty();
  private boolean closed;

  /** Reports of a regular file what a store reports, and refuses everything else. */
  interface Describer {
    StoreObject regular(StorePath path, LibCephFsInode node) throws StoreException, ErrnoException;
  }

  /**
   * @param tree not closed with this
   */
  LibCephFsReads(LibCephFsPathResolver tree, Describer describer) {
    this.tree = tree;
    this.describer = describer;
  }

  /** A file that was opened, as it was then. */
  private record Opened(StoreObject object, LibCephFsFile file) {}

  /** As {@link io.situ.storage.Store#open}. */
  ReadHandle open(StorePath path, ReadHandle.Options options) throws StoreException {
    LibCephFsPathResolver from =
        options.task() && isReadDirectly(path, options) ? ofTasks(path) : tree;
    Opened opened = open(from, path, options);
    ReadHandle.Options again = options.withExpected(opened.object().version());
    return new LibCephFsReadHandle(
        opened.object(), opened.file(), () -> open(from, path, again).file());
  }

  private boolean isReadDirectly(StorePath path, ReadHandle.Options options) throws StoreException {
    return tree.on(
        path,
        options.linkFreeBelow(),
        node -> node.isFile() && node.status().size() >= NativeSessions.MIN_DIRECT_READ);
  }

  private synchronized LibCephFsPathResolver ofTasks(StorePath path) throws StoreException {
    if (closed) {
      throw new StoreException(Kind.FAILED, path, "the store is closed");
    }
    if (ofTasks.isEmpty()) {
      ofTasks = Optional.of(tree.ofTasks());
    }
    return ofTasks.get();
  }

  private Opened open(LibCephFsPathResolver from, StorePath path, ReadHandle.Options options)
      throws StoreException {
    Optional<StoreObject.Version> expected = options.expected();
    return from.on(
        path,
        options.linkFreeBelow(),
        node -> {
          if (node.isLink()) {
            throw StoreException.exchanged(path);
          }
          StoreObject object = describer.regular(path, node);
          if (expected.isPresent() && !expected.get().equals(object.version())) {
            throw new StoreException(
                Kind.CHANGED,
                path,
                "it is not the version that was asked for: it was changed or replaced since");
          }
          return new Opened(object, node.open(O_RDONLY));
        });
  }

  @Override
  public synchronized void close() {
    closed = true;
    ofTasks.ifPresent(LibCephFsPathResolver::close);
    ofTasks = Optional.empty();
  }
}
