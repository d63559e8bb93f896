// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.placement;

import io.situ.hadoop.fs.config.ProcessRole;
import io.situ.hadoop.fs.statistics.LocalityTracker;
import io.situ.inventory.footer.RowGroup;
import io.situ.storage.Capability;
import io.situ.storage.Extent;
import io.situ.storage.Listing;
import io.situ.storage.ReadHandle;
import io.situ.storage.Replica;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.net.NetworkTopology;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which hosts hold which block of a file, in Hadoop's terms. A file is cut at every multiple of the
 * block size; a block's hosts are those that hold most of it. Where the store says nothing a block
 * has no host, so that no scheduler waits for one.
 */
public final class BlockLocations {

  /** Hadoop's own count of replicas; more hints make schedulers slower, not better. */
  private static final int MAX_HOSTS = 3;

  /** A file is said to have no more blocks: a job makes a split of each. */
  private static final long MAX_BLOCKS = 1 << 17;

  private static final String[] NONE = {};
  private static final Logger LOG = LoggerFactory.getLogger(BlockLocations.class);

  private final Store store;
  private final Optional<PlacementCache> remembered;
  private final ToLongFunction<StorePath> blockSizes;

  public BlockLocations(Store store, PlainPaths paths) {
    this(store, paths.memory(), paths::blockSize);
  }

  public BlockLocations(Store store, Optional<PlacementCache> remembered, long blockSize) {
    this(store, remembered, path -> blockSize);
  }

  private BlockLocations(
      Store store, Optional<PlacementCache> remembered, ToLongFunction<StorePath> blockSizes) {
    this.store = store;
    this.remembered = remembered;
    this.blockSizes = blockSizes;
  }

  /**
   * Returns the block size that a file is said to have, in bytes: a multiple of the usual one for a
   * file that would have very many blocks, which may have no byte in it.
   */
  public long blockSize(StoreObject file) {
    return bounded(file, blockSizes.applyAsLong(file.path()));
  }

  private static long bounded(StoreObject file, long usual) {
    long blocks = file.isFile() && file.size() > 0 ? (file.size() - 1) / usual + 1 : 1;
    return usual * ((blocks - 1) / MAX_BLOCKS + 1);
  }

  /** Whether the store can say anything at all, of whatever path. */
  private boolean hasPlacement() {
    return store.can(Capability.PLACEMENT, StorePath.ROOT);
  }

  /**
   * What a stream asks to count how far bytes came, {@link LocalityTracker.Placement#NONE} if
   * nothing could ever be said. Unlike a plan a count has to be true: a host that holds a replica
   * may be away since the scan, which the object's version does not show. So the store is asked,
   * and the inventory about what the store is silent of. In an application master nothing is
   * counted.
   *
   * @param file what is read
   * @param reader how it was opened
   */
  public LocalityTracker.Placement placement(ReadHandle file, ReadHandle.Options reader) {
    boolean measured = file.remoteBytes(0, 0).isPresent();
    return placement(measured ? reader : ReadHandle.Options.DEFAULT);
  }

  /** The same for one kind of reader. */
  public LocalityTracker.Placement placement(ReadHandle.Options reader) {
    if (ProcessRole.leadsJob()) {
      return LocalityTracker.Placement.NONE;
    }
    if (!hasPlacement()) {
      return remembered.isPresent() ? this::extents : LocalityTracker.Placement.NONE;
    }
    return remembered.isPresent()
        ? (object, offset, length) -> storeThenInventory(object, offset, length, reader)
        : (object, offset, length) -> fromStore(object, offset, length, reader);
  }

  private List<Extent> storeThenInventory(
      StoreObject object, long offset, long length, ReadHandle.Options reader)
      throws StoreException {
    List<Extent> reported = fromStore(object, offset, length, reader);
    long end = length > object.size() - offset ? object.size() : offset + length;
    long silent = end - offset - reported.stream().mapToLong(Extent::length).sum();
    return silent <= 0
        ? reported
        : remembered
            .flatMap(memory -> memory.extents(List.of(object)).get(0))
            .map(extents -> fillGaps(reported, extents, offset, end))
            .orElse(reported);
  }

