// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.scan;

import io.situ.inventory.FsyncQueue;
import io.situ.inventory.InventoryPaths;
import io.situ.inventory.WriterLock;
import io.situ.inventory.datafile.DataFileWriter;
import io.situ.inventory.datafile.Row;
import io.situ.inventory.manifest.Manifest;
import io.situ.inventory.manifest.ManifestJson;
import io.situ.storage.StoreObject;
import io.situ.storage.local.FileLinks;
import io.situ.storage.local.OpenDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes the data files of one snapshot, out of sight until it is published. Rows come in key
 * order. Not thread-safe.
 */
public final class SnapshotWriter {

  /** Rows of the first data file. A refresh rewrites at least one. */
  private static final int FIRST_ROWS = 1 << 10;

  /** Rows that each has more than the one before, so that a large inventory has few. */
  private static final int GROWTH = 1 << 6;

  /** Files that are written and not yet known to be on the disk. */
  private static final int MAX_UNFORCED = 64;

  /**
   * What each data file is.
   *
   * @param rows that it has at most
   * @param footers whether rows may have row groups
   */
  record Parts(int rows, boolean footers) {}

  private final InventoryPaths layout;
  private final long id;
  private final Path building;
  private final String storeRoot;
  private final Parts limits;
  private final List<Manifest.Part> parts = new ArrayList<>();
  private final Tally tally;
  private final FsyncQueue unforced = new FsyncQueue();
  private DataFileWriter open;
  private int made;

  /**
   * @param tally counts the rows
   * @param limits what data files are
   */
  SnapshotWriter(InventoryPaths layout, long id, String storeRoot, Tally tally, Parts limits)
      throws IOException {
    this.layout = layout;
    this.id = id;
    this.storeRoot = storeRoot;
    this.tally = tally;
    this.limits = limits;
    this.building = Files.createDirectory(layout.newBuilding(id));
  }

  long id() {
    return id;
  }

  /** Where files may be put while the snapshot is being written. */
  Path workingDirectory() {
    return building;
  }

  Tally tally() {
    return tally;
  }

  void add(Row row, byte[] key) throws IOException {
    if (open != null && open.isFull()) {
      endPart();
    }
    if (open == null) {
      int rows = Math.min(limits.rows, FIRST_ROWS + parts.size() * GROWTH);
      Path file = workingDirectory().resolve(nextName());
      open = new DataFileWriter(file, storeRoot, rows, limits.footers);
    }
    open.add(row, key);
    tally.add(row);
  }

  /** File names never repeat in an inventory: equal names in two snapshots are the same file. */
  private String nextName() {
    return String.format("part-%06d-%05d.parquet", id, made++);
  }

  /** Ends the part that is being written; the next row begins another. */
  void endPart() throws IOException {
    if (open != null) {
      parts.add(open.close());
      unforced.add(open.channel());
      open = null;
      forceMany();
    }
  }

  private void forceMany() throws IOException {
    if (unforced.size() >= MAX_UNFORCED) {
      unforced.force();
    }
  }

  /** Takes over a whole part of another snapshot. It is linked, or copied where links are not. */
  void addDataFile(Path file, Manifest.Part part) throws IOException {
    endPart();
    Path mine = workingDirectory().resolve(part.file());
    try {
      FileLinks.create(mine, file);
    } catch (UnsupportedOperationException | IOException e) {
      Files.deleteIfExists(mine);
      unforced.write(mine, Files.readAllBytes(file));
      forceMany();
    }
    parts.add(part);
  }

  List<Manifest.Part> parts() {
    return parts;
  }

  /** Makes the snapshot visible and current. */
  void publish(Manifest manifest, WriterLock right) throws IOException {
    unforced.write(
        workingDirectory().resolve(InventoryPaths.MANIFEST), ManifestJson.write(manifest));
    layout.publish(id, building, unforced, right);
  }

  /** Deletes what was written, if it was not published. */
  void abandon() {
    try {
      if (open != null) {
        open.abandon();
      }
      unforced.close();
      OpenDirectory.deleteTree(building);
    } catch (IOException e) {
      // The next scan cleans what could not be deleted now.
    }
  }

  /** Counts of rows. Used by one thread. */
  public static final class Tally {
    private final boolean checked;
    private long files;
    private long directories;
    private long symlinks;
    private long others;
    private long bytes;
    private long unchecked;

    /**
     * @param checked whether files without checksums are counted
     */
    public Tally(boolean checked) {
      this.checked = checked;
    }

    public void add(Row row) {
      StoreObject object = row.object();
      switch (object.kind()) {
        case FILE -> {
          files++;
          bytes += object.size();
          if (checked && object.size() > 0 && row.chunksNoCopy().length == 0) {
            unchecked++;
          }
        }
        case DIRECTORY -> directories++;
        case SYMLINK -> symlinks++;
        case OTHER -> others++;
      }
    }

    public Manifest.Counts counts() {
      return new Manifest.Counts(files, directories, symlinks, others, bytes, unchecked);
    }
  }
}
