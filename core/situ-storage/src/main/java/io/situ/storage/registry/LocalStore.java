// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.registry;

import io.situ.storage.Attributes;
import io.situ.storage.Capability;
import io.situ.storage.ChangeFeed;
import io.situ.storage.Extent;
import io.situ.storage.Listing;
import io.situ.storage.ReadHandle;
import io.situ.storage.StorageUsage;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.acl.AccessList;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.forward.ForwardingFeed;
import java.nio.ByteBuffer;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The store behind {@code situ:///}: every mount of this host under its own path.
 *
 * <p>A mount whose type has a driver of its own is served by that driver, rooted at the mount
 * point; everything else by the generic store rooted at {@code /}. The root being {@code /},
 * nothing is outside of it: where a link leads out of a mount, the generic store follows it. Files
 * reached through a link into a mount have the placement that mount's driver reports.
 */
final class LocalStore implements Store {

  /** What is asked of the one store that serves everything below a directory. */
  private static final Set<Capability> OF_ALL_BELOW =
      Set.of(Capability.CHANGE_FEED, Capability.SNAPSHOTS);

  private final MountRouter routes;
  private final Store generic;
  private final SymlinkResolver realPaths;
  private final Info info;

  LocalStore(Store generic, StoreRegistry finder, StoreConfig config) {
    this.routes = new MountRouter(generic, finder, config);
    this.generic = generic;
    this.realPaths = new SymlinkResolver(generic);
    this.info = Info.mounted(config.name(), "local", "local", StorePath.ROOT);
  }

  private interface Call<T> {
    T run(Store store) throws StoreException;
  }

  private interface Action {
    void run(Store store) throws StoreException;
  }

  private <T> T call(StorePath path, Call<T> call) throws StoreException {
    return call(routes.of(path), call);
  }

  private <T> T call(Store store, Call<T> call) throws StoreException {
    try {
      return call.run(store);
    } catch (StoreException e) {
      if (e.kind() != Kind.OUTSIDE_ROOT || store == generic) {
        throw e;
      }
      return call.run(generic);
    }
  }

  private void run(StorePath path, Action action) throws StoreException {
    run(routes.of(path), action);
  }

  private void run(Store to, Action action) throws StoreException {
    call(
        to,
        store -> {
          action.run(store);
          return null;
        });
  }

  private interface Pair {
    void run(Store store, StorePath a, StorePath b) throws StoreException;
  }

  /**
   * Does something with two names in the store that knows both. Where the text of the two paths
   * leads to different stores, links on the way to either are followed.
   */
  private void runCommon(StorePath a, StorePath b, Pair action) throws StoreException {
    if (routes.of(a) == routes.of(b)) {
      run(a, store -> action.run(store, a, b));
      return;
    }
    StorePath realA = leadsElsewhere(a) ? inRealDirectory(a) : a;
    StorePath realB = leadsElsewhere(b) ? inRealDirectory(b) : b;
    run(common(realA, realB), store -> action.run(store, realA, realB));
  }

  /** Where the links above {@code path} lead: what may be a link itself is not followed. */
  private StorePath inRealDirectory(StorePath path) {
    return path.isRoot()
        ? path
        : new SymlinkResolver(generic).of(path.parent().orElseThrow()).child(path.name());
  }

  /** The store that knows both paths; of one mount that is the one without regard to names. */
  private Store common(StorePath a, StorePath b) throws StoreException {
    Store store = routes.of(a);
    if (store != routes.of(b)) {
      store = routes.ofMount(a);
      if (store != routes.ofMount(b)) {
        throw new StoreException(Kind.CROSS_STORE, a, "it lies on another mount than '" + b + "'");
      }
    }
    return store;
  }

  @Override
  public Info info() {
    return info;
  }

  @Override
  public Optional<String> fileSystem(StorePath path) {
    StorePath real = realPaths.of(path);
    return fileSystem(here(real), real);
  }

  /**
   * Ordinary mounts count as one: what their file systems report of themselves may differ after
   * each boot. Of one whose own driver cannot be opened nothing is known.
   */
  private Optional<String> fileSystem(Store serving, StorePath path) {
    if (!serving.info().driver().equals(generic.info().driver())) {
      return serving.fileSystem(path);
    }
    return routes.isFailing(path) ? Optional.empty() : Optional.of(ORDINARY);
  }

  /**
   * The generic store serves a path that reaches another mount through a symbolic link, so there
   * only what both can do is declared; the placement is that mount's. A directory with mounts below
   * it declares placement if one of them has a driver of its own, and what is asked of everything
   * below it only if one store serves that.
   */
  @Override
  public Set<Capability> capabilities(StorePath path) {
    StorePath real = realPaths.of(path);
    Set<Capability> able = EnumSet.noneOf(Capability.class);
    able.addAll(here(real).capabilities(real));
    if (routes.splitBelow(real)) {
      able.removeAll(OF_ALL_BELOW);
      able.addAll(capabilitiesOfAllBelow(real));
    }
    if (here(path) == generic && here(real) != generic) {
      boolean placed = able.contains(Capability.PLACEMENT);
      able.retainAll(generic.capabilities(real));
      if (placed) {
        able.add(Capability.PLACEMENT);
      }
    }
    if (routes.specificBelow(real)) {
      able.add(Capability.PLACEMENT);
    }
    return able;
  }

  private Set<Capability> capabilitiesOfAllBelow(StorePath directory) {
    Set<Capability> able = EnumSet.copyOf(OF_ALL_BELOW);
    try {
      able.retainAll(whole(directory).capabilities(directory));
      return able;
    } catch (StoreException e) {
      return Set.of();
    }
  }

  private Store here(StorePath path) {
    try {
      return routes.of(path);
    } catch (StoreException e) {
      return generic;
    }
  }

  @Override
  public StoreObject stat(StorePath path, boolean followLink) throws StoreException {
    return call(path, store -> store.stat(path, followLink));
  }

  @Override
  public StoreObject statBelow(StorePath top, StorePath path) throws StoreException {
    return call(path, store -> store.statBelow(top, path));
  }

  @Override
  public List<StoreObject> statWay(StorePath top, StorePath path) throws StoreException {
    return call(path, store -> store.statWay(top, path));
  }

  /**
   * Behind a link to a mount with a driver of its own that driver lists: it may know what a listing
   * of its file system lacks. Where links lead is not remembered for this.
   */
  @Override
  public Listing list(StorePath directory, Listing.Options options) throws StoreException {
    StorePath top = options.linkFreeBelow().orElse(directory);
    if (!leadsElsewhere(directory) || !directory.startsWith(top)) {
      return listHere(directory, options);
    }
    StorePath realTop = new SymlinkResolver(generic).of(top);
    StorePath real = directory.relativeTo(top).prefixedBy(realTop);
    if (routes.of(real) == generic) {
      return listHere(directory, options);
    }
    Listing.Options there =
        options.linkFreeBelow().isEmpty() ? options : options.withoutLinksBelow(realTop);
    return new RebasedListing(listHere(real, there), real, directory);
  }

  private Listing listHere(StorePath directory, Listing.Options options) throws StoreException {
    boolean linksLeadOut = options.followLinks() && routes.of(directory) != generic;
    return linksLeadOut || routes.splitBelow(directory)
        ? new LocalStoreListing(this, routes, directory, options)
        : listOne(directory, options);
  }

  /** Whether links may take {@code path} from the generic store to another one. */
  private boolean leadsElsewhere(StorePath path) throws StoreException {
    return routes.anySpecific() && routes.of(path) == generic;
  }

  /** Where {@code path} leads if links take it from the generic store to another one. */
  private Optional<StorePath> elsewhere(StorePath path) throws StoreException {
    if (!leadsElsewhere(path)) {
      return Optional.empty();
    }
    StorePath real = realPaths.of(path);
    return routes.of(real) == generic ? Optional.empty() : Optional.of(real);
  }

  /** Lists what one store has in {@code directory}. */
  Listing listOne(StorePath directory, Listing.Options options) throws StoreException {
    return call(directory, store -> store.list(directory, options));
  }

  @Override
  public ReadHandle open(StorePath path, ReadHandle.Options options) throws StoreException {
    return call(path, store -> store.open(path, options));
  }

  @Override
  public WriteHandle create(StorePath path, WriteHandle.Options options) throws StoreException {
    return call(path, store -> store.create(path, options));
  }

  @Override
  public WriteHandle append(StorePath path) throws StoreException {
    return call(path, store -> store.append(path));
  }

  @Override
  public void truncate(StorePath path, long length) throws StoreException {
    run(path, store -> store.truncate(path, length));
  }

  @Override
  public void rename(StorePath from, StorePath to, RenameMode mode) throws StoreException {
    runCommon(from, to, (store, source, goal) -> store.rename(source, goal, mode));
  }

  @Override
  public void mkdir(StorePath path, int mode) throws StoreException {
    run(path, store -> store.mkdir(path, mode));
  }

  @Override
  public boolean delete(StorePath path) throws StoreException {
    Store one = routes.isNamedRoot(path) ? routes.ofMount(path) : routes.of(path);
    return call(one, store -> store.delete(path));
  }

  /** What is mounted at or below it stays, and with it the tree: nothing is deleted then. */
  @Override
  public boolean deleteTree(StorePath path) throws StoreException {
    Optional<StorePath> mounted = routes.mountAtOrBelow(inRealDirectory(path));
    if (mounted.isPresent()) {
      throw new StoreException(
          Kind.CROSS_STORE,
          mounted.get(),
          "a file system is mounted there, so that '"
              + path
              + "' is not deleted: unmount it first");
    }
    return call(path, store -> store.deleteTree(path));
  }

  @Override
  public void setAttributes(StorePath path, Attributes.Change change) throws StoreException {
    run(path, store -> store.setAttributes(path, change));
  }

  @Override
  public Map<String, byte[]> xattrs(StorePath path) throws StoreException {
    return call(path, store -> store.xattrs(path));
  }

  @Override
  public AccessList accessListBelow(StorePath top, StoreObject object) throws StoreException {
    return call(object.path(), store -> store.accessListBelow(top, object));
  }

  @Override
  public AccessList accessList(StorePath path) throws StoreException {
    return call(path, store -> store.accessList(path));
  }

  @Override
  public void setXattr(StorePath path, String name, ByteBuffer value, XattrMode mode)
      throws StoreException {
    run(path, store -> store.setXattr(path, name, value, mode));
  }

  @Override
  public void removeXattr(StorePath path, String name) throws StoreException {
    run(path, store -> store.removeXattr(path, name));
  }

  @Override
  public void createSymlink(StorePath path, String target) throws StoreException {
    run(path, store -> store.createSymlink(path, target));
  }

  @Override
  public void createHardLink(StorePath path, StorePath existing) throws StoreException {
    runCommon(existing, path, (store, there, link) -> store.createHardLink(link, there));
  }

  @Override
  public List<Extent> placement(StoreObject object, long offset, long length)
      throws StoreException {
    StorePath real = elsewhere(object.path()).orElse(object.path());
    return call(real, store -> store.placement(object.withPath(real), offset, length));
  }

  @Override
  public List<Extent> placement(
      StoreObject object, long offset, long length, ReadHandle.Options reader)
      throws StoreException {
    StorePath real = elsewhere(object.path()).orElse(object.path());
    return call(real, store -> store.placement(object.withPath(real), offset, length, reader));
  }

  @Override
  public StorageUsage space(StorePath path) throws StoreException {
    return call(path, store -> store.space(path));
  }

  /** A cursor is that of the store which serves the directory, behind its file system. */
  @Override
  public ChangeFeed changes(StorePath directory, String cursor) throws StoreException {
    Store serving = whole(directory);
    if (!serving.can(Capability.CHANGE_FEED, directory)) {
      return call(serving, store -> store.changes(directory, cursor));
    }
    Optional<String> system = fileSystem(serving, directory);
    String prefix = system.orElse("") + " ";
    if (!cursor.isEmpty() && (system.isEmpty() || !cursor.startsWith(prefix))) {
      throw new StoreException(
          Kind.EXPIRED,
          directory,
          system.isEmpty()
              ? "the file system that is there does not report which one it is"
              : "the cursor is not known to be of the file system that is there now");
    }
    String own = cursor.isEmpty() ? cursor : cursor.substring(prefix.length());
    ChangeFeed feed = call(serving, store -> store.changes(directory, own));
    return new ForwardingFeed(feed) {
      @Override
      public String cursor() {
        return prefix + super.cursor();
      }
    };
  }

  @Override
  public Snapshot snapshot(StorePath directory, String label) throws StoreException {
    return call(whole(directory), store -> store.snapshot(directory, label));
  }

  @Override
  public StorePath snapshotPath(StorePath directory, String label) throws StoreException {
    return call(whole(directory), store -> store.snapshotPath(directory, label));
  }

  /** The one store that serves everything below a directory. */
  private Store whole(StorePath directory) throws StoreException {
    if (!routes.splitBelow(directory)) {
      return routes.of(directory);
    }
    if (routes.mountSplitBelow(directory)) {
      throw new StoreException(
          Kind.UNSUPPORTED, directory, "other stores are mounted below it: ask for each of them");
    }
    return routes.ofMount(directory);
  }

  @Override
  public void close() throws StoreException {
    routes.close();
  }
}
