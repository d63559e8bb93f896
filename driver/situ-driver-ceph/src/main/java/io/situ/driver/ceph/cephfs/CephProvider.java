// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs;

import io.situ.driver.ceph.cephfs.client.NativeSessions;
import io.situ.driver.ceph.cephfs.client.NativeUser;
import io.situ.driver.ceph.cephfs.layout.CephPlacement;
import io.situ.driver.ceph.cephfs.layout.FileLayout;
import io.situ.driver.ceph.cephfs.layout.NewFileLayout;
import io.situ.driver.ceph.cephfs.libcephfs.LibCephFsStore;
import io.situ.driver.ceph.cephfs.mounted.DirectReadStore;
import io.situ.driver.ceph.cephfs.mounted.NativeClient;
import io.situ.driver.ceph.cluster.CephClusterConfig;
import io.situ.driver.ceph.cluster.PgMapCache;
import io.situ.driver.ceph.cluster.ReplicaReadPolicy;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.diagnostics.LayoutAdvice;
import io.situ.storage.mount.Mount;
import io.situ.storage.mounted.MountedStore;
import io.situ.storage.registry.StoreProvider;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A CephFS. Beyond any mounted file system it reports which hosts hold which bytes, from the
 * cluster's own map of placement groups.
 */
public final class CephProvider implements StoreProvider {

  private static final Set<String> TYPES = Set.of("ceph", "fuse.ceph-fuse", "fuse.ceph");

  /** The stripe unit that CephFS has by itself: an object is a multiple of it. */
  private static final long LAYOUT_UNIT = 4 << 20;

  private static final long LONGEST_OBJECT = 128 << 20;

  static final StoreConfig.Key MOUNT =
      new StoreConfig.Key(
          "mount",
          Optional.of("host"),
          "host: this host has the file system mounted, and 'root' is a directory there. none, for"
              + " named stores: it has not, 'root' is a path within the file system, and all is done"
              + " in this process by Ceph's own library libcephfs.so.2 with the user's key.");

  static final StoreConfig.Key READ =
      new StoreConfig.Key(
          "read",
          Optional.of("auto"),
          "How files are read: mount, native by Ceph's own library libcephfs.so.2, which needs the"
              + " user's key, or auto, which is native for files of 4 MiB and more in processes of"
              + " tasks, where library and key are there, else mount.");

  static final StoreConfig.Key SCAN =
      new StoreConfig.Key(
          "scan",
          Optional.of("auto"),
          "How a scan lists directories: mount, or auto, which is Ceph's own library"
              + " libcephfs.so.2 where it and the user's key are there, else the mount.");

  @Override
  public String driver() {
    return "ceph";
  }

  @Override
  public int score(Mount mount) {
    return TYPES.contains(mount.type()) ? 10 : 0;
  }

  @Override
  public List<StoreConfig.Key> keys() {
    return List.of(
        StoreConfig.ROOT,
        MOUNT,
        CephClusterConfig.CONF,
        CephClusterConfig.USER,
        CephClusterConfig.KEYRING,
        CephClusterConfig.FILE_SYSTEM,
        PgMapCache.HOSTS_FILE,
        PgMapCache.MAP_INTERVAL,
        PgMapCache.JOB_MAP_INTERVAL,
        READ,
        SCAN,
        ReplicaReadPolicy.KEY,
        NewFileLayout.KEY);
  }

  @Override
  public Optional<StorePath> hostRoot(StoreConfig config) {
    boolean mounted = config.get(MOUNT).equals(Optional.of("host"));
    return mounted ? StoreProvider.super.hostRoot(config) : Optional.empty();
  }

  @Override
  public List<String> layoutAttributes() {
    return List.of(FileLayout.ATTRIBUTE);
  }

