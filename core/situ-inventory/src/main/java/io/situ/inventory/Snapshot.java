// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory;

import io.situ.inventory.datafile.DataFile;
import io.situ.inventory.datafile.Row;
import io.situ.inventory.datafile.SortKeys;
import io.situ.inventory.manifest.InventoryException;
import io.situ.inventory.manifest.Manifest;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.lang.ref.SoftReference;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * All objects below one directory as they were at one time, ordered by the UTF-8 bytes of their
 * paths, a directory's path taken with a slash at its end.
 *
 * <p>Immutable and thread-safe; the {@link Rows} it hands out are not. It holds no open files; data
 * files stay in memory as long as there is room.
 */
public final class Snapshot {

  /** How coarse a clock of a file system may be, and how far it may be from this host's. */
  private static final Duration SETTLING = Duration.ofSeconds(2);

  private final Path directory;
  private final Manifest manifest;
  private final AtomicReferenceArray<SoftReference<DataFile>> loaded;
  private final byte[][] firstKeys;

  Snapshot(Path directory, Manifest manifest) {
    this.directory = directory;
    this.manifest = manifest;
    this.loaded = new AtomicReferenceArray<>(manifest.parts().size());
    this.firstKeys =
        manifest.parts().stream().map(part -> SortKeys.bytes(part.first())).toArray(byte[][]::new);
  }

  public Manifest manifest() {
    return manifest;
  }

  /**
   * All rows in order.
   *
   * @throws InventoryException {@code DAMAGED}
   */
  public Rows rows() throws InventoryException {
    return new Rows(this, "/", SortKeys.AFTER_ALL, false);
  }

  /**
   * The rows of a directory and of everything below it, in order. No rows if it is not there or no
   * directory.
   *
   * @throws InventoryException {@code DAMAGED}
   */
  public Rows rows(StorePath below) throws InventoryException {
    String key = SortKeys.ofDirectory(below);
    return new Rows(this, key, SortKeys.afterSubtree(key), false);
  }

  /**
   * The rows of a directory's own entries, in order, without the directory itself. No rows if it is
   * not there or no directory.
   *
   * @throws InventoryException {@code DAMAGED}
   */
  public Rows list(StorePath directory) throws InventoryException {
    String key = SortKeys.ofDirectory(directory);
    return new Rows(this, key, SortKeys.afterSubtree(key), true);
  }

  /**
   * Looks one object up.
   *
   * @return empty if it was not there
   * @throws InventoryException {@code DAMAGED}
   */
  public Optional<Row> find(StorePath path) throws InventoryException {
    return findAll(List.of(path)).get(0);
  }

  /**
   * Looks many objects up in one pass, much faster than one by one where they lie close together.
   *
   * @return one answer for each of {@code paths}, in their order
   * @throws InventoryException {@code DAMAGED}
   */
  public List<Optional<Row>> findAll(List<StorePath> paths) throws InventoryException {
    return PathLookup.all(this, paths, true);
  }

  /**
   * Looks many objects up as {@link #findAll} does, without their row groups, which there may be
   * thousands of: rows that are found say that there are none.
   *
   * @throws InventoryException {@code DAMAGED}
   */
  public List<Optional<Row>> findAllWithoutRowGroups(List<StorePath> paths)
      throws InventoryException {
    return PathLookup.all(this, paths, false);
  }

  /**
   * Reads every data file and checks it.
   *
   * @throws InventoryException {@code DAMAGED}, naming the first bad file
   */
  public void verify() throws InventoryException {
    long rows = 0;
    try (Rows all = rows()) {
      while (all.next() != null) {
        rows++;
      }
    }
    if (rows != manifest.counts().objects()) {
      throw InventoryException.damaged(
          directory, "holds " + rows + " rows instead of " + manifest.counts().objects(), null);
    }
  }

  public int partCount() {
    return manifest.parts().size();
  }

  public Path file(int index) {
    return directory.resolve(manifest.parts().get(index).file());
  }

  byte[] firstKey(int index) {
    return firstKeys[index];
  }

  /** The last part whose first key is not behind {@code key}; the first part if there is none. */
  public int partFor(byte[] key) {
    int low = 0;
    int high = partCount() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (Arrays.compareUnsigned(firstKeys[middle], key) <= 0) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  /**
   * Returns whether an object had not changed for some time when this snapshot was begun, so that
   * any later change moved its times: those of some file systems tick once a second. What is
   * younger may have been changed since without a trace.
   */
  public boolean isSettled(StoreObject object) {
    Instant limit = manifest.startedAt().minus(SETTLING);
    long nanos =
        Math.addExact(Math.multiplyExact(limit.getEpochSecond(), 1_000_000_000L), limit.getNano());
    return object.attributes().modifiedNanos() < nanos
        && object.attributes().changedNanos() < nanos;
  }

  /** The rows from one part to before another. */
  public Rows rowsOfParts(int from, int to) throws InventoryException {
    String first = manifest.parts().get(from).first();
    String limit = to < partCount() ? manifest.parts().get(to).first() : SortKeys.AFTER_ALL;
    return new Rows(this, first, limit, false);
  }

  /** All rows but those in data files that {@code other} has too. */
  public Rows rowsNotIn(Snapshot other) throws InventoryException {
    Set<Manifest.Part> shared = new HashSet<>(other.manifest.parts());
    BitSet left = new BitSet();
    for (int i = 0; i < partCount(); i++) {
      left.set(i, shared.contains(manifest.parts().get(i)));
    }
    return new Rows(this, left);
  }

  public DataFile part(int index) throws InventoryException {
    SoftReference<DataFile> reference = loaded.get(index);
    DataFile part = reference == null ? null : reference.get();
    if (part == null) {
      part = DataFile.load(file(index), manifest.parts().get(index), manifest.origin().storeRoot());
      loaded.set(index, new SoftReference<>(part));
    }
    return part;
  }
}