  /**
   * What was reported, and between {@code offset} and {@code end} what is remembered of the rest.
   */
  private static List<Extent> fillGaps(
      List<Extent> reported, List<Extent> memory, long offset, long end) {
    List<Extent> all = new ArrayList<>(reported);
    for (Extent extent : memory) {
      long at = Math.max(offset, extent.offset());
      long stop = Math.min(end, extent.end());
      for (Extent known : at < stop ? reported : List.<Extent>of()) {
        addPart(all, extent, at, Math.min(known.offset(), stop));
        at = Math.max(at, known.end());
      }
      addPart(all, extent, at, stop);
    }
    all.sort(Comparator.comparingLong(Extent::offset));
    return all;
  }

  private static void addPart(List<Extent> all, Extent extent, long from, long to) {
    if (from < to) {
      all.add(new Extent(from, to - from, extent.replicas()));
    }
  }

  /**
   * Which hosts hold these bytes, for a plan, in the store's terms: as the inventory remembers it
   * where the object is the version it saw, else as the store says. Extents outside of the range
   * may be among them.
   */
  public List<Extent> extents(StoreObject object, long offset, long length) throws StoreException {
    return extents(object, offset, length, ReadHandle.Options.DEFAULT);
  }

  /** The same for one kind of reader; the inventory remembers what holds for all of them. */
  public List<Extent> extents(
      StoreObject object, long offset, long length, ReadHandle.Options reader)
      throws StoreException {
    if (remembered.isPresent()) {
      Optional<List<Extent>> extents = remembered.get().extents(List.of(object)).get(0);
      if (extents.isPresent()) {
        return extents.get();
      }
    }
    return hasPlacement() ? fromStore(object, offset, length, reader) : List.of();
  }

  /**
   * Returns the row groups of each file as the inventory remembers them, in their order; empty
   * where none are known of a file of that size and time of modification.
   */
  public List<List<RowGroup>> rowGroups(List<ListedVersion> files) {
    return remembered
        .map(memory -> memory.rowGroups(files))
        .orElseGet(() -> Collections.nCopies(files.size(), List.of()));
  }

  /** A placement that is not available costs locality and nothing else. */
  private List<Extent> fromStore(
      StoreObject object, long offset, long length, ReadHandle.Options reader)
      throws StoreException {
    try {
      return reader.task()
          ? store.placement(object, offset, length, reader)
          : store.placement(object, offset, length);
    } catch (StoreException e) {
      if (e.kind() == StoreException.Kind.INTERRUPTED) {
        throw e;
      }
      LOG.debug("no placement of {}", object.path(), e);
      return List.of();
    }
  }

  /** Lists with placement. */
  public Listing list(StorePath directory, Listing.Options options) throws StoreException {
    if (remembered.isPresent()) {
      return new PlacedListing(
          new InventoryPlacedListing(store.list(directory, options), this), this);
    }
    return hasPlacement()
        ? new PlacedListing(store.list(directory, options.withPlacement()), this)
        : store.list(directory, options);
  }

  /** Returns a listed file with its placement, which one of very many extents was left without. */
  StoreObject complete(StoreObject listed) throws StoreException {
    return Listing.mayHaveMore(listed)
        ? listed.withExtents(extents(listed, 0, listed.size()))
        : listed;
  }

  /** The same objects, files with their placement. */
  List<StoreObject> place(List<StoreObject> objects) throws StoreException {
    List<StoreObject> placed = new ArrayList<>(objects.size());
    List<Optional<List<Extent>>> extents = remembered.orElseThrow().extents(objects);
    for (int i = 0; i < objects.size(); i++) {
      StoreObject object = objects.get(i);
      if (extents.get(i).isPresent()) {
        placed.add(Listing.placed(object, extents.get(i).get()));
      } else if (object.isFile() && hasPlacement()) {
        List<Extent> reported = fromStore(object, 0, object.size(), ReadHandle.Options.DEFAULT);
        placed.add(Listing.placed(object, reported));
      } else {
        placed.add(object);
      }
    }
    return placed;
  }

  /**
   * Bytes of a file that are asked about.
   *
   * @param blockSize the size of the blocks of the answer, in bytes
   */
  public record Range(long start, long length, long blockSize) {
    public Range {
      if (start < 0 || length < 0) {
        throw new IllegalArgumentException("no such range: " + start + "+" + length);
      }
    }
  }

