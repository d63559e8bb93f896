// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.orangefs;

import io.situ.storage.Capability;
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
import io.situ.storage.mounted.Quirks;
import io.situ.storage.mounted.SystemHostNameResolver;
import io.situ.storage.registry.LayoutProgram;
import io.situ.storage.registry.StoreProvider;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;

/**
 * An OrangeFS mounted by the kernel or by {@code pvfs2fuse}. Beyond any mounted file system it says
 * which servers hold which bytes, and declares what OrangeFS lacks.
 */
public final class OrangeFsProvider implements StoreProvider {

  private static final String KERNEL = "pvfs2";
  private static final String FUSE = "pvfs2fuse";
  private static final long STRIP_UNIT = 1 << 16;
  private static final int MAX_SERVERS = 128;
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  static final ConfigKey<Path> SERVER_CONFIG =
      ConfigKey.of(
          "server.config",
          ConfigType.path(),
          "The servers' own configuration file, or a copy of it: it says which server has which"
              + " datafiles, for the kernel's mount.");

  static final ConfigKey<Path> VIEWDIST =
      ConfigKey.of(
              "viewdist",
              ConfigType.path(),
              "The program pvfs2-viewdist, which says where a file lies, for mounts that do not.")
          .asPrivileged();

  static final ConfigKey<Path> TABLE =
      ConfigKey.of(
              "viewdist.table",
              ConfigType.path(),
              "The file in which viewdist finds the mount, named to it by PVFS2TAB_FILE.")
          .asPrivileged();

  static final ConfigKey<Path> HOSTS_FILE =
      HostMapping.key(
          "File that says which host the engines mean by a server's alias, address or host: one"
              + " line per name, tab, engine host, and if wanted tab and rack.");

  static final ConfigKey<Long> STRIP_SIZE =
      ConfigKey.of(
          "strip.size",
          ConfigType.size(STRIP_UNIT, Long.MAX_VALUE)
              .where(bytes -> bytes % STRIP_UNIT == 0, "a size such as 64m, a multiple of 64k"),
          "Bytes of a strip of files that are made in directories made by Situ; a multiple of"
              + " 65536, best as large as a split. Needs a mount that takes extended attributes.");

  /** True where one writer is taken for granted. */
  static final ConfigKey<Boolean> APPEND =
      ConfigKey.of(
              "append",
              ConfigType.either("single-writer", "refuse"),
              "single-writer allows to append, which loses bytes if two hosts append to one file at"
                  + " once; refuse does not.")
          .withDefault(false);

  @Override
  public String driver() {
    return "orangefs";
  }

  @Override
  public int score(Mount mount) {
    return mount.type().equals(KERNEL) || isFuse(mount) ? 10 : 0;
  }

  /** {@code pvfs2fuse} gives itself no type but puts its name before what is mounted. */
  static boolean isFuse(Mount mount) {
    return mount.type().startsWith("fuse") && mount.source().startsWith(FUSE)
        || mount.type().equals("fuse." + FUSE);
  }

  @Override
  public List<ConfigKey<?>> keys() {
    return List.of(
        StoreConfig.ROOT, SERVER_CONFIG, VIEWDIST, TABLE, HOSTS_FILE, STRIP_SIZE, APPEND);
  }

  @Override
  public List<String> layoutAttributes() {
    return List.of(XattrLayoutSource.HANDLES, XattrLayoutSource.DISTRIBUTION);
  }

  @Override
  public Optional<LayoutProgram> layoutProgram() {
    return Optional.of(
        new LayoutProgram(
            "pvfs2-viewdist", Optional.of(VIEWDIST), Map.of(ViewdistSource.TABLE, TABLE)));
  }

  @Override
  public List<String> diagnostics(StoreConfig config, StorePath file) {
    try {
      Optional<Path> viewdist = config.find(VIEWDIST);
      Optional<Path> servers = config.find(SERVER_CONFIG);
      if (viewdist.isPresent()) {
        return viewdistOfHost(config, viewdist.get()).answer(file);
      }
      return servers.isPresent() ? named(servers.get()) : List.of();
    } catch (IOException | UncheckedIOException e) {
      return List.of(e.getMessage());
    }
  }

  /** Which servers there are, and which handles each has; nothing else of their configuration. */
  private static List<String> named(Path file) throws IOException {
    return Files.readAllLines(file).stream()
        .map(String::strip)
        .filter(line -> line.matches("(Alias|Range)\\s.*"))
        .limit(MAX_SERVERS)
        .toList();
  }

  @Override
  public LayoutAdvice advise(LayoutAdvice.Query question) {
    long strip = question.splitIn(STRIP_UNIT);
    return new LayoutAdvice(
            "a strip as large as a split puts each split on one server; OrangeFS's own strips of 64"
                + " KiB put every split on all. Only files that are written from now on are laid"
                + " out so. The NUL byte at the end of each value is needed. pvfs2fuse takes no"
                + " attributes: set them where the kernel mounts the file system",
            StripAttributes.of(strip).entrySet().stream()
                .map(
                    each ->
                        StripAttributes.command(each.getKey(), each.getValue(), question.quoted()))
                .toList())
        .withPiece(strip)
        .withSetting(STRIP_SIZE.name(), Long.toString(strip));
  }

  @Override
  public List<LayoutAdvice> repairs(Store store, StorePath directory, String path) {
    try {
      return StripAttributes.repair(store.xattrs(directory), path).stream().toList();
    } catch (StoreException e) {
      return List.of();
    }
  }

