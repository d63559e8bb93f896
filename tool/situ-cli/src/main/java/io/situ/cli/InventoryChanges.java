package io.situ.cli;

import io.situ.hdfs.attach.AttachChanges;
import io.situ.inventory.Diff;
import io.situ.inventory.Inventory;
import io.situ.inventory.InventoryException;
import io.situ.inventory.Manifest;
import io.situ.inventory.Snapshot;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;

/** What is different between two snapshots of an inventory. For one thread. */
final class InventoryChanges implements AttachChanges, Iterator<StoreObject>, AutoCloseable {

  private final String since;
  private final Diff diff;
  private final List<StorePath> gone = new ArrayList<>();
  private StoreObject ahead;
  private long same;

  private InventoryChanges(String since, Diff diff, long files) {
    this.since = since;
    this.diff = diff;
    this.same = files;
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
          long files = now.manifest().counts().files();
          return Optional.of(new InventoryChanges(since, Diff.exact(before.get(), now), files));
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
        } else {
          gone.add(change.before().orElseThrow().object().path());
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

  @Override
  public List<StorePath> gone() {
    return gone;
  }

  @Override
  public long same() {
    return same;
  }

  @Override
  public void close() {
    diff.close();
  }
}