  /** Returns the one block of {@code size} bytes that holds a range of them, if one does. */
  public static BlockLocation[] withoutHosts(long size, long start, long length) {
    Range range = new Range(start, length, size);
    return range.start() < size && range.length() > 0
        ? new BlockLocation[] {new BlockLocation(NONE, NONE, 0, size)}
        : new BlockLocation[0];
  }

  /** The blocks that hold any of these bytes, without a gap. */
  public BlockLocation[] blocks(StoreObject object, long start, long length) throws StoreException {
    Range range = new Range(start, length, blockSize(object));
    return blocks(object, range, ReadHandle.Options.DEFAULT);
  }

  /**
   * The same for blocks of another size, or a multiple of it where they would be very many, and for
   * one kind of reader.
   */
  public BlockLocation[] blocks(StoreObject object, Range range, ReadHandle.Options reader)
      throws StoreException {
    long start = range.start();
    long length = range.length();
    long end = start > object.size() - length ? object.size() : start + length;
    if (start >= end) {
      return new BlockLocation[0];
    }
    long block = bounded(object, range.blockSize());
    long first = start - start % block;
    long size = Math.min(object.size(), roundUp(end, block)) - first;
    Cut cut = new Cut(object.size(), first, first + size, block);
    return blocks(cut, extents(object, first, size, reader));
  }

  /** All blocks of an object that was listed with placement. */
  public BlockLocation[] blocks(StoreObject listed) {
    Cut cut = new Cut(listed.size(), 0, listed.size(), blockSize(listed));
    return blocks(cut, listed.extents());
  }

  /** A range of a file of some size that is cut into blocks. */
  private record Cut(long size, long first, long end, long blockSize) {}

  private static long roundUp(long position, long blockSize) {
    long over = position % blockSize;
    return over == 0 || position > Long.MAX_VALUE - blockSize
        ? position
        : position - over + blockSize;
  }

  private static BlockLocation[] blocks(Cut cut, List<Extent> extents) {
    long first = cut.first;
    long end = cut.end;
    long blockSize = cut.blockSize;
    if (cut.size == 0) {
      return new BlockLocation[0];
    }
    if (extents.isEmpty()) {
      return new BlockLocation[] {new BlockLocation(NONE, NONE, first, end - first)};
    }
    List<BlockLocation> blocks = new ArrayList<>();
    int next = 0;
    long stop;
    for (long start = first; start < end; start = stop) {
      stop = end - start > blockSize ? start + blockSize : end;
      while (next < extents.size() && extents.get(next).end() <= start) {
        next++;
      }
      blocks.add(block(start, stop, extents, next));
    }
    return blocks.toArray(BlockLocation[]::new);
  }

  private static BlockLocation block(long start, long stop, List<Extent> extents, int next) {
    Map<String, Double> held = new LinkedHashMap<>();
    Map<String, String> racks = new HashMap<>();
    int most = MAX_HOSTS;
    for (int i = next; i < extents.size() && extents.get(i).offset() < stop; i++) {
      Extent extent = extents.get(i);
      long bytes = Math.min(stop, extent.end()) - Math.max(start, extent.offset());
      for (Replica replica : extent.replicas()) {
        held.merge(replica.host(), bytes * replica.weight(), Double::sum);
        replica.rack().ifPresent(rack -> racks.put(replica.host(), rack));
      }
      most = Math.max(most, extent.replicas().size());
    }
    String[] hosts =
        held.entrySet().stream()
            .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
            .limit(most)
            .map(Map.Entry::getKey)
            .toArray(String[]::new);
    return new BlockLocation(hosts, hosts, topology(hosts, racks), start, stop - start);
  }

  private static String[] topology(String[] hosts, Map<String, String> racks) {
    if (racks.isEmpty()) {
      return NONE;
    }
    return Stream.of(hosts)
        .map(host -> racks.getOrDefault(host, NetworkTopology.DEFAULT_RACK) + "/" + host)
        .toArray(String[]::new);
  }

  /** A listing with placement, also of files that have too many extents to be listed with them. */
  private static final class PlacedListing implements Listing {

    private final Listing listing;
    private final BlockLocations locations;

    PlacedListing(Listing listing, BlockLocations locations) {
      this.listing = listing;
      this.locations = locations;
    }

    @Override
    public StoreObject next() throws StoreException {
      StoreObject object = listing.next();
      return object == null ? null : locations.complete(object);
    }

    @Override
    public void close() {
      listing.close();
    }
  }
}
