// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.lustre;

import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StorePath;
import io.situ.storage.config.ConfigKey;
import io.situ.storage.config.HostMapping;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.diagnostics.LayoutAdvice;
import io.situ.storage.diagnostics.StoreWarnings;
import io.situ.storage.mount.Mount;
import io.situ.storage.mounted.MountedStore;
import io.situ.storage.mounted.SystemHostNameResolver;
import io.situ.storage.registry.LayoutProgram;
import io.situ.storage.registry.StoreProvider;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A Lustre file system mounted on this host. Beyond any mounted file system it says which servers
 * hold which bytes, from the layout of each file, and where a site exports changelogs, what
 * changed.
 */
public final class LustreProvider implements StoreProvider {

  static final String TYPE = "lustre";

  private static final long STRIPE_UNIT = 1 << 16;
  private static final long LONGEST_STRIPE = (1L << 32) - STRIPE_UNIT;
  private static final int MAX_STRIPES = 2000;

  static final ConfigKey<Path> HOSTS_FILE =
      HostMapping.key(
          "File that says which host the engines mean by a storage target, its server's NID, or"
              + " that NID's address: one line per name, tab, engine host, and if wanted tab and"
              + " rack.");

  @Override
  public String driver() {
    return "lustre";
  }

  @Override
  public int score(Mount mount) {
    return mount.type().equals(TYPE) ? 10 : 0;
  }

  @Override
  public List<ConfigKey<?>> keys() {
    List<ConfigKey<?>> keys = new ArrayList<>(List.of(StoreConfig.ROOT, HOSTS_FILE));
    keys.add(NewFileStripes.SIZE);
    keys.add(NewFileStripes.COUNT);
    keys.addAll(ChangelogConfig.ALL);
    return keys;
  }

  @Override
  public Optional<Long> largestBlock(StoreConfig config) throws StoreException {
    return config.find(NewFileStripes.SIZE);
  }

  @Override
  public List<String> layoutAttributes() {
    return List.of(LustreLayoutSource.ATTRIBUTE);
  }

  @Override
  public Optional<LayoutProgram> layoutProgram() {
    return Optional.of(new LayoutProgram("lfs"));
  }

  @Override
  public List<String> diagnostics(StoreConfig config, StorePath file) {
    return OstConnections.lines(OstConnections.CONNECTIONS);
  }

  @Override
  public LayoutAdvice advise(LayoutAdvice.Query question) {
    long stripe = Math.min(question.splitIn(STRIPE_UNIT), LONGEST_STRIPE);
    long most = question.hosts() == 0 ? MAX_STRIPES : question.hosts();
    long stripes = Math.min(question.splits(), Math.min(most, MAX_STRIPES));
    return new LayoutAdvice(
            "a stripe as large as a split puts each split on one server; files are spread over as"
                + " many targets as there are hosts, or as they have splits. Only files that are"
                + " written from now on are laid out so; lfs migrate with the same options lays one"
                + " out again",
            List.of("lfs setstripe -S " + stripe + " -c " + stripes + " " + question.quoted()))
        .withPiece(stripe)
        .withSetting(NewFileStripes.SIZE.name(), Long.toString(stripe));
  }

  @Override
  public Optional<HostMapping.Unmatched> unmatchedHosts(
      StoreConfig config, Mount mount, List<StorePath> files) {
    return unmatchedHosts(config, mount, OstConnections.CONNECTIONS);
  }

  static Optional<HostMapping.Unmatched> unmatchedHosts(
      StoreConfig config, Mount mount, Path connections) {
    try {
      HostMapping names = HostMapping.read(config);
      String fsname = fileSystem(mount.source());
      return names.unmatched(
          new OstConnections(connections, fsname, names, new SystemHostNameResolver())
              .serverNames());
    } catch (StoreException e) {
      return Optional.empty();
    }
  }

  @Override
  public Store open(StoreConfig config) throws StoreException {
    config.refuseUnknown(keys());
    HostMapping names = HostMapping.read(config);
    boolean changelog = ChangelogConfig.areSet(config);
    Optional<NewFileStripes> stripes = NewFileStripes.of(config);
    MountedStore store =
        MountedStore.open(config, driver(), mounted -> placement(mounted, names, config.notices()));
    try {
      Optional<Changelogs> changelogs =
          changelog
              ? Optional.of(
                  ChangelogConfig.open(config, store.mount(), ChangelogConfig.CONNECTIONS))
              : Optional.empty();
      String fsname = fileSystem(store.mount().source());
      return new LustreStore(
          store,
          changelogs,
          stripes.map(each -> each.of(NewFileStripes.DEFAULTS, fsname)),
          directory -> store.xattr(directory, LustreLayoutSource.ATTRIBUTE),
          DirectoryIoctl.SYSTEM);
    } catch (StoreException e) {
      store.close();
      throw e;
    }
  }

  private static LustrePlacement placement(
      MountedStore store, HostMapping names, StoreWarnings notices) {
    String fsname = fileSystem(store.mount().source());
    OstConnections targets =
        new OstConnections(OstConnections.CONNECTIONS, fsname, names, new SystemHostNameResolver());
    return new LustrePlacement(
        new MountedLayoutSource(store::xattr, DirectoryIoctl.SYSTEM), targets, notices);
  }

  /** The file system's name in {@code NID[:NID...]:/NAME[/DIRECTORY]}, which is what is mounted. */
  static String fileSystem(String source) {
    String path = source.substring(source.indexOf(":/") < 0 ? 0 : source.indexOf(":/") + 2);
    int slash = path.indexOf('/');
    return slash < 0 ? path : path.substring(0, slash);
  }
}
