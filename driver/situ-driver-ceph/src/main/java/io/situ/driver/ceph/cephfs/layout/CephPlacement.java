// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.layout;

import io.situ.driver.ceph.cluster.PgMap;
import io.situ.driver.ceph.cluster.PgMapCache;
import io.situ.storage.Extent;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.mounted.Placement;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * Which hosts hold the files of a CephFS: it is asked for a file's layout, all else is computed.
 * Where the cluster or the file system does not report it, this says nothing.
 */
public final class CephPlacement implements Placement {

  /** Above these bits ceph-fuse puts the number of the snapshot that a file is in. */
  public static final long INODE = (1L << 48) - 1;

  private final VirtualXattrs attributes;
  private final PgMapCache maps;
  private final FileSystemCluster cluster;
  private final boolean nearest;
  private volatile Parsed last = new Parsed("", null);

  /** Most files of a tree have one layout. */
  private record Parsed(String text, FileLayout layout) {}

  /** Creates one for all readers. */
  public CephPlacement(VirtualXattrs attributes, PgMapCache maps) {
    this(attributes, maps, new FileSystemCluster(attributes), false);
  }

  private CephPlacement(
      VirtualXattrs attributes, PgMapCache maps, FileSystemCluster cluster, boolean nearest) {
    this.attributes = attributes;
    this.maps = maps;
    this.cluster = cluster;
    this.nearest = nearest;
  }

  /** Returns the same for readers that ask for the copy on their own host. */
  public CephPlacement ofNearest() {
    return new CephPlacement(attributes, maps, cluster, true);
  }

  /** As {@link io.situ.storage.Store#placement}, of whatever object and range. */
  public List<Extent> within(StoreObject object, long offset, long length) throws StoreException {
    long most = Math.min(length, object.size() - offset);
    return object.isFile() && most > 0 ? extents(object, offset, most) : List.of();
  }

  @Override
  public List<Extent> extents(StoreObject file, long offset, long length) throws StoreException {
    if (maps.get().isEmpty()) {
      return List.of();
    }
    try {
      byte[] text = attributes.xattr(file.path(), FileLayout.ATTRIBUTE);
      return extents(file, new String(text, StandardCharsets.UTF_8), offset, length);
    } catch (StoreException e) {
      if (e.kind() != Kind.NO_ATTRIBUTE && e.kind() != Kind.UNSUPPORTED) {
        throw e;
      }
      maps.unknown("the file system reports no layout of its files (" + FileLayout.ATTRIBUTE + ")");
      return List.of();
    }
  }

  /**
   * As {@link #extents(StoreObject, long, long)} where the layout is known.
   *
   * @param layout the text of {@value FileLayout#ATTRIBUTE}
   */
  public List<Extent> extents(StoreObject file, String layout, long offset, long length)
      throws StoreException {
    try {
      FileLayout known = parsed(layout);
      Optional<PgMap> map = maps.get(known.pool());
      if (map.isEmpty()) {
        return List.of();
      }
      Optional<String> mismatch = cluster.mismatch(map.get());
      if (mismatch.isPresent()) {
        maps.unknown(mismatch.get());
        return List.of();
      }
      long inode = file.version().identity() & INODE;
      long bounded = known.bounded(offset, length);
      if (bounded < length) {
        maps.manyPieces(file.path());
      }
      return new CephExtentMapper(map.get(), nearest).extents(known, inode, offset, bounded);
    } catch (IllegalArgumentException e) {
      maps.unknown("the file system reports a layout that is not understood: " + e.getMessage());
      return List.of();
    }
  }

  private FileLayout parsed(String text) {
    Parsed known = last;
    if (!known.text().equals(text)) {
      known = new Parsed(text, FileLayout.parse(text));
      last = known;
    }
    return known.layout();
  }
}
