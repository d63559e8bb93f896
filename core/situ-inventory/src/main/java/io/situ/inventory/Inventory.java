// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory;

import io.situ.inventory.manifest.InventoryException;
import io.situ.inventory.manifest.Manifest;
import io.situ.inventory.manifest.ManifestJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A directory that holds snapshots of what a store contains: the Global Information File.
 *
 * <p>Snapshots never change once they are published, and publishing is one atomic step, so a reader
 * sees a whole snapshot whatever scans run or crash meanwhile. Immutable and thread-safe.
 */
public final class Inventory {

  /** Snapshots that are kept when a new one is published, that one included. */
  public static final int KEEP = 10;

  private final InventoryPaths layout;
  private final long current;

  private Inventory(InventoryPaths layout, long current) {
    this.layout = layout;
    this.current = current;
  }

  /**
   * Opens an inventory at its current snapshot; what is published later is seen by opening again.
   *
   * @throws InventoryException {@code MISSING} if nothing was ever scanned into {@code directory};
   *     {@code DAMAGED} if the pointer to the current snapshot is unreadable; {@code NOT_READABLE}
   */
  public static Inventory open(Path directory) throws InventoryException {
    InventoryPaths layout = new InventoryPaths(directory);
    OptionalLong current = layout.current();
    if (current.isEmpty()) {
      throw new InventoryException(
          InventoryException.Kind.MISSING,
          "there is no inventory in '" + directory + "'; make one with a scan into it");
    }
    return new Inventory(layout, current.getAsLong());
  }

  /**
   * Returns whether a directory is that of an inventory, whole or damaged, and not of something
   * else that has a file of the pointer's name.
   */
  public static boolean isAt(Path directory) {
    InventoryPaths layout = new InventoryPaths(directory);
    return layout.hasPointer() && layout.hasOwnFiles();
  }

  /**
   * Returns the manifest of the newest snapshot that has a readable one, whatever the pointer says;
   * empty if there is none.
   *
   * @throws InventoryException as {@link #snapshots}
   */
  public static Optional<Manifest> newestManifest(InventoryPaths layout) throws InventoryException {
    List<Manifest> manifests = new Inventory(layout, 0).snapshots();
    return manifests.isEmpty()
        ? Optional.empty()
        : Optional.of(manifests.get(manifests.size() - 1));
  }

  /** Returns the number of the snapshot that was current when this inventory was opened. */
  public long current() {
    return current;
  }

  public Path directory() {
    return layout.directory();
  }

  /**
   * Opens the current snapshot.
   *
   * @throws InventoryException {@code MISSING}, also if it was deleted since this inventory was
   *     opened; {@code DAMAGED}, {@code NOT_READABLE} or {@code WRONG_VERSION}
   */
  public Snapshot snapshot() throws InventoryException {
    return snapshot(current);
  }

  /**
   * Opens the snapshot with this number.
   *
   * @throws InventoryException as {@link #snapshot()}
   */
  public Snapshot snapshot(long id) throws InventoryException {
    Manifest manifest = manifest(id);
    for (Manifest.Part part : manifest.parts()) {
      Path file = layout.snapshot(id).resolve(part.file());
      try {
        long size = Files.size(file);
        if (size != part.bytes()) {
          throw InventoryException.damaged(
              file, "has " + size + " bytes instead of " + part.bytes(), null);
        }
      } catch (InventoryException e) {
        throw e;
      } catch (IOException e) {
        throw InventoryException.unreadable(file, e);
      }
    }
    return new Snapshot(layout.snapshot(id), manifest);
  }

  private Manifest manifest(long id) throws InventoryException {
    if (!Files.isDirectory(layout.snapshot(id))) {
      throw missing(id);
    }
    Manifest manifest = ManifestJson.read(layout.manifest(id));
    if (manifest.id() != id) {
      throw InventoryException.damaged(layout.manifest(id), "belongs to another snapshot", null);
    }
    return manifest;
  }

  private InventoryException missing(long id) throws InventoryException {
    List<Long> there = ids();
    if (id == current && !there.isEmpty() && id < there.get(0)) {
      return InventoryException.deleted(layout.snapshot(id), null);
    }
    String others = "";
    if (!there.isEmpty()) {
      long first = there.get(0);
      long last = there.get(there.size() - 1);
      others = first == last ? "; it has " + first : "; it has " + first + " to " + last;
    }
    return new InventoryException(
        InventoryException.Kind.MISSING,
        "the inventory '"
            + layout.directory()
            + "' has no snapshot "
            + id
            + others
            + (id == current || there.isEmpty() ? "; scan again" : ""));
  }

  private List<Long> ids() throws InventoryException {
    try {
      return layout.snapshots();
    } catch (IOException e) {
      throw InventoryException.unreadable(layout.directory(), e);
    }
  }

  /**
   * The manifests of all snapshots that have a readable one, oldest first.
   *
   * @throws InventoryException {@code DAMAGED} or {@code NOT_READABLE} if the directory cannot be
   *     read
   */
  public List<Manifest> snapshots() throws InventoryException {
    List<Manifest> manifests = new ArrayList<>();
    for (long id : ids()) {
      try {
        manifests.add(manifest(id));
      } catch (InventoryException e) {
        // A damaged snapshot does not hide the others; opening it says what is wrong.
      }
    }
    return manifests;
  }
}
