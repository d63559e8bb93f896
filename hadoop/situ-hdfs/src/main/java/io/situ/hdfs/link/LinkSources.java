package io.situ.hdfs.link;

import io.situ.storage.ReadHandle;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import java.io.IOException;

/**
 * Opens the objects that linked blocks are made of, and tells how they differ from what was
 * attached. Safe for use by many threads.
 */
public final class LinkSources implements AutoCloseable {

  /** Opens a store by its name. */
  @FunctionalInterface
  public interface Stores {
    Store open(String name) throws IOException;
  }

  private final OpenOnce stores;

  public LinkSources(Stores stores) {
    this.stores = new OpenOnce(stores);
  }

  /**
   * Opens a block's object for reading.
   *
   * @throws LinkBrokenException if the object is gone or is not the one that was attached
   * @throws IOException if it cannot be told
   */
  public ReadHandle open(LinkedBlock block) throws IOException {
    Store store = stores.get(block.store());
    ReadHandle handle;
    try {
      handle = store.open(block.object(), ReadHandle.Options.DEFAULT);
    } catch (StoreException e) {
      throw explain(block, e);
    }
    try {
      refuseChanged(block, handle.object());
    } catch (LinkBrokenException e) {
      handle.close();
      throw e;
    }
    return handle;
  }

  /**
   * Looks whether a block's object is still the one that was attached.
   *
   * @throws LinkBrokenException if it is not
   * @throws IOException if it cannot be told
   */
  public void check(LinkedBlock block) throws IOException {
    StoreObject now;
    try {
      now = stores.get(block.store()).stat(block.object(), true);
    } catch (StoreException e) {
      throw explain(block, e);
    }
    refuseChanged(block, now);
  }

  private static IOException explain(LinkedBlock block, StoreException e) {
    return switch (e.kind()) {
      case NOT_FOUND, NOT_A_DIRECTORY, IS_A_DIRECTORY ->
          new LinkBrokenException(block, "is not there any more", e);
      default -> e;
    };
  }

  private static void refuseChanged(LinkedBlock block, StoreObject now) throws LinkBrokenException {
    if (now.size() != block.size()) {
      throw new LinkBrokenException(
          block, "had " + block.size() + " bytes and has " + now.size() + " now", null);
    }
    if (now.version().identity() != block.version().identity()) {
      throw new LinkBrokenException(block, "was replaced by another file", null);
    }
    if (!now.version().equals(block.version())) {
      throw new LinkBrokenException(block, "was written since", null);
    }
  }

  @Override
  public void close() throws IOException {
    stores.close();
  }
}