  @Override
  public Optional<HostMapping.Unmatched> unmatchedHosts(
      StoreConfig config, Mount mount, List<StorePath> files) {
    try {
      Optional<Path> servers = config.find(SERVER_CONFIG);
      Optional<Path> viewdist = config.find(VIEWDIST);
      HostMapping names = HostMapping.read(config);
      if (servers.isPresent() && !isFuse(mount)) {
        return names.unmatched(
            UnmatchedHosts.configured(ranges(config, servers.get(), mount.source())));
      }
      return viewdist.isPresent()
          ? names.unmatched(UnmatchedHosts.holding(viewdistOfHost(config, viewdist.get()), files))
          : Optional.empty();
    } catch (StoreException e) {
      return Optional.empty();
    }
  }

  private static ViewdistSource viewdistOfHost(StoreConfig config, Path viewdist)
      throws StoreException {
    return viewdist(config, viewdist, () -> StorePath.ROOT);
  }

  private static ViewdistSource viewdist(
      StoreConfig config, Path viewdist, Supplier<StorePath> root) throws StoreException {
    Optional<String> table = config.find(TABLE).map(Path::toString);
    return new ViewdistSource(viewdist.toString(), table, root, TIMEOUT);
  }

  @Override
  public Store open(StoreConfig config) throws StoreException {
    config.refuseUnknown(keys());
    HostMapping names = HostMapping.read(config);
    Optional<Long> strip = config.find(STRIP_SIZE);
    boolean appends = config.get(APPEND);
    Opening opening = new Opening(config, names);
    MountedStore store =
        MountedStore.open(
            config, driver(), opening::placement, mount -> quirks(isFuse(mount), appends));
    try {
      opening.check();
      if (strip.isPresent() && !store.can(Capability.XATTRS, StorePath.ROOT)) {
        throw config.refusal(
            STRIP_SIZE, "needs a mount that takes extended attributes: use the kernel's");
      }
      return new OrangeFsStore(store, strip.map(OptionalLong::of).orElseGet(OptionalLong::empty));
    } catch (StoreException e) {
      store.close();
      throw e;
    }
  }

  /**
   * What an OrangeFS lacks.
   *
   * @param fuse whether {@code pvfs2fuse} mounts it, which has inode numbers of its own
   */
  static Quirks quirks(boolean fuse, boolean appends) {
    Set<Capability> lacking =
        EnumSet.of(
            Capability.ATOMIC_RENAME,
            Capability.DISTINCT_VERSIONS,
            Capability.HARD_LINKS,
            Capability.STICKY_BIT,
            Capability.TIMES);
    if (!appends) {
      lacking.add(Capability.APPEND);
    }
    if (fuse) {
      lacking.add(Capability.STABLE_IDENTITY);
    }
    return new Quirks(lacking, true, fuse);
  }

  /** Makes the placement while the store opens, and keeps what is wrong with it for later. */
  private static final class Opening {
    private final StoreConfig config;
    private final HostMapping names;
    private StoreException fault;

    Opening(StoreConfig config, HostMapping names) {
      this.config = config;
      this.names = names;
    }

    Placement placement(MountedStore store) {
      try {
        return OrangeFsProvider.placement(config, names, store);
      } catch (StoreException e) {
        fault = e;
        return Placement.NONE;
      }
    }

    void check() throws StoreException {
      if (fault != null) {
        throw fault;
      }
    }
  }

  private static Placement placement(StoreConfig config, HostMapping names, MountedStore store)
      throws StoreException {
    config.refuseBoth(SERVER_CONFIG, VIEWDIST);
    Optional<Path> servers = config.find(SERVER_CONFIG);
    Optional<Path> viewdist = config.find(VIEWDIST);
    SystemHostNameResolver resolver = new SystemHostNameResolver();
    if (servers.isPresent() && isFuse(store.mount())) {
      config
          .notices()
          .note(
              "pvfs2fuse shows no layouts, so "
                  + config.fullName(SERVER_CONFIG)
                  + " has no effect: set "
                  + config.fullName(VIEWDIST),
              store.mount().point().toString());
      return Placement.NONE;
    }
    if (servers.isPresent()) {
      String source = store.mount().source();
      HandleRanges ranges = ranges(config, servers.get(), source);
      return new OrangeFsPlacement(
          new XattrLayoutSource(store::xattr, ranges),
          new ServerHosts(names, resolver, ranges::addresses),
          config.notices());
    }
    if (viewdist.isEmpty()) {
      return Placement.NONE;
    }
    OrangeFsLayoutSource layouts =
        viewdist(config, viewdist.get(), () -> store.info().hostPath().orElseThrow());
    return new OrangeFsPlacement(
        layouts, new ServerHosts(names, resolver, alias -> Optional.empty()), config.notices());
  }

  private static HandleRanges ranges(StoreConfig config, Path file, String source)
      throws StoreException {
    String where = config.fullName(SERVER_CONFIG) + " (" + file + ")";
    try {
      return HandleRanges.parse(Files.readAllLines(file), fileSystem(source), where);
    } catch (IOException | UncheckedIOException e) {
      throw new StoreException(
          Kind.INVALID_ARGUMENT, null, where + " cannot be read: " + e.getMessage());
    }
  }

  /** The file system's name in {@code tcp://HOST:PORT/NAME}, which is what is mounted. */
  static String fileSystem(String source) {
    return source.substring(source.lastIndexOf('/') + 1);
  }
}