  @Override
  public LayoutAdvice advise(LayoutAdvice.Query question) {
    long object = Math.min(question.splitIn(LAYOUT_UNIT), LONGEST_OBJECT);
    String layout = "setfattr -n ceph.dir.layout.";
    String directory = " " + question.quoted();
    return new LayoutAdvice(
            "an object as large as a split puts each split on one OSD; an OSD takes objects of 128"
                + " MiB unless osd_max_object_size says more. Only files that are written from now"
                + " on are laid out so",
            List.of(
                layout + "stripe_count -v 1" + directory,
                layout + "object_size -v " + object + directory))
        .withPiece(object)
        .withSetting(NewFileLayout.KEY.name(), Long.toString(object));
  }

  @Override
  public Store open(StoreConfig config) throws StoreException {
    config.refuseUnknown(keys());
    CephClusterConfig cluster = CephClusterConfig.of(config);
    PgMapCache maps = PgMapCache.open(cluster, config);
    Set<DirectReadStore.Native> uses = uses(config);
    Optional<NewFileLayout> layout = NewFileLayout.of(config);
    if (choice(config, MOUNT, List.of("host", "none")).equals("none")) {
      return mountless(config, cluster, maps, layout);
    }
    MountedStore mount =
        MountedStore.open(config, driver(), store -> new CephPlacement(store::xattr, maps));
    CephPlacement placement = new CephPlacement(mount::xattr, maps);
    NativeClient client = new NativeClient(mount, cluster, config.notices());
    return new CephStore(new DirectReadStore(mount, placement, client, uses), mount::xattr, layout);
  }

  private static Store mountless(
      StoreConfig config,
      CephClusterConfig cluster,
      PgMapCache maps,
      Optional<NewFileLayout> layout)
      throws StoreException {
    if (config.name().isEmpty()) {
      throw refuse(config, MOUNT, "is none only for named stores: situ:///PATH is a path of hosts");
    }
    for (StoreConfig.Key key : List.of(READ, SCAN)) {
      if (config.require(key).equals("mount")) {
        throw refuse(config, key, "cannot be mount where " + config.fullName("mount") + " is none");
      }
    }
    NativeSessions.Key key = new NativeSessions.Key(cluster, root(config).toString());
    LibCephFsStore store = LibCephFsStore.open(config.name(), key, maps, NativeUser::ofProcess);
    return new CephStore(store, store::xattr, layout);
  }

  private static StorePath root(StoreConfig config) throws StoreException {
    try {
      return StorePath.of(config.require(StoreConfig.ROOT));
    } catch (IllegalArgumentException e) {
      throw refuse(
          config, StoreConfig.ROOT, "must be an absolute path without '..': " + e.getMessage());
    }
  }

  private static StoreException refuse(StoreConfig config, StoreConfig.Key key, String reason) {
    return new StoreException(
        Kind.INVALID_ARGUMENT, null, config.fullName(key.name()) + " " + reason);
  }

  private static Set<DirectReadStore.Native> uses(StoreConfig config) throws StoreException {
    Set<DirectReadStore.Native> uses = EnumSet.noneOf(DirectReadStore.Native.class);
    switch (choice(config, READ, List.of("auto", "native", "mount"))) {
      case "native" -> uses.add(DirectReadStore.Native.READS);
      case "auto" -> uses.add(DirectReadStore.Native.TASK_READS);
      default -> {}
    }
    if (choice(config, SCAN, List.of("auto", "mount")).equals("auto")) {
      uses.add(DirectReadStore.Native.SCANS);
    }
    return uses;
  }

  private static String choice(StoreConfig config, StoreConfig.Key key, List<String> values)
      throws StoreException {
    String value = config.require(key);
    if (!values.contains(value)) {
      throw new StoreException(
          Kind.INVALID_ARGUMENT,
          null,
          config.fullName(key.name())
              + " is "
              + String.join(", ", values.subList(0, values.size() - 1))
              + " or "
              + values.get(values.size() - 1)
              + ", not '"
              + value
              + "'");
    }
    return value;
  }
}
