// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.link;

import io.situ.storage.ReadHandle;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.config.ConfigKey;
import io.situ.storage.config.ConfigType;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Opens the objects that linked blocks are made of, and says how they differ from what was
 * attached. What looks wrong is looked at once more through the store reopened, for its mount may
 * have come or been replaced since. Thread-safe.
 */
public final class LinkSources implements AutoCloseable {

  /** The stores whose objects DataNodes and clients may open. */
  public static final ConfigKey<List<String>> STORES =
      ConfigKey.of(
          "fs.situ.hdfs.stores",
          ConfigType.list(ConfigType.text(), "names of stores, separated by commas"),
          "Names of the stores, separated by commas, of which a DataNode serves objects, and of"
              + " which a client with fs.hdfs.impl reads them itself.");

  /** Opens a store by its name. */
  @FunctionalInterface
  public interface Stores {
    Store open(String name) throws IOException;
  }

  /** Says of which stores objects may be opened. */
  @FunctionalInterface
  public interface Allowed {
    /**
     * @throws IOException naming the store, if none of its objects may be
     */
    void refuseOther(String store) throws IOException;
  }

  private interface Question<T> {
    T apply(LazyStores.Use store) throws IOException;
  }

  /** A path was recorded when its object was attached: no link on the way was followed then. */
  private static final ReadHandle.Options AS_ATTACHED =
      ReadHandle.Options.DEFAULT.withoutLinksBelow(StorePath.ROOT);

  private final LazyStores stores;
  private final Allowed allowed;

  /** Opens objects of every store. */
  public LinkSources(Stores stores) {
    this(stores, store -> {});
  }

  /**
   * @param allowed asked each time that an object is opened or looked at
   */
  public LinkSources(Stores stores, Allowed allowed) {
    this.stores = new LazyStores(stores);
    this.allowed = allowed;
  }

  /**
   * Returns the store of a name, opened at its first use. It is closed with this, or once it was
   * reopened for {@link #open}, {@link #stat} or {@link #createMetadata} and nothing that these
   * have opened is open.
   *
   * @throws IOException if it may not be used, or does not open
   */
  public Store store(String name) throws IOException {
    refuseOther(name);
    try (LazyStores.Use use = stores.use(name)) {
      return use.store();
    }
  }

  /**
   * @throws IOException naming the store, if none of its objects may be opened
   */
  public void refuseOther(String store) throws IOException {
    allowed.refuseOther(store);
  }

  /**
   * The mark for a block that is about to be linked on this host.
   *
   * @throws LinkBrokenException if the object is not what the block says
   * @throws IOException if this host does not see the object
   */
  public LinkMetadata createMetadata(LinkedBlock block, boolean summed) throws IOException {
    return ask(
        block,
        use -> {
          StoreObject now = use.store().statBelow(StorePath.ROOT, block.object());
          refuseChanged(block, now);
          return new LinkMetadata(block, use.store().info().identity(), summed, false, false)
              .withChanged(now.attributes().changedNanos());
        },
        "");
  }

  /**
   * Opens a block's object for reading.
   *
   * @throws LinkBrokenException if the object is gone or is not the one that was attached
   * @throws IOException if it cannot be determined, as where the store is not mounted
   */
  public ReadHandle open(LinkMetadata mark) throws IOException {
    return open(mark, AS_ATTACHED);
  }

  /**
   * As {@link #open(LinkMetadata)}, of an object whose bytes need not be fetched from an archive.
   *
   * @throws StoreException {@code AWAY} if they would have to be
   */
  public ReadHandle openHere(LinkMetadata mark) throws IOException {
    return open(mark, AS_ATTACHED.withoutRecall());
  }

  private ReadHandle open(LinkMetadata mark, ReadHandle.Options options) throws IOException {
    LinkedBlock block = mark.block();
    return ask(block, use -> open(use, block, options), mark.identity());
  }

