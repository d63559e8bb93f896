// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode;

import io.situ.hdfs.datanode.replica.BlockLinker;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.StorageLocation;

/** The volumes of a DataNode that is stopped, held as a DataNode holds them. */
final class OfflineVolumes implements Closeable {

  /**
   * Those of this process. Linux drops the locks of a process on a file when that closes any
   * descriptor of it, so none is opened twice.
   */
  private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

  private final List<Path> all;
  private final List<Path> chosen;
  private final List<FileChannel> locks = new ArrayList<>();
  private final List<Path> held = new ArrayList<>();
  private final Set<String> pools = ConcurrentHashMap.newKeySet();

  /**
   * @param chosen those that blocks are linked on
   */
  private OfflineVolumes(List<Path> all, List<Path> chosen) {
    this.all = all;
    this.chosen = chosen;
  }

  /**
   * @throws IOException if the DataNode runs, or none of its volumes is here
   */
  static OfflineVolumes open(Configuration conf) throws IOException {
    List<Path> all = new ArrayList<>();
    List<Path> lasting = new ArrayList<>();
    List<Path> archives = new ArrayList<>();
    for (StorageLocation location : DataNode.getStorageLocations(conf)) {
      StorageType type = location.getStorageType();
      if (type != StorageType.PROVIDED && isUsed(Path.of(location.getUri()))) {
        Path root = Path.of(location.getUri());
        all.add(root);
        if (!type.isTransient()) {
          lasting.add(root);
        }
        if (type == StorageType.ARCHIVE) {
          archives.add(root);
        }
      }
    }
    if (lasting.isEmpty()) {
      throw new IOException(
          "no directory in dfs.datanode.data.dir has been used by a DataNode; start it once before");
    }
    OfflineVolumes volumes = new OfflineVolumes(all, archives.isEmpty() ? lasting : archives);
    for (Path root : all) {
      volumes.lock(root);
    }
    return volumes;
  }

  private static boolean isUsed(Path root) {
    return Files.isRegularFile(root.resolve("current/VERSION"));
  }

  private void lock(Path root) throws IOException {
    Path real = root.toRealPath();
    if (!HELD.add(real)) {
      close();
      throw new IOException("this process links blocks in '" + root + "' already");
    }
    held.add(real);
    FileChannel channel =
        FileChannel.open(
            root.resolve("in_use.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    locks.add(channel);
    boolean held = false;
    try {
      held = channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      held = false;
    }
    if (!held) {
      close();
      throw new IOException(
          "the DataNode of '" + root + "' is running; stop it, or call 'situ attach' instead");
    }
  }

  void refuseUnknownPool(String pool) throws IOException {
    if (pools.contains(pool)) {
      return;
    }
    for (Path root : all) {
      if (!Files.isDirectory(finalized(root, pool))) {
        throw new IOException(
            "'" + root + "' has no block pool '" + pool + "'; is the list of another HDFS?");
      }
    }
    pools.add(pool);
  }

  private static Path finalized(Path root, String pool) {
    return root.resolve("current").resolve(pool).resolve("current/finalized");
  }

  /** As {@link BlockLinker} chooses. */
  Path choose(long block) {
    return chosen.get(Math.floorMod(block, chosen.size()));
  }

  /** For some minutes a DataNode believes a list of its blocks that it made when it was stopped. */
  void forgetCaches() throws IOException {
    for (Path root : all) {
      for (String pool : pools) {
        Files.deleteIfExists(root.resolve("current").resolve(pool).resolve("current/replicas"));
      }
    }
  }

  @Override
  public void close() throws IOException {
    for (FileChannel lock : locks) {
      lock.close();
    }
    held.forEach(HELD::remove);
    held.clear();
  }
}
