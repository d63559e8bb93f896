// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.manifest;

import io.situ.storage.Store;
import io.situ.storage.StorePath;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a snapshot is a snapshot of. Kept as JSON beside its data files; {@code
 * docs/format/inventory.md} describes the file.
 *
 * @param id number of the snapshot in its inventory, from 1
 * @param parent the snapshot this one was made from by a refresh, or was current before a scan
 * @param origin the store and the directory scanned
 * @param startedAt when the scan began: what changed later may be missing
 * @param seconds how long it took
 * @param features what was collected
 * @param counts how much was found
 * @param skipped what was left out, by reason
 * @param unread where what this snapshot does not hold may be there all the same
 * @param parts the data files in key order
 */
public record Manifest(
    long id,
    OptionalLong parent,
    Origin origin,
    Instant startedAt,
    double seconds,
    Features features,
    Counts counts,
    List<Skipped> skipped,
    UnreadObjects unread,
    List<Part> parts) {

  /** The version of the format of a snapshot without footers. */
  public static final int SCHEMA_VERSION = 2;

  /** The version of the format of a snapshot with footers. */
  public static final int SCHEMA_VERSION_WITH_FOOTERS = 3;

  public Manifest {
    Objects.requireNonNull(parent, "parent");
    Objects.requireNonNull(origin, "origin");
    Objects.requireNonNull(startedAt, "startedAt");
    Objects.requireNonNull(features, "features");
    Objects.requireNonNull(counts, "counts");
    skipped = List.copyOf(skipped);
    Objects.requireNonNull(unread, "unread");
    parts = List.copyOf(parts);
  }

  /** Returns the version of the format that this snapshot is written in. */
  public int schemaVersion() {
    return features.footers() ? SCHEMA_VERSION_WITH_FOOTERS : SCHEMA_VERSION;
  }

  /** Bytes in each checksummed chunk; 0 if the scan took no checksums. */
  public int checksumChunk() {
    return features.checksumChunk();
  }

  /**
   * Returns whether something was left out that a user has to know of: what could not be looked at,
   * and files without the checksums that were asked for.
   */
  public boolean isPartial() {
    return !unread.isEmpty() || skipped.stream().anyMatch(SkippedObjects::isUnchecked);
  }

  /**
   * Fails if this snapshot does not describe {@code store}, or if another file system has the path
   * of the scanned directory now. One that is not known, then or now, is taken for the same.
   *
   * @throws InventoryException {@code OTHER_STORE}
   */
  public void requireStore(Store store) throws InventoryException {
    Optional<String> then = origin.fileSystem();
    Optional<String> now = store.fileSystem(origin.root());
    if (!origin.isStore(store.info().identity(), store.info().root(), now)) {
      throw anotherStore(store);
    }
    if (then.isPresent() && now.isPresent() && !then.equals(now)) {
      throw anotherFileSystem(then.get(), now.get());
    }
  }

  private InventoryException anotherStore(Store store) {
    return new InventoryException(
        InventoryException.Kind.OTHER_STORE,
        "the inventory describes '"
            + origin.storeRoot()
            + "' ("
            + origin.identity()
            + "), not '"
            + store.info().root()
            + "' ("
            + store.info().identity()
            + "); use the inventory of this store, or scan it into another directory");
  }

  private InventoryException anotherFileSystem(String then, String now) {
    return new InventoryException(
        InventoryException.Kind.OTHER_STORE,
        "the inventory describes '"
            + origin.root()
            + "' of the file system '"
            + then
            + "', and "
            + (now.equals(Store.ORDINARY) ? "an ordinary directory" : "'" + now + "'")
            + " is at that path now; mount the first one there, or scan what is there now into"
            + " another directory");
  }

  /**
   * Where the rows come from.
   *
   * @param store the store's name, empty for the one behind {@code situ:///}
   * @param driver the name of its driver
   * @param identity distinguishes two stores, see {@link Store.Info#identity()}
   * @param storeRoot where the store's root was, in the driver's terms
   * @param root the directory that was scanned
   * @param stableIdentity whether a renamed object keeps its {@code version().identity()}
   * @param fileSystem the one that {@code root} lay in, see {@link Store#fileSystem}; empty where
   *     that was not reported, of ordinary mounts, and in manifests of earlier versions
   */
  public record Origin(
      String store,
      String driver,
      String identity,
      String storeRoot,
      StorePath root,
      boolean stableIdentity,
      Optional<String> fileSystem) {
    public Origin {
      Objects.requireNonNull(store, "store");
      Objects.requireNonNull(driver, "driver");
      Objects.requireNonNull(identity, "identity");
      Objects.requireNonNull(storeRoot, "storeRoot");
      Objects.requireNonNull(root, "root");
      Objects.requireNonNull(fileSystem, "fileSystem");
    }

    /**
     * Returns whether another store is this one by its identity, or by its root and file system: in
     * an identity may be how that is mounted.
     */
    public boolean isStore(
        String otherIdentity, String otherRoot, Optional<String> otherFileSystem) {
      return identity.equals(otherIdentity)
          || fileSystem.isPresent()
              && fileSystem.equals(otherFileSystem)
              && storeRoot.equals(otherRoot);
    }
  }

  /**
   * What a scan collected beside names and attributes.
   *
   * @param placement whether extents were asked for
   * @param checksumChunk bytes in each checksummed chunk, 0 for no checksums
   * @param footers whether the footers of Parquet and ORC files were read
   * @param cursor where the store's change feed stood when the scan began, if it has one
   */
  public record Features(
      boolean placement, int checksumChunk, boolean footers, Optional<String> cursor) {
    public Features {
      Objects.requireNonNull(cursor, "cursor");
    }
  }

  /**
   * How much a snapshot holds.
   *
   * @param files regular files
   * @param directories directories, the scanned one included
   * @param symlinks links, which are not followed
   * @param others FIFOs, sockets and devices
   * @param bytes sum of the files' sizes
   * @param unchecked files without checksum because they changed while they were read
   */
  public record Counts(
      long files, long directories, long symlinks, long others, long bytes, long unchecked) {

    public Counts plus(Counts other, int sign) {
      return new Counts(
          files + sign * other.files,
          directories + sign * other.directories,
          symlinks + sign * other.symlinks,
          others + sign * other.others,
          bytes + sign * other.bytes,
          unchecked + sign * other.unchecked);
    }

    /** Rows in all. */
    public long objects() {
      return files + directories + symlinks + others;
    }
  }

  /**
   * What was left out for one reason.
   *
   * @param reason a word such as {@code permission-denied}
   * @param count how many times
   * @param samples some of the paths, at most ten
   */
  public record Skipped(String reason, long count, List<String> samples) {
    public Skipped {
      Objects.requireNonNull(reason, "reason");
      samples = List.copyOf(samples);
    }
  }

  /**
   * One data file.
   *
   * @param file its name
   * @param rows how many it holds
   * @param bytes its size
   * @param crc32c of the whole file
   * @param first its first key
   * @param last its last key
   */
  public record Part(String file, long rows, long bytes, int crc32c, String first, String last) {
    public Part {
      Objects.requireNonNull(file, "file");
      Objects.requireNonNull(first, "first");
      Objects.requireNonNull(last, "last");
    }
  }
}
