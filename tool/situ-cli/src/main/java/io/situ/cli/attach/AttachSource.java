// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.attach;

import io.situ.cli.console.CliException;
import io.situ.cli.console.ExitCode;
import io.situ.cli.context.GlobalOptions;
import io.situ.cli.context.OpenStores;
import io.situ.cli.context.StoreLocation;
import io.situ.cli.inventory.ScanProgress;
import io.situ.hdfs.source.AttachObjects;
import io.situ.hdfs.source.AttachedTree;
import io.situ.hdfs.source.StoreObjects;
import io.situ.inventory.Inventory;
import io.situ.inventory.Snapshot;
import io.situ.inventory.manifest.Manifest;
import io.situ.storage.Store;
import io.situ.storage.StoreObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;

/**
 * What is attached: a directory of a store and everything below it as it is now, or as an inventory
 * has it.
 *
 * @param tree the directory
 * @param inventory the inventory, if it is one
 * @param objects the root and what is below it, a directory before what is in it
 */
record AttachSource(AttachedTree tree, Optional<Opened> inventory, SourceObjects objects)
    implements AutoCloseable {

  /** An inventory at one of its snapshots. */
  record Opened(Inventory inventory, Snapshot snapshot) {}

  /** Opens what a word on the command line means. */
  static AttachSource open(
      GlobalOptions situ, OpenStores stores, String word, ScanProgress progress)
      throws IOException {
    if (Inventory.isAt(Path.of(word))) {
      return ofInventory(Path.of(word), stores, progress);
    }
    StoreLocation place = situ.place(word);
    if (place.store().isEmpty()) {
      stores.at(place).stat(place.path(), true);
    }
    place = stores.realNamed(place);
    String store = named(place.store());
    Store open = stores.at(place);
    StoreObjects below = new StoreObjects(open, place.path());
    SourceObjects objects = new SourceObjects(below, below, progress);
    return new AttachSource(
        AttachedTree.now(store, open.info().identity(), place.path()), Optional.empty(), objects);
  }

  private static AttachSource ofInventory(Path directory, OpenStores stores, ScanProgress progress)
      throws IOException {
    Inventory inventory = Inventory.open(directory);
    Snapshot snapshot = inventory.snapshot();
    Manifest.Origin origin = snapshot.manifest().origin();
    String store = named(origin.store());
    StoreLocation place = new StoreLocation(store, origin.root());
    String identity = stores.at(place).info().identity();
    if (!identity.equals(origin.identity())) {
      throw CliException.input(
          "the inventory '"
              + directory
              + "' is of another store than the one now called '"
              + store
              + "'; scan that one");
    }
    SnapshotObjects rows = new SnapshotObjects(snapshot);
    SourceObjects objects = new SourceObjects(rows, rows, progress);
    return new AttachSource(
        AttachedTree.now(store, identity, origin.root())
            .of(InventoryChanges.name(snapshot.manifest())),
        Optional.of(new Opened(inventory, snapshot)),
        objects);
  }

  private static String named(String store) {
    if (store.isEmpty()) {
      throw CliException.usage(
          "DataNodes must know the store by a name: write situ://STORE/path and describe the store"
              + " by fs.situ.store.STORE.*, here and in the DataNodes' configuration");
    }
    return store;
  }

  /**
   * What has changed since a snapshot; empty if this is no inventory that still has it, or one of
   * which not all is known.
   *
   * @param since its name
   */
  Optional<InventoryChanges> changesSince(String since) throws IOException {
    return inventory.isPresent()
        ? InventoryChanges.between(inventory.get().inventory(), since, inventory.get().snapshot())
        : Optional.empty();
  }

  /** Does something with the objects; an inventory may be why it fails. */
  <T> T explain(Callable<T> work) throws IOException {
    try {
      return work.call();
    } catch (IOException | RuntimeException e) {
      CliException problem = CliException.of(e);
      if (inventory.isEmpty() || problem.exit() != ExitCode.FAILED) {
        throw e;
      }
      throw new CliException(
          ExitCode.FAILED,
          problem.getMessage()
              + "; if the inventory is older than that, call 'situ refresh --inventory "
              + inventory.get().inventory().directory()
              + "' first",
          e);
    } catch (Exception e) {
      throw new IOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    objects.close();
  }

  /** One after the other, shown on the terminal as they go by. */
  static final class SourceObjects implements AttachObjects, AutoCloseable {

    private final AttachObjects source;
    private final AutoCloseable open;
    private final ScanProgress progress;
    private long count;
    private long bytes;

    SourceObjects(AttachObjects source, AutoCloseable open, ScanProgress progress) {
      this.source = source;
      this.open = open;
      this.progress = progress;
    }

    @Override
    public StoreObject next(Unread unread) throws IOException {
      StoreObject object = source.next(unread);
      if (object != null) {
        count++;
        bytes += object.size();
        progress.update(count, bytes, object.path());
      }
      return object;
    }

    @Override
    public void close() throws IOException {
      progress.end();
      try {
        open.close();
      } catch (IOException | RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new IOException(e);
      }
    }
  }
}
