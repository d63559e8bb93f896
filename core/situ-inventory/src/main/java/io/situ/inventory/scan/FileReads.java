// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.scan;

import io.situ.storage.ReadHandle;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.util.StoreRetry;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Set;

/** Reads files of a scan, which fetches none back from an archive. Thread-safe. */
final class FileReads {

  /** So a directory or a FIFO refuses to be opened that took the place of a file. */
  private static final Set<StoreException.Kind> NO_FILE =
      EnumSet.of(StoreException.Kind.IS_A_DIRECTORY, StoreException.Kind.UNSUPPORTED);

  private final Store store;
  private final StorePath root;

  /** Takes from an open file what is wanted of it; is called again after a failure. */
  interface Reading<T> {
    T of(ReadHandle handle) throws IOException;
  }

  /**
   * @param root the directory that is scanned, below which no link is followed
   */
  FileReads(Store store, StorePath root) {
    this.store = store;
    this.root = root;
  }

  /**
   * Reads a file, and once more where the store did not answer.
   *
   * @throws StoreException {@code CHANGED} if it is not the version that the walk has found
   */
  <T> T read(StoreObject file, ReadHandle.Policy policy, Reading<T> reading) throws IOException {
    ReadHandle.Options how =
        ReadHandle.Options.DEFAULT
            .withPolicy(policy)
            .withExpected(file.version())
            .withoutRecall()
            .withoutLinksBelow(root);
    return StoreRetry.retryOnce(() -> once(file, how, reading));
  }

  private <T> T once(StoreObject file, ReadHandle.Options how, Reading<T> reading)
      throws IOException {
    try (ReadHandle handle = store.open(file.path(), how)) {
      return reading.of(handle);
    } catch (StoreException e) {
      if (NO_FILE.contains(e.kind())) {
        StoreException.refuseOther(file, store.statBelow(root, file.path()));
      }
      throw e;
    }
  }
}
