// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.attach;

import io.situ.hdfs.attach.AttachChanges;
import io.situ.inventory.Inventory;
import io.situ.inventory.Snapshot;
import io.situ.inventory.datafile.Row;
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
import java.util.function.Function;

/** What is different between two snapshots of an inventory. Not thread-safe. */
final class InventoryChanges implements AttachChanges, AutoCloseable {

  private final String since;
  private final Snapshot before;
  private final Snapshot now;
  private final Found<StoreObject> objects;
  private Optional<Found<StorePath>> gone = Optional.empty();
  private long same;

  private InventoryChanges(String since, Snapshot before, Snapshot now) throws InventoryException {
    this.since = since;
    this.before = before;
    this.now = now;
    this.objects = new Found<>(Diff.exact(before, now), this::changed);
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
   * @return empty if the inventory does not have that snapshot any more, or it is damaged, or one
   *     of the two does not know all: what was deleted where the older one could not look is no
   *     difference, and what the newer one could not look at has to be named
   * @throws InventoryException if the newer one is damaged
   */
  static Optional<InventoryChanges> between(Inventory inventory, String since, Snapshot now)
      throws InventoryException {
    for (Manifest manifest : inventory.snapshots()) {
      if (name(manifest).equals(since) && manifest.id() <= now.manifest().id()) {
        if (!manifest.unread().isEmpty() || !now.manifest().unread().isEmpty()) {
          return Optional.empty();
        }
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
    return objects;
  }

  private Optional<StoreObject> changed(Diff.Change change) {
    Optional<StoreObject> object = change.after().map(Row::object);
    same -= object.filter(StoreObject::isFile).isPresent() ? 1 : 0;
    return object;
  }

  /** The snapshots are read once more, so that nothing of this is kept. */
  @Override
  public Iterator<StorePath> gone() throws IOException {
    Found<StorePath> paths = new Found<>(Diff.exact(before, now), InventoryChanges::left);
    gone = Optional.of(paths);
    return paths;
  }

  private static Optional<StorePath> left(Diff.Change change) {
    return change.after().isPresent()
        ? Optional.empty()
        : Optional.of(change.before().orElseThrow().object().path());
  }

  /** What a function finds in the differences, read as it is asked for. */
  private static final class Found<T> implements Iterator<T>, AutoCloseable {

    private final Diff diff;
    private final Function<Diff.Change, Optional<T>> finder;
    private Optional<T> ahead = Optional.empty();

    Found(Diff diff, Function<Diff.Change, Optional<T>> finder) {
      this.diff = diff;
      this.finder = finder;
    }

    @Override
    public boolean hasNext() {
      try {
        while (ahead.isEmpty()) {
          Diff.Change change = diff.next();
          if (change == null) {
            return false;
          }
          ahead = finder.apply(change);
        }
        return true;
      } catch (InventoryException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public T next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      T next = ahead.orElseThrow();
      ahead = Optional.empty();
      return next;
    }

    @Override
    public void close() {
      diff.close();
    }
  }

  @Override
  public long same() {
    return same;
  }

  @Override
  public void close() {
    objects.close();
    gone.ifPresent(Found::close);
  }
}
