// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.gluster;

import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import io.situ.storage.config.ConfigKey;
import io.situ.storage.config.ConfigType;
import io.situ.storage.config.HostMapping;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.diagnostics.LayoutAdvice;
import io.situ.storage.mount.Mount;
import io.situ.storage.mounted.MountedStore;
import io.situ.storage.mounted.Placement;
import io.situ.storage.registry.LayoutProgram;
import io.situ.storage.registry.StoreProvider;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A GlusterFS volume mounted with FUSE. Beyond any mounted file system it reports which hosts hold
 * which bytes, from what the mount itself says.
 */
public final class GlusterProvider implements StoreProvider {

  static final String TYPE = "fuse.glusterfs";

  static final ConfigKey<Path> HOSTS_FILE =
      HostMapping.key(
          "File that says which host the engines mean by a brick's host: one line per host, brick"
              + " host, tab, engine host, and if wanted tab and rack.");
  static final ConfigKey<StorePath> ADMIN_MOUNT =
      ConfigKey.of(
          "admin.mount",
          ConfigType.storePath(),
          "Directory where an administrator has mounted the same volume with client-pid=-1, which"
              + " shows the shards of sharded files and marks of what changed.");

  /** True for the brick. */
  static final ConfigKey<Boolean> READ =
      ConfigKey.of(
              "read",
              ConfigType.either("brick", "mount"),
              "Where files are read: mount, or brick for the brick on this host where its copy is"
                  + " certainly right, which takes root.")
          .withDefault(false);

  @Override
  public String driver() {
    return "gluster";
  }

  @Override
  public int score(Mount mount) {
    return mount.type().equals(TYPE) ? 10 : 0;
  }

  @Override
  public List<ConfigKey<?>> keys() {
    return List.of(
        StoreConfig.ROOT,
        HOSTS_FILE,
        ADMIN_MOUNT,
        SelfHealSource.INFO,
        SelfHealSource.INTERVAL,
        READ);
  }

  @Override
  public List<String> layoutAttributes() {
    return List.of(ReplicaLocator.PATHINFO);
  }

  @Override
  public Optional<LayoutProgram> layoutProgram() {
    return Optional.of(new LayoutProgram("getfattr"));
  }

  @Override
  public LayoutAdvice advise(LayoutAdvice.Query question) {
    return LayoutAdvice.nothing(
        "a brick has whole files, or whole shards; a file that no host has whole is in a dispersed"
            + " volume, which nothing changes but another volume");
  }

  @Override
  public Store open(StoreConfig config) throws StoreException {
    config.refuseUnknown(keys());
    HostMapping hosts = HostMapping.read(config);
    SelfHealSource heal = SelfHealSource.of(config);
    boolean bricks = config.get(READ);
    Optional<MountedStore> admin = openAdminMount(config);
    PlacementSources sources = new PlacementSources(hosts, heal, admin, config.notices());
    MountedStore mount = openMount(config, sources);
    try {
      if (admin.isPresent()) {
        checkAdminMount(config, admin.get(), mount.mount());
      }
      return complete(mount, sources, bricks);
    } catch (StoreException | RuntimeException e) {
      mount.close();
      throw e;
    }
  }

  private MountedStore openMount(StoreConfig config, PlacementSources sources)
      throws StoreException {
    try {
      return MountedStore.open(config, driver(), store -> new GlusterPlacement(store, sources));
    } catch (StoreException | RuntimeException e) {
      if (sources.admin().isPresent()) {
        sources.admin().get().close();
      }
      throw e;
    }
  }

  /** Adds what a mounted store cannot do. */
  private static Store complete(MountedStore mount, PlacementSources sources, boolean bricks)
      throws StoreException {
    GlusterPlacement placement = new GlusterPlacement(mount, sources.withoutAdminMount());
    Store files = bricks ? new BrickStore(mount, new LocalBricks(placement)) : mount;
    Store store =
        new GlusterStore(files, new UnreachableSubvolumes(mount.mount()), placement::volumeId);
    if (sources.admin().isEmpty()) {
      return store;
    }
    MountedStore admin = sources.admin().get();
    Xtime marker = new Xtime(admin, new UnreachableSubvolumes(admin.mount()));
    return marker.origin().isPresent() ? new XtimeStore(store, marker, placement) : store;
  }

  private static void checkAdminMount(StoreConfig config, MountedStore admin, Mount users)
      throws StoreException {
    StorePath directory = admin.info().hostPath().orElseThrow();
    if (!AdminMount.isMounted(admin.mount(), directory)) {
      config
          .notices()
          .fault(
              "GlusterFS: shards of files and what changed are not seen",
              config.fullName(ADMIN_MOUNT) + " is '" + directory + "', where no volume is mounted");
      return;
    }
    Optional<String> fault = AdminMount.fault(admin.mount(), users);
    if (fault.isPresent()) {
      throw config.refusal(ADMIN_MOUNT, fault.get());
    }
  }

  private Optional<MountedStore> openAdminMount(StoreConfig config) throws StoreException {
    Optional<StorePath> directory = config.find(ADMIN_MOUNT);
    if (directory.isEmpty()) {
      return Optional.empty();
    }
    StoreConfig root =
        new StoreConfig(config.name(), Map.of(StoreConfig.ROOT.name(), directory.get().toString()));
    try {
      return Optional.of(MountedStore.open(root, driver(), Placement.NONE));
    } catch (StoreException e) {
      String sentence = config.fullName(ADMIN_MOUNT) + " cannot be used: " + e.getMessage();
      throw new StoreException(Kind.INVALID_ARGUMENT, null, sentence, e);
    }
  }
}
