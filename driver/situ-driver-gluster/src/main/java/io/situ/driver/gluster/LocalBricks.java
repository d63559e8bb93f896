// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.gluster;

import io.situ.storage.Extent;
import io.situ.storage.ReadHandle;
import io.situ.storage.Replica;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.mounted.FileSystemStore;
import io.situ.storage.mounted.MountedStore;
import io.situ.storage.mounted.Placement;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The copies on bricks of this host. A copy is opened only if the volume says that it is up and
 * that nothing of it waits for healing, and the copy itself says that it is this file at this size
 * and this time of change. Thread-safe.
 *
 * <p>A brick keeps a file's identifier in {@code trusted.gfid}, 16 bytes of which the last 8 are
 * the inode number that mounts show, and the times that all copies share in {@code
 * trusted.glusterfs.mdata}: a byte, 8 bytes, then seconds and nanoseconds, each of 8 bytes with the
 * most significant first, of status change, data change and access. Only the superuser sees them.
 */
final class LocalBricks {

  private static final String GFID = "trusted.gfid";
  private static final String TIMES = "trusted.glusterfs.mdata";
  private static final int GFID_SIZE = 16;
  private static final int TIMES_SIZE = 57;
  private static final int MODIFIED = 25;
  private static final long SECOND = 1_000_000_000L;

  private final GlusterPlacement placement;
  private final Opener opener;
  private final Map<String, FileSystemStore> bricks = new ConcurrentHashMap<>();
  private final Map<String, Boolean> here = new ConcurrentHashMap<>();

  /** Opens the directory of a brick on this host. */
  interface Opener {
    FileSystemStore open(String directory) throws StoreException;
  }

  LocalBricks(GlusterPlacement placement) {
    this(placement, LocalBricks::openDirectory);
  }

  LocalBricks(GlusterPlacement placement, Opener opener) {
    this.placement = placement;
    this.opener = opener;
  }

  private static FileSystemStore openDirectory(String directory) throws StoreException {
    StoreConfig config = new StoreConfig("brick", Map.of(StoreConfig.ROOT.name(), directory));
    return MountedStore.open(config, "gluster", Placement.NONE);
  }

  /**
   * Opens a copy on this host.
   *
   * @param file as the mount shows it
   * @return empty if there is none, or none that is certainly right
   */
  Optional<ReadHandle> open(StoreObject file, ReadHandle.Policy policy) {
    try {
      for (Extent extent : placement.certain(file)) {
        for (Replica replica : extent.replicas()) {
          if (here.computeIfAbsent(replica.host(), LocalBricks::isHere)) {
            Optional<ReadHandle> handle = open(file, policy, replica.path().orElseThrow());
            if (handle.isPresent()) {
              return handle;
            }
          }
        }
      }
    } catch (StoreException e) {
      return Optional.empty();
    }
    return Optional.empty();
  }

  private static boolean isHere(String host) {
    try {
      for (InetAddress address : InetAddress.getAllByName(host)) {
        if (address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null) {
          return true;
        }
      }
    } catch (UnknownHostException | SocketException e) {
      return false;
    }
    return false;
  }

  private Optional<ReadHandle> open(StoreObject file, ReadHandle.Policy policy, String copy)
      throws StoreException {
    Optional<String> directory = placement.brickOf(copy);
    if (directory.isEmpty()) {
      return Optional.empty();
    }
    FileSystemStore brick = brick(directory.get());
    StorePath path = StorePath.of(copy.substring(directory.get().length()));
    ReadHandle handle = brick.open(path, ReadHandle.Options.DEFAULT.withPolicy(policy));
    try {
      if (isSame(file, handle.object(), brick)) {
        return Optional.of(handle);
      }
    } catch (StoreException | RuntimeException e) {
      handle.close();
      throw e;
    }
    handle.close();
    return Optional.empty();
  }

  private FileSystemStore brick(String directory) throws StoreException {
    FileSystemStore known = bricks.get(directory);
    if (known != null) {
      return known;
    }
    FileSystemStore opened = opener.open(directory);
    FileSystemStore other = bricks.putIfAbsent(directory, opened);
    if (other != null) {
      opened.close();
    }
    return other == null ? opened : other;
  }

  private static boolean isSame(StoreObject file, StoreObject copy, FileSystemStore brick)
      throws StoreException {
    if (copy.size() != file.size()) {
      return false;
    }
    Optional<ByteBuffer> gfid = attribute(brick, copy.path(), GFID, GFID_SIZE);
    Optional<ByteBuffer> times = attribute(brick, copy.path(), TIMES, TIMES_SIZE);
    long modified = times.map(LocalBricks::modified).orElse(copy.attributes().modifiedNanos());
    return modified == file.attributes().modifiedNanos()
        && gfid.isPresent()
        && gfid.get().getLong(Long.BYTES) == file.version().identity();
  }

  private static long modified(ByteBuffer times) {
    return times.getLong(MODIFIED) * SECOND + times.getLong(MODIFIED + Long.BYTES);
  }

  private static Optional<ByteBuffer> attribute(
      FileSystemStore brick, StorePath path, String name, int size) throws StoreException {
    try {
      byte[] value = brick.xattr(path, name);
      return value.length == size ? Optional.of(ByteBuffer.wrap(value)) : Optional.empty();
    } catch (StoreException e) {
      if (e.kind() == Kind.NO_ATTRIBUTE || e.kind() == Kind.UNSUPPORTED) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /** Closes the bricks. */
  void close() throws StoreException {
    for (FileSystemStore brick : bricks.values()) {
      brick.close();
    }
  }
}
