// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.orangefs;

import io.situ.storage.Capability;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import io.situ.storage.config.HostMapping;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.diagnostics.LayoutAdvice;
import io.situ.storage.mount.Mount;
import io.situ.storage.mounted.MountedStore;
import io.situ.storage.mounted.Placement;
import io.situ.storage.mounted.Quirks;
import io.situ.storage.mounted.SystemHostNameResolver;
import io.situ.storage.registry.StoreProvider;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

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

  static final StoreConfig.Key SERVER_CONFIG =
      new StoreConfig.Key(
          "server.config",
          Optional.empty(),
          "The servers' own configuration file, or a copy of it: it says which server has which"
              + " datafiles, for the kernel's mount.");

  static final StoreConfig.Key VIEWDIST =
      StoreConfig.Key.privileged(
          "viewdist",
          Optional.empty(),
          "The program pvfs2-viewdist, which says where a file lies, for mounts that do not.");

  static final StoreConfig.Key TABLE =
      StoreConfig.Key.privileged(
          "viewdist.table",
          Optional.empty(),
          "The file in which viewdist finds the mount, named to it by PVFS2TAB_FILE.");

  static final StoreConfig.Key HOSTS_FILE =
      new StoreConfig.Key(
          "hosts.file",
          Optional.empty(),
          "File that says which host the engines mean by a server's alias, address or host: one"
              + " line per name, tab, engine host, and if wanted tab and rack.");

  static final StoreConfig.Key STRIP_SIZE =
      new StoreConfig.Key(
          "strip.size",
          Optional.empty(),
          "Bytes of a strip of files that are made in directories made by Situ; a multiple of"
              + " 65536, best as large as a split. Needs a mount that takes extended attributes.");

  static final StoreConfig.Key APPEND =
      new StoreConfig.Key(
          "append",
          Optional.of("refuse"),
          "single-writer allows to append, which loses bytes if two hosts append to one file at"
              + " once; refuse does not.");

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
  public List<StoreConfig.Key> keys() {
    return List.of(
        StoreConfig.ROOT, SERVER_CONFIG, VIEWDIST, TABLE, HOSTS_FILE, STRIP_SIZE, APPEND);
  }

  @Override
  public List<String> layoutAttributes() {
    return List.of(XattrLayoutSource.HANDLES, XattrLayoutSource.DISTRIBUTION);
  }

  @Override
  public List<String> diagnostics(StoreConfig config, StorePath file) {
    Optional<String> viewdist = config.get(VIEWDIST);
    Optional<String> servers = config.get(SERVER_CONFIG);
    try {
      if (viewdist.isPresent()) {
        return viewdistOfHost(config, viewdist.get()).answer(file);
      }
      return servers.isPresent() ? named(Path.of(servers.get())) : List.of();
    } catch (IOException | UncheckedIOException | InvalidPathException e) {
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
    Optional<String> servers = config.get(SERVER_CONFIG);
    Optional<String> viewdist = config.get(VIEWDIST);
    try {
      HostMapping names = HostMapping.read(config, HOSTS_FILE);
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

  private static ViewdistSource viewdistOfHost(StoreConfig config, String viewdist) {
    return new ViewdistSource(viewdist, config.get(TABLE), () -> StorePath.ROOT, TIMEOUT);
  }

  @Override
  public Store open(StoreConfig config) throws StoreException {
    config.refuseUnknown(keys());
    HostMapping names = HostMapping.read(config, HOSTS_FILE);
    OptionalLong strip = strip(config);
    boolean appends = appends(config);
    Opening opening = new Opening(config, names);
    MountedStore store =
        MountedStore.open(
            config, driver(), opening::placement, mount -> quirks(isFuse(mount), appends));
    try {
      opening.check();
      if (strip.isPresent() && !store.can(Capability.XATTRS, StorePath.ROOT)) {
        throw refuse(
            config.fullName(STRIP_SIZE.name())
                + " needs a mount that takes extended attributes: use the kernel's");
      }
      return new OrangeFsStore(store, strip);
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
    Optional<String> servers = config.get(SERVER_CONFIG);
    Optional<String> viewdist = config.get(VIEWDIST);
    SystemHostNameResolver resolver = new SystemHostNameResolver();
    if (servers.isPresent() && viewdist.isPresent()) {
      throw refuse(
          "set only one of "
              + config.fullName(SERVER_CONFIG.name())
              + " and "
              + config.fullName(VIEWDIST.name()));
    }
    if (servers.isPresent() && isFuse(store.mount())) {
      config
          .notices()
          .note(
              "pvfs2fuse shows no layouts, so "
                  + config.fullName(SERVER_CONFIG.name())
                  + " has no effect: set "
                  + config.fullName(VIEWDIST.name()),
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
        new ViewdistSource(
            viewdist.get(),
            config.get(TABLE),
            () -> store.info().hostPath().orElseThrow(),
            TIMEOUT);
    return new OrangeFsPlacement(
        layouts, new ServerHosts(names, resolver, alias -> Optional.empty()), config.notices());
  }

  private static HandleRanges ranges(StoreConfig config, String file, String source)
      throws StoreException {
    String where = config.fullName(SERVER_CONFIG.name()) + " (" + file + ")";
    try {
      return HandleRanges.parse(Files.readAllLines(Path.of(file)), fileSystem(source), where);
    } catch (IOException | UncheckedIOException | InvalidPathException e) {
      throw refuse(where + " cannot be read: " + e.getMessage());
    }
  }

  /** The file system's name in {@code tcp://HOST:PORT/NAME}, which is what is mounted. */
  static String fileSystem(String source) {
    return source.substring(source.lastIndexOf('/') + 1);
  }

  private static OptionalLong strip(StoreConfig config) throws StoreException {
    Optional<String> text = config.get(STRIP_SIZE);
    if (text.isEmpty()) {
      return OptionalLong.empty();
    }
    boolean sane =
        text.get().matches("[1-9][0-9]{0,17}") && Long.parseLong(text.get()) % STRIP_UNIT == 0;
    if (!sane) {
      throw refuse(
          config.fullName(STRIP_SIZE.name())
              + " is a number of bytes, a multiple of 65536 such as 134217728, not '"
              + text.get()
              + "'");
    }
    return OptionalLong.of(Long.parseLong(text.get()));
  }

  private static boolean appends(StoreConfig config) throws StoreException {
    String append = config.require(APPEND);
    return switch (append) {
      case "refuse" -> false;
      case "single-writer" -> true;
      default ->
          throw refuse(
              config.fullName(APPEND.name()) + " is refuse or single-writer, not '" + append + "'");
    };
  }

  private static StoreException refuse(String sentence) {
    return new StoreException(Kind.INVALID_ARGUMENT, null, sentence);
  }
}
