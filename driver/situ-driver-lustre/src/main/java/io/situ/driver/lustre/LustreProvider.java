// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.lustre;

import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StorePath;
import io.situ.storage.config.HostNames;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.diagnostics.Advice;
import io.situ.storage.diagnostics.Notices;
import io.situ.storage.mount.Mount;
import io.situ.storage.mounted.MountedStore;
import io.situ.storage.mounted.SystemResolver;
import io.situ.storage.registry.StoreProvider;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A Lustre file system mounted on this host. Beyond any mounted file system it tells which servers
 * hold which bytes, from the layout of each file, and where a site exports changelogs, what
 * changed.
 */
public final class LustreProvider implements StoreProvider {

  static final String TYPE = "lustre";

  private static final long STRIPE_UNIT = 1 << 16;
  private static final long LONGEST_STRIPE = (1L << 32) - STRIPE_UNIT;
  private static final int MOST_STRIPES = 2000;

  static final StoreConfig.Key HOSTS_FILE =
      new StoreConfig.Key(
          "hosts.file",
          Optional.empty(),
          "File that tells which host the engines mean by a storage target, its server's NID, or"
              + " that NID's address: one line per name, tab, engine host, and if wanted tab and"
              + " rack.");

  @Override
  public String driver() {
    return "lustre";
  }

  @Override
  public int fit(Mount mount) {
    return mount.type().equals(TYPE) ? 10 : 0;
  }

  @Override
  public List<StoreConfig.Key> keys() {
    List<StoreConfig.Key> keys = new ArrayList<>(List.of(StoreConfig.ROOT, HOSTS_FILE));
    keys.addAll(ChangelogKeys.ALL);
    return keys;
  }

  @Override
  public List<String> layoutAttributes() {
    return List.of(LayoutSource.ATTRIBUTE);
  }

  @Override
  public List<String> evidence(StoreConfig config, StorePath file) {
    return Targets.lines(Targets.CONNECTIONS);
  }

  @Override
  public Advice advise(Advice.Question question) {
    long stripe = Math.min(question.splitIn(STRIPE_UNIT), LONGEST_STRIPE);
    long most = question.hosts() == 0 ? MOST_STRIPES : question.hosts();
    long stripes = Math.min(question.splits(), Math.min(most, MOST_STRIPES));
    return new Advice(
        "a stripe as large as a split puts each split on one server; files are spread over as many"
            + " targets as there are hosts, or as they have splits. Only files that are written"
            + " from now on are laid out so; lfs migrate with the same options lays one out anew",
        List.of("lfs setstripe -S " + stripe + " -c " + stripes + " " + question.quoted()));
  }

  @Override
  public Optional<HostNames.Unmatched> unmatchedHosts(
      StoreConfig config, Mount mount, List<StorePath> files) {
    return unmatchedHosts(config, mount, Targets.CONNECTIONS);
  }

  static Optional<HostNames.Unmatched> unmatchedHosts(
      StoreConfig config, Mount mount, Path connections) {
    try {
      HostNames names = HostNames.read(config, HOSTS_FILE);
      String fsname = fileSystem(mount.source());
      return names.unmatched(
          new Targets(connections, fsname, names, new SystemResolver()).serverNames());
    } catch (StoreException e) {
      return Optional.empty();
    }
  }

  @Override
  public Store open(StoreConfig config) throws StoreException {
    config.refuseUnknown(keys());
    HostNames names = HostNames.read(config, HOSTS_FILE);
    boolean changelog = ChangelogKeys.areSet(config);
    MountedStore store =
        MountedStore.open(config, driver(), mounted -> placement(mounted, names, config.notices()));
    if (!changelog) {
      return store;
    }
    try {
      return new LustreStore(
          store, ChangelogKeys.open(config, store.mount(), ChangelogKeys.CONNECTIONS));
    } catch (StoreException e) {
      store.close();
      throw e;
    }
  }

  private static LustrePlacement placement(MountedStore store, HostNames names, Notices notices) {
    String fsname = fileSystem(store.mount().source());
    Targets targets = new Targets(Targets.CONNECTIONS, fsname, names, new SystemResolver());
    return new LustrePlacement(
        new MountedLayouts(store::xattr, DirectoryCall.SYSTEM), targets, notices);
  }

  /** The file system's name in {@code NID[:NID...]:/NAME[/DIRECTORY]}, which is what is mounted. */
  static String fileSystem(String source) {
    String path = source.substring(source.indexOf(":/") < 0 ? 0 : source.indexOf(":/") + 2);
    int slash = path.indexOf('/');
    return slash < 0 ? path : path.substring(0, slash);
  }
}
