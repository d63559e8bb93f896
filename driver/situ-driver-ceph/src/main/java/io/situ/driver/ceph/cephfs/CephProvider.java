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
import io.situ.storage.StorePath;
import io.situ.storage.config.ConfigKey;
import io.situ.storage.config.ConfigType;
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

  /** True where this host has it mounted. */
  static final ConfigKey<Boolean> MOUNT =
      ConfigKey.of(
              "mount",
              ConfigType.either("host", "none"),
              "host: this host has the file system mounted, and 'root' is a directory there. none, for"
                  + " named stores: it has not, 'root' is a path within the file system, and all is done"
                  + " in this process by Ceph's own library libcephfs.so.2 with the user's key.")
          .withDefault(true);

  /** How files are read. */
  enum Reads {
    AUTO,
    NATIVE,
    MOUNT
  }

  static final ConfigKey<Reads> READ =
      ConfigKey.of(
              "read",
              ConfigType.choice(Reads.values()),
              "How files are read: mount, native by Ceph's own library libcephfs.so.2, which needs the"
                  + " user's key, or auto, which is native for files of 4 MiB and more in processes of"
                  + " tasks, where library and key are there, else mount.")
          .withDefault(Reads.AUTO);

  /** True where the library may list. */
  static final ConfigKey<Boolean> SCAN =
      ConfigKey.of(
              "scan",
              ConfigType.either("auto", "mount"),
              "How a scan lists directories: mount, or auto, which is Ceph's own library"
                  + " libcephfs.so.2 where it and the user's key are there, else the mount.")
          .withDefault(true);

  @Override
  public String driver() {
    return "ceph";
  }

  @Override
  public int score(Mount mount) {
    return TYPES.contains(mount.type()) ? 10 : 0;
  }

  @Override
  public List<ConfigKey<?>> keys() {
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
    try {
      return config.get(MOUNT) ? StoreProvider.super.hostRoot(config) : Optional.empty();
    } catch (StoreException e) {
      return Optional.empty();
    }
  }

  @Override
  public Optional<Long> largestBlock(StoreConfig config) throws StoreException {
    return config.find(NewFileLayout.KEY);
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
    if (!config.get(MOUNT)) {
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
      throw config.refusal(MOUNT, "is none only for named stores: situ:///PATH is a path of hosts");
    }
    if (config.get(READ) == Reads.MOUNT || !config.get(SCAN)) {
      throw config.refusal(
          config.get(READ) == Reads.MOUNT ? READ : SCAN,
          "cannot be mount where " + config.fullName(MOUNT) + " is none");
    }
    NativeSessions.Key key =
        new NativeSessions.Key(cluster, config.get(StoreConfig.ROOT).toString());
    LibCephFsStore store = LibCephFsStore.open(config.name(), key, maps, NativeUser::ofProcess);
    return new CephStore(store, store::xattr, layout);
  }

  private static Set<DirectReadStore.Native> uses(StoreConfig config) throws StoreException {
    Set<DirectReadStore.Native> uses = EnumSet.noneOf(DirectReadStore.Native.class);
    switch (config.get(READ)) {
      case NATIVE -> uses.add(DirectReadStore.Native.READS);
      case AUTO -> uses.add(DirectReadStore.Native.TASK_READS);
      case MOUNT -> {}
    }
    if (config.get(SCAN)) {
      uses.add(DirectReadStore.Native.SCANS);
    }
    return uses;
  }
}
