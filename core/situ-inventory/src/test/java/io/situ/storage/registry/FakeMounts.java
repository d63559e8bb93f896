// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.registry;

import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StorePath;
import io.situ.storage.config.ConfigKey;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.forward.ForwardingStore;
import io.situ.storage.mount.Mount;
import io.situ.storage.mount.MountTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A host whose file systems are stores of the test: those of the type {@code ceph} have a driver of
 * their own. Opened for another mount number, one has another identity. Not thread-safe.
 */
public final class FakeMounts {

  private static final String ROOT = "1 0 0:1 / / rw - ext4 root rw";

  private final Path table;
  private final Map<String, Store> stores = new HashMap<>();
  private final MountTable mounts;

  /** A driver whose stores are those of the test; one that is not there cannot be opened. */
  private record Driver(
      String driver, String type, int made, Map<String, Store> stores, AtomicInteger opened)
      implements StoreProvider {
    @Override
    public int score(Mount mount) {
      return mount.type().startsWith(type) ? made : 0;
    }

    @Override
    public List<ConfigKey<?>> keys() {
      return List.of(StoreConfig.ROOT);
    }

    @Override
    public Store open(StoreConfig config) throws StoreException {
      StorePath root = config.get(StoreConfig.ROOT);
      Store store = stores.get(root.toString());
      if (store == null) {
        throw new StoreException(StoreException.Kind.UNAVAILABLE, null, "not there for the test");
      }
      String identity = root + " opened " + opened.incrementAndGet();
      return new ForwardingStore(store) {
        @Override
        public Info info() {
          return Info.mounted(config.name(), driver, root.isRoot() ? driver : identity, root);
        }

        @Override
        public void close() {}
      };
    }
  }

  /**
   * Creates a host on which nothing but the root is mounted.
   *
   * @param table a file for the mount table
   */
  public FakeMounts(Path table, Store root) throws IOException {
    this.table = table;
    stores.put("/", root);
    Files.write(table, List.of(ROOT));
    mounts = MountTable.of(table);
  }

  /** Has a file system at a mount point; it is opened once for each mount number there. */
  public void put(StorePath point, Store store) {
    stores.put(point.toString(), store);
  }

  /** Has none there that its driver can open. */
  public void remove(StorePath point) {
    stores.remove(point.toString());
  }

  /** Sets what is mounted beside the root, as lines of {@code mountinfo}. */
  public void set(String... more) throws IOException {
    List<String> lines = new ArrayList<>(List.of(more));
    lines.add(0, ROOT);
    Files.write(table, lines);
    mounts.refresh();
  }

  /** Opens the store behind {@code situ:///} of this host. */
  public Store open() throws StoreException {
    List<StoreProvider> drivers =
        List.of(
            new Driver("any", "", 1, stores, new AtomicInteger()),
            new Driver("ceph", "ceph", 10, stores, new AtomicInteger()));
    return new StoreRegistry(drivers, mounts).openLocal(new StoreConfig("", Map.of()));
  }
}
