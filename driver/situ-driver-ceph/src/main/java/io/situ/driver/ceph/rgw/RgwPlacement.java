// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.rgw;

import io.situ.driver.ceph.cluster.PgMap;
import io.situ.driver.ceph.cluster.PgMapCache;
import io.situ.driver.ceph.rgw.rados.HeadObjectAttributes;
import io.situ.driver.ceph.rgw.rados.HeadObjectReader;
import io.situ.driver.ceph.rgw.rados.ObjectManifest;
import io.situ.driver.ceph.rgw.rados.RadosName;
import io.situ.driver.ceph.rgw.s3.S3Objects;
import io.situ.storage.Extent;
import io.situ.storage.Replica;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which hosts hold the objects of a bucket: an object's manifest names the objects of RADOS that it
 * is cut into, all else is computed. Where the cluster does not report it, or RGW keeps other
 * bytes, this says nothing. Thread-safe.
 */
final class RgwPlacement implements AutoCloseable {

  private static final int REMEMBERED = 1000;

  private final Markers markers;
  private final HeadObjectReader heads;
  private final PgMapCache maps;
  private final String pool;
  private final Map<Seen, ObjectManifest> known =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Seen, ObjectManifest> eldest) {
          return size() > REMEMBERED;
        }
      };

  /** One state of an object. */
  private record Seen(StorePath path, StoreObject.Version version) {}

  /** Returns a bucket's marker; fails with one sentence. */
  interface Markers {
    String marker() throws IOException;
  }

  RgwPlacement(Markers markers, HeadObjectReader heads, PgMapCache maps, String pool) {
    this.markers = markers;
    this.heads = heads;
    this.maps = maps;
    this.pool = pool;
  }

  /** As {@code Store.placement}. */
  List<Extent> extents(StoreObject file, long offset, long length) {
    long end = Math.min(file.size(), offset + Math.min(length, file.size()));
    if (offset >= end) {
      return List.of();
    }
    Optional<PgMap> map = maps.get(pool);
    PgMap.Pool groups = map.map(now -> now.pools().get(pool)).orElse(null);
    if (groups == null) {
      map.ifPresent(now -> maps.unknown("the cluster has no pool " + pool));
      return List.of();
    }
    try {
      String marker = markers.marker();
      List<Extent> extents =
          extents(groups, marker, S3Objects.key(file.path()), manifest(marker, file), offset, end);
      if (extents.size() == Extent.MAX_COUNT) {
        maps.manyPieces(file.path());
      }
      return extents;
    } catch (FileNotFoundException e) {
      return List.of();
    } catch (IOException e) {
      maps.unknown(e.getMessage());
      return List.of();
    } catch (IllegalArgumentException e) {
      // One object whose manifest is of another kind says nothing of the others.
      return List.of();
    }
  }

  private static List<Extent> extents(
      PgMap.Pool groups,
      String marker,
      byte[] key,
      ObjectManifest manifest,
      long offset,
      long end) {
    List<Extent> extents = new ArrayList<>();
    long at = offset;
    for (int pieces = 0; at < end && pieces < Extent.MAX_COUNT; pieces++) {
      ObjectManifest.Piece piece = manifest.piece(at);
      RadosName name =
          piece.name().isEmpty()
              ? RadosName.head(marker, key)
              : RadosName.tail(manifest.marker(), piece.name());
      List<Replica> holders = groups.holders(name.hash());
      long next = Math.min(end, piece.end());
      if (!holders.isEmpty()) {
        extents.add(new Extent(at, next - at, holders));
      }
      at = next;
    }
    return extents;
  }

  private ObjectManifest manifest(String marker, StoreObject file) throws IOException {
    Seen seen = new Seen(file.path(), file.version());
    synchronized (known) {
      ObjectManifest manifest = known.get(seen);
      if (manifest != null) {
        return manifest;
      }
    }
    HeadObjectAttributes head = heads.head(RadosName.head(marker, S3Objects.key(file.path())));
    ObjectManifest manifest = head.manifest();
    boolean same =
        manifest.size() == file.size() && S3Objects.version(head.etag()).equals(file.version());
    if (!same || !head.keepsPositions() || manifest.elsewhere()) {
      throw new IllegalArgumentException("another object, or kept in another way");
    }
    synchronized (known) {
      known.put(seen, manifest);
    }
    return manifest;
  }

  @Override
  public void close() {
    heads.close();
  }
}
