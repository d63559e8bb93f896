// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.gluster;

import io.situ.storage.Extent;
import io.situ.storage.Replica;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.mount.Mount;
import io.situ.storage.mounted.FileSystemStore;
import io.situ.storage.mounted.MountedStore;
import io.situ.storage.mounted.Placement;
import io.situ.storage.util.StoreFiles;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Which hosts hold the files of a mounted volume: each file is asked for with one attribute call.
 * Where the mount does not report it, this says nothing; an unexpected reason is logged once.
 */
final class GlusterPlacement implements Placement {

  private final FileSystemStore store;
  private final Mount mount;
  private final VolumeCache volumes;
  private final ReplicaLocator copies;
  private final Optional<ShardLocator> shards;

  GlusterPlacement(MountedStore store, PlacementSources sources) {
    this(store, store.mount(), sources);
  }

  GlusterPlacement(FileSystemStore store, Mount mount, PlacementSources sources) {
    this.store = store;
    this.mount = mount;
    this.volumes = new VolumeCache(mount, sources.notices());
    this.copies = new ReplicaLocator(sources.hosts(), sources.heal(), volumes);
    this.shards = sources.admin().map(admin -> new ShardLocator(admin, copies, sources.notices()));
  }

  @Override
  public List<Extent> extents(StoreObject file, long offset, long length) throws StoreException {
    Optional<GlusterVolume> volume = volumes.get();
    if (volume.isEmpty() || !volume.get().whole()) {
      return List.of();
    }
    ReplicaLocator.Place place = place(volume.get(), file, OptionalInt.empty());
    List<Replica> replicas = copies.of(volume.get(), place, file.version().identity());
    ByteRange range = new ByteRange(offset, length);
    if (volume.get().shardSize().isEmpty()) {
      return range.cut(0, file.size(), replicas);
    }
    return shards.isEmpty()
        ? firstShard(volume.get(), file, replicas, range)
        : sharded(volume.get(), place, file, replicas, range);
  }

  @Override
  public List<Extent> listed(StoreObject file, long cookie, int directory) throws StoreException {
    Optional<GlusterVolume> volume = volumes.get();
    if (volume.isEmpty() || !volume.get().whole() || volume.get().shardSize().isPresent()) {
      return extents(file, 0, file.size());
    }
    ReplicaLocator.Place place = place(volume.get(), file, volume.get().brickOf(cookie));
    List<Replica> replicas = copies.of(volume.get(), place, file.version().identity());
    return new ByteRange(0, file.size()).cut(0, file.size(), replicas);
  }

  private ReplicaLocator.Place place(GlusterVolume volume, StoreObject file, OptionalInt brick) {
    return new ReplicaLocator.Place(store, file.path(), prefix(volume), brick);
  }

  /**
   * Which hosts hold a file that lies whole on bricks; none where it is not known which copies wait
   * for healing.
   */
  List<Extent> certain(StoreObject file) throws StoreException {
    Optional<GlusterVolume> volume = volumes.get();
    boolean sure =
        volume.isPresent()
            && volume.get().shardSize().isEmpty()
            && copies.knowsHealing(volume.get());
    return sure && file.size() > 0 ? extents(file, 0, file.size()) : List.of();
  }

  /** The volume's identifier; empty where the mount does not report it. */
  Optional<String> volumeId() {
    return volumes.get().flatMap(GlusterVolume::id);
  }

  /** What precedes the store's paths in the volume; empty where the mount does not report it. */
  Optional<StorePath> prefix() {
    return volumes.get().map(this::prefix);
  }

  /** The brick's directory in the path of a copy. */
  Optional<String> brickOf(String copy) {
    return volumes.get().stream()
        .flatMap(volume -> volume.bricks().stream())
        .map(GlusterVolume.Brick::path)
        .filter(brick -> copy.startsWith(brick + "/"))
        .max(Comparator.comparingInt(String::length));
  }

  private List<Extent> sharded(
      GlusterVolume volume,
      ReplicaLocator.Place place,
      StoreObject file,
      List<Replica> first,
      ByteRange range)
      throws StoreException {
    try {
      return shards.orElseThrow().extents(volume, place, file, first, range);
    } catch (StoreException e) {
      if (e.kind() == Kind.INTERRUPTED) {
        throw e;
      }
      if (e.kind() == Kind.NOT_FOUND && !isThere(file)) {
        return List.of();
      }
      volumes.fault(
          "the shards of files cannot be seen in admin.mount, and only the first has a place",
          e.getMessage());
      return firstShard(volume, file, first, range);
    }
  }

  private static List<Extent> firstShard(
      GlusterVolume volume, StoreObject file, List<Replica> replicas, ByteRange range) {
    long first = Math.min(file.size(), volume.shardSize().orElseThrow());
    return range.cut(0, first, replicas);
  }

  private boolean isThere(StoreObject file) throws StoreException {
    return StoreFiles.find(store, file.path()).isPresent();
  }

  /** What precedes the store's paths in the volume. */
  private StorePath prefix(GlusterVolume volume) {
    StorePath root = store.info().hostPath().orElseThrow();
    return root.relativeTo(mount.point()).prefixedBy(volume.subdirectory());
  }

  @Override
  public void close() throws StoreException {
    if (shards.isPresent()) {
      shards.get().close();
    }
  }
}
