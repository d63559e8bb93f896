// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.gluster;

import io.situ.storage.Extent;
import io.situ.storage.Replica;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.diagnostics.StoreWarnings;
import io.situ.storage.mounted.FileSystemStore;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Finds the shards of a file through a mount that shows them. A file's first bytes lie under its
 * own name, shard number N of the others in {@code /.shard/GFID.N} with a file identifier of its
 * own. A shard that was never written does not exist.
 */
final class ShardLocator implements AutoCloseable {

  private static final String SIZE = "trusted.glusterfs.shard.block-size";

  /** So many shards of a file are asked for, each with a call, whatever its size says. */
  static final int MAX_ASKED = 4_096;

  private final FileSystemStore mount;
  private final ReplicaLocator copies;
  private final StoreWarnings notices;

  ShardLocator(FileSystemStore mount, ReplicaLocator copies, StoreWarnings notices) {
    this.mount = mount;
    this.copies = copies;
    this.notices = notices;
  }

  /**
   * The extents of a file in a range, of its first {@value #MAX_ASKED} shards in there.
   *
   * @param first which hosts hold its first bytes
   */
  List<Extent> extents(
      GlusterVolume volume,
      ReplicaLocator.Place place,
      StoreObject file,
      List<Replica> first,
      ByteRange range)
      throws StoreException {
    OptionalLong size = shardSize(volume, place, file);
    if (size.isEmpty()) {
      return range.cut(0, Math.min(shown(place), file.size()), first);
    }
    long shard = size.getAsLong();
    String gfid = shard < file.size() ? place.gfid() : "";
    List<Extent> extents = new ArrayList<>();
    long from = range.offset() / shard;
    long to = Math.min((range.end() - 1) / shard + 1, from + MAX_ASKED);
    for (long n = from; n < to; n++) {
      List<Replica> replicas = n == 0 ? first : replicas(volume, gfid, n);
      extents.addAll(range.cut(n * shard, Math.min(file.size() - n * shard, shard), replicas));
    }
    if (to * shard < range.end()) {
      notices.manyPieces(file.path().toString());
    }
    return extents;
  }

  private List<Replica> replicas(GlusterVolume volume, String gfid, long number)
      throws StoreException {
    StorePath path = StorePath.of("/.shard/" + gfid + "." + number);
    return copies.of(
        volume, new ReplicaLocator.Place(mount, path, StorePath.ROOT, OptionalInt.empty()), 0);
  }

  /**
   * The size of this file's shards, which is that of the volume when the file was made; empty if it
   * is not certain. Only the superuser can read it. To others the mount shows how long the first
   * shard is, which is as good where it is what the volume says.
   */
  private OptionalLong shardSize(GlusterVolume volume, ReplicaLocator.Place place, StoreObject file)
      throws StoreException {
    long shown = shown(place);
    if (shown >= file.size()) {
      return OptionalLong.of(file.size());
    }
    try {
      byte[] value = mount.xattr(place.inVolume(), SIZE);
      long size = value.length < Long.BYTES ? 0 : ByteBuffer.wrap(value).getLong();
      return size > 0 ? OptionalLong.of(size) : OptionalLong.empty();
    } catch (StoreException e) {
      return shown == volume.shardSize().orElse(0) ? OptionalLong.of(shown) : OptionalLong.empty();
    }
  }

  private long shown(ReplicaLocator.Place place) throws StoreException {
    return mount.stat(place.inVolume(), true).size();
  }

  @Override
  public void close() throws StoreException {
    mount.close();
  }
}