  /**
   * Looks whether a block's object is still the one that was attached.
   *
   * @throws LinkBrokenException if it is not
   * @throws IOException if it cannot be determined, as where the store is not mounted
   */
  public void check(LinkMetadata mark) throws IOException {
    stat(mark);
  }

  /**
   * Returns a block's object as it is, if it is still the one that was attached.
   *
   * @throws LinkBrokenException if it is not
   * @throws IOException if it cannot be determined, as where the store is not mounted
   */
  public StoreObject stat(LinkMetadata mark) throws IOException {
    LinkedBlock block = mark.block();
    return ask(
        block,
        use -> {
          StoreObject now = use.store().statBelow(StorePath.ROOT, block.object());
          refuseChanged(block, now);
          return now;
        },
        mark.identity());
  }

  private static ReadHandle open(LazyStores.Use use, LinkedBlock block, ReadHandle.Options options)
      throws IOException {
    ReadHandle handle = use.store().open(block.object(), options);
    try {
      refuseChanged(block, handle.object());
    } catch (LinkBrokenException e) {
      handle.close();
      throw e;
    }
    return new UsingReadHandle(handle, use.share());
  }

  /** Asks the store, and again one that is opened later than it if the answer is not good. */
  private <T> T ask(LinkedBlock block, Question<T> question, String identity) throws IOException {
    refuseOther(block.store());
    LazyStores.Use use = stores.use(block.store());
    try (use) {
      return question.apply(use);
    } catch (StoreException | LinkBrokenException e) {
      return askOther(block, question, identity, use.store());
    }
  }

  /** Another reader may have had the store reopened meanwhile. */
  private <T> T askOther(LinkedBlock block, Question<T> question, String identity, Store failed)
      throws IOException {
    Optional<LazyStores.Use> other = stores.useOther(block.store(), failed);
    if (other.isEmpty()) {
      return askFresh(block, question, identity);
    }
    try (LazyStores.Use use = other.get()) {
      return question.apply(use);
    } catch (StoreException | LinkBrokenException e) {
      return askFresh(block, question, identity);
    }
  }

  /** Asks a store that is reopened; if the answer is good, that is the one from now on. */
  private <T> T askFresh(LinkedBlock block, Question<T> question, String identity)
      throws IOException {
    try (LazyStores.Use use = stores.useFresh(block.store())) {
      try {
        T answer = question.apply(use);
        stores.keep(block.store(), use);
        return answer;
      } catch (StoreException | LinkBrokenException e) {
        throw explain(block, use.store().info(), identity, e);
      }
    }
  }

  private static IOException explain(
      LinkedBlock block, Store.Info store, String identity, IOException e) {
    if (identity.isEmpty()
        && e instanceof StoreException failure
        && failure.kind() == Kind.CHANGED) {
      return new IOException(
          e.getMessage() + "; a directory is attached by its path without symbolic links", e);
    }
    boolean missing =
        e instanceof StoreException failure
            && (failure.kind() == Kind.NOT_FOUND || failure.kind() == Kind.NOT_A_DIRECTORY);
    if (!missing && !(e instanceof LinkBrokenException)) {
      return e;
    }
    if (missing && identity.isEmpty()) {
      return new IOException(
          "this host sees no '" + block.object() + "' below " + store.root() + "; is it mounted?",
          e);
    }
    if (!identity.isEmpty() && !identity.equals(store.identity())) {
      return new IOException(
          "'"
              + block.object()
              + "' cannot be read: at "
              + store.root()
              + " is not the store it was attached from; is that mounted?",
          e);
    }
    return missing ? new LinkBrokenException(block, "is not there any more", e) : e;
  }

  private static void refuseChanged(LinkedBlock block, StoreObject now) throws LinkBrokenException {
    if (now.kind() == StoreObject.Kind.SYMLINK) {
      throw new LinkBrokenException(block, "was replaced by a symbolic link", null);
    }
    if (!now.isFile()) {
      throw new LinkBrokenException(block, "is no file any more", null);
    }
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
