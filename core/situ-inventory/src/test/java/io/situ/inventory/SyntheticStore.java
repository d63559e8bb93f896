// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory;

import io.situ.storage.Attributes;
import io.situ.storage.Capability;
import io.situ.storage.Extent;
import io.situ.storage.Listing;
import io.situ.storage.Replica;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.forward.ForwardingStore;
import io.situ.storage.testkit.memory.MemoryStore;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;

/**
 * A warehouse that exists only as a rule: tables, days, and files named as Spark names them. It
 * takes no memory, so that what a scan takes can be seen.
 */
public final class SyntheticStore extends ForwardingStore {

  private static final long BEGIN = 1_700_000_000_000_000_000L;

  private final int tables;
  private final int days;
  private final int files;

  /**
   * @param tables directories below the root
   * @param days directories below each table
   * @param files below each day
   */
  public SyntheticStore(int tables, int days, int files) {
    super(new MemoryStore());
    this.tables = tables;
    this.days = days;
    this.files = files;
  }

  public long objects() {
    return 1 + tables + (long) tables * days + (long) tables * days * files;
  }

  @Override
  public Info info() {
    return Info.mounted("synthetic", "synthetic", "synthetic-1", StorePath.of("/mnt/warehouse"));
  }

  @Override
  public Optional<String> fileSystem(StorePath path) {
    return Optional.of("synthetic-1");
  }

  @Override
  public Set<Capability> capabilities(StorePath path) {
    return Set.of();
  }

  @Override
  public StoreObject stat(StorePath path, boolean followLink) throws StoreException {
    if (!path.isRoot()) {
      throw new StoreException(StoreException.Kind.NOT_FOUND, path, "is not here");
    }
    return directory(path, 1);
  }

  @Override
  public Listing list(StorePath directory, Listing.Options options) {
    int level = (int) directory.toString().chars().filter(c -> c == '/').count();
    if (directory.isRoot()) {
      return listing(tables, i -> directory(directory.child("table_" + i), i + 2));
    }
    int seed = directory.toString().hashCode();
    if (level == 1) {
      return listing(days, i -> directory(directory.child(day(i)), seed + i));
    }
    SplittableRandom random = new SplittableRandom(seed);
    UUID job = new UUID(random.nextLong(), random.nextLong());
    long start = BEGIN + (random.nextLong() >>> 10);
    long inode = random.nextLong() >>> 24;
    return listing(
        files,
        i -> {
          String name = String.format(Locale.ROOT, "part-%05d-%s-c000.snappy.parquet", i, job);
          return file(
              directory.child(name), random, start + i * 40_000_000L, inode + i * 3L, options);
        });
  }

  private static String day(int day) {
    return String.format(
            Locale.ROOT, "year=2024/month=%02d/day=%02d", day / 28 % 12 + 1, day % 28 + 1)
        .replace('/', '-');
  }

  private static StoreObject directory(StorePath path, long inode) {
    return new StoreObject(
        path,
        StoreObject.Kind.DIRECTORY,
        0,
        new Attributes("etl", "analytics", 0755, BEGIN, BEGIN),
        new StoreObject.Version(inode, BEGIN));
  }

  private static StoreObject file(
      StorePath path, SplittableRandom random, long time, long inode, Listing.Options options) {
    long size = 1_000_000 + (long) (random.nextDouble() * random.nextDouble() * 127_000_000);
    long modified = time + random.nextInt(20_000_000);
    StoreObject object =
        new StoreObject(
            path,
            StoreObject.Kind.FILE,
            size,
            new Attributes("etl", "analytics", 0644, modified, modified),
            new StoreObject.Version(inode, modified + 3_000_000 + random.nextInt(1_000_000)));
    if (!options.placement()) {
      return object;
    }
    int host = random.nextInt(10);
    return object.withExtents(
        List.of(
            new Extent(
                0,
                size,
                List.of(replica(host, path), replica((host + 1 + random.nextInt(9)) % 10, path)))));
  }

  private static Replica replica(int host, StorePath path) {
    return new Replica(
        "node" + host, Optional.of("/rack" + host % 2), 1, Optional.of("/mnt/warehouse" + path));
  }

  private interface Maker {
    StoreObject make(int index);
  }

  /** In an order that is not the names'; 7919 is prime and divides no count used here. */
  private static Listing listing(int count, Maker maker) {
    return new Listing() {
      private int index;

      @Override
      public StoreObject next() {
        return index < count ? maker.make((int) (index++ * 7919L % count)) : null;
      }

      @Override
      public void close() {
        index = count;
      }
    };
  }
}
