// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.attach;

import io.situ.hdfs.attach.AttachChanges;
import io.situ.inventory.Inventory;
import io.situ.inventory.Snapshot;
import io.situ.inventory.diff.Diff;
import io.situ.inventory.manifest.InventoryException;
import io.situ.inventory.manifest.Manifest;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;

/** What is different between two snapshots of an inventory. Not thread-safe. */
final class InventoryChanges implements AttachChanges, Iterator<StoreObject>, AutoCloseable {

  private final String since;
  private final Diff diff;
  private final Snapshot before;
  private final Snapshot now;
  private StoreObject ahead;
  private Optional<Gone> gone = Optional.empty();
  private long same;

  private InventoryChanges(String since, Snapshot before, Snapshot now) throws InventoryException {
    this.since = since;
    this.before = before;
    this.now = now;
    this.diff = Diff.exact(before, now);
    this.same = now.manifest().counts().files();
  }

  /** How attached directories name a snapshot: other inventories have the same numbers. */
  static String name(Manifest snapshot) {
    return snapshot.id() + "@" + snapshot.startedAt().toEpochMilli();
  }

  /**
   * What has changed up to a snapshot since an older one of the same inventory.
   *
   * @param since its name
   * @return empty if the inventory does not have that snapshot any more, or it is damaged
   * @throws InventoryException if the newer one is damaged
   */
  static Optional<InventoryChanges> between(Inventory inventory, String since, Snapshot now)
      throws InventoryException {
    for (Manifest manifest : inventory.snapshots()) {
      if (name(manifest).equals(since) && manifest.id() <= now.manifest().id()) {
        Optional<Snapshot> before = older(inventory, manifest.id());
        if (before.isPresent()) {
          return Optional.of(new InventoryChanges(since, before.get(), now));
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<Snapshot> older(Inventory inventory, long id) {
    try {
      return Optional.of(inventory.snapshot(id));
    } catch (InventoryException e) {
      return Optional.empty();
    }
  }

  @Override
  public String since() {
    return since;
  }

  @Override
  public Iterator<StoreObject> objects() {
    return this;
  }

  @Override
  public boolean hasNext() {
    try {
      while (ahead == null) {
        Diff.Change change = diff.next();
        if (change == null) {
          return false;
        }
        if (change.after().isPresent()) {
          ahead = change.after().get().object();
          same -= ahead.isFile() ? 1 : 0;
        }
      }
      return true;
    } catch (InventoryException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public StoreObject next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    StoreObject object = ahead;
    ahead = null;
    return object;
  }

  /** The snapshots are read once more, so that nothing of this is kept. */
  @Override
  public Iterator<StorePath> gone() throws IOException {
    Gone paths = new Gone(Diff.exact(before, now));
    gone = Optional.of(paths);
    return paths;
  }

  private static final class Gone implements Iterator<StorePath> {

    private final Diff diff;
    private StorePath ahead;

    Gone(Diff diff) {
      this.diff = diff;
    }

    @Override
    public boolean hasNext() {
      try {
        while (ahead == null) {
          Diff.Change change = diff.next();
          if (change == null) {
            return false;
          }
          if (change.after().isEmpty()) {
            ahead = change.before().orElseThrow().object().path();
          }
        }
        return true;
      } catch (InventoryException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public StorePath next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      StorePath path = ahead;
      ahead = null;
      return path;
    }
  }

  @Override
  public long same() {
    return same;
  }

  @Override
  public void close() {
    diff.close();
    gone.ifPresent(paths -> paths.diff.close());
  }
}
