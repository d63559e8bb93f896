// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.gluster;

import io.situ.storage.Listing;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.forward.InterceptingStore;
import io.situ.storage.forward.StoreOperation;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A volume whose listings are whole or fail: while the only bricks with some files are away,
 * GlusterFS lists the others as if they were all. Whatever else fails because of such bricks names
 * them. Thread-safe.
 */
final class GlusterStore extends InterceptingStore {

  private final UnreachableSubvolumes unreachable;
  private final Supplier<Optional<String>> volumeId;

  /**
   * @param volumeId the volume's identifier; empty where it is not known
   */
  GlusterStore(
      Store store, UnreachableSubvolumes unreachable, Supplier<Optional<String>> volumeId) {
    super(store);
    this.unreachable = unreachable;
    this.volumeId = volumeId;
  }

  @Override
  public Optional<String> fileSystem(StorePath path) {
    return volumeId.get().map(GlusterStore::fileSystem);
  }

  static String fileSystem(String volumeId) {
    return "gluster:" + volumeId;
  }

  @Override
  public Listing list(StorePath directory, Listing.Options options) throws StoreException {
    check(directory);
    return new Checked(super.list(directory, options), directory);
  }

  @Override
  protected <T> T around(StoreOperation operation, Call<T> call) throws StoreException {
    try {
      return super.around(operation, call);
    } catch (StoreException e) {
      List<String> bricks = e.retryable() ? unreachable.bricks() : List.of();
      if (bricks.isEmpty()) {
        throw e;
      }
      throw new StoreException(
          e.kind(),
          e.path().orElse(operation.path()),
          e.reason() + "; " + UnreachableSubvolumes.cannotBeReached(bricks),
          e);
    }
  }

  private void check(StorePath directory) throws StoreException {
    unreachable.requireNone(directory, "GlusterFS leaves files out of its listings while ");
  }

  /** Ends well only if all bricks are there at the end too. */
  private final class Checked implements Listing {
    private final Listing listing;
    private final StorePath directory;
    private boolean ended;

    Checked(Listing listing, StorePath directory) {
      this.listing = listing;
      this.directory = directory;
    }

    @Override
    public StoreObject next() throws StoreException {
      StoreObject object = listing.next();
      if (object == null && !ended) {
        ended = true;
        check(directory);
      }
      return object;
    }

    @Override
    public void close() {
      ended = true;
      listing.close();
    }
  }
}
