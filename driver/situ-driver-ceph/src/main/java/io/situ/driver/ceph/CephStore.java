package io.situ.driver.ceph;

import io.situ.storage.Attributes;
import io.situ.storage.Capability;
import io.situ.storage.ChangeFeed;
import io.situ.storage.Listing;
import io.situ.storage.ReadHandle;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.mounted.MountedStore;
import io.situ.storage.wrap.ForwardingStore;
import java.util.EnumSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A mounted CephFS that tells what changed, may read past the mount, and says so where it would
 * keep something else than it was told.
 */
final class CephStore extends ForwardingStore {

  /** Times travel as unsigned seconds of 32 bits ({@code utime_t}), which end in 2106. */
  private static final long END = (1L << Integer.SIZE) * 1_000_000_000L;

  /**
   * By how much, in seconds, the clocks of clients and servers may differ, and the servers be late
   * in telling a directory what changed below it. They take about five seconds.
   */
  private static final long MARGIN = 60;

  private static final Pattern CURSOR = Pattern.compile("rctime:([0-9]{1,12})");

  private final MountedStore mount;
  private final CephPlacement placement;
  private final NativeClient client;
  private final Set<Native> uses;
  private final Info info;

  /** What may be done past the mount. */
  enum Native {
    READS,
    SCANS
  }

  /**
   * @param client goes past the mount; closed with this
   */
  CephStore(MountedStore mount, CephPlacement placement, NativeClient client, Set<Native> uses) {
    super(mount);
    this.mount = mount;
    this.placement = placement;
    this.client = client;
    this.uses = uses;
    Set<Capability> more = EnumSet.noneOf(Capability.class);
    if (tellsChanges()) {
      more.add(Capability.CHANGE_FEED);
    }
    if (CephSnapshot.arePossible(mount)) {
      more.add(Capability.SNAPSHOTS);
    }
    this.info = mount.info().and(more);
  }

  private boolean tellsChanges() {
    try {
      RecentDirectories.latest(mount, StorePath.ROOT);
      return true;
    } catch (StoreException e) {
      return false;
    }
  }

  @Override
  public Info info() {
    return info;
  }

  @Override
  public ChangeFeed changes(StorePath directory, String cursor) throws StoreException {
    if (!info.can(Capability.CHANGE_FEED)) {
      return super.changes(directory, cursor);
    }
    String next = "rctime:" + RecentDirectories.latest(mount, directory);
    if (cursor.isEmpty()) {
      return new RecentDirectories(mount, directory, Long.MAX_VALUE, next);
    }
    Matcher known = CURSOR.matcher(cursor);
    if (!known.matches()) {
      throw new StoreException(
          Kind.EXPIRED, directory, "the cursor " + cursor + " is not one of CephFS");
    }
    return new RecentDirectories(mount, directory, Long.parseLong(known.group(1)) - MARGIN, next);
  }

  @Override
  public Snapshot snapshot(StorePath directory, String label) throws StoreException {
    return info.can(Capability.SNAPSHOTS)
        ? CephSnapshot.take(mount, directory, label)
        : super.snapshot(directory, label);
  }

  @Override
  public ReadHandle open(StorePath path, ReadHandle.Options options) throws StoreException {
    ReadHandle handle = super.open(path, options);
    return uses.contains(Native.READS) && !isFrozen(path) ? client.open(handle) : handle;
  }

  @Override
  public Listing list(StorePath directory, Listing.Options options) throws StoreException {
    boolean own = options.scan() && !options.recursive() && !options.followLinks();
    if (own && uses.contains(Native.SCANS) && !isFrozen(directory)) {
      StoreObject seen = mount.stat(directory, true);
      Optional<NativeDirectory> opened = seen.isDirectory() ? client.open(seen) : Optional.empty();
      if (opened.isPresent()) {
        return new NativeListing(
            mount,
            directory,
            opened.get(),
            options.placement() ? Optional.of(placement) : Optional.empty());
      }
    }
    return super.list(directory, options);
  }

  /** Whether it lies in a snapshot: by its inode number the file of today would be found. */
  private boolean isFrozen(StorePath path) {
    if ((info.root() + path).contains("/" + CephSnapshot.HIDDEN + "/")) {
      return true;
    }
    try {
      mount.xattr(path, "ceph.snap.btime");
      return true;
    } catch (StoreException e) {
      return false;
    }
  }

  @Override
  public void close() throws StoreException {
    client.close();
    super.close();
  }

  @Override
  public void setAttributes(StorePath path, Attributes.Change change) throws StoreException {
    check(path, change.modifiedNanos());
    check(path, change.accessedNanos());
    super.setAttributes(path, change);
  }

  private static void check(StorePath path, OptionalLong nanos) throws StoreException {
    if (nanos.isPresent() && (nanos.getAsLong() < 0 || nanos.getAsLong() >= END)) {
      throw new StoreException(
          Kind.INVALID_ARGUMENT, path, "CephFS keeps times from 1970 to 2106 only");
    }
  }
}
