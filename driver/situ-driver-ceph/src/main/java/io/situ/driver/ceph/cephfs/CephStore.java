// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs;

import io.situ.driver.ceph.cephfs.layout.NewFileLayout;
import io.situ.driver.ceph.cephfs.layout.VirtualXattrs;
import io.situ.storage.Attributes;
import io.situ.storage.Capability;
import io.situ.storage.ChangeFeed;
import io.situ.storage.Listing;
import io.situ.storage.ReadHandle;
import io.situ.storage.StorageUsage;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.forward.InterceptingStore;
import io.situ.storage.forward.StoreOperation;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A CephFS, mounted or not, that says what changed, takes snapshots, and says so where it would
 * keep something else than it was asked to.
 */
final class CephStore extends InterceptingStore {

  /** Times travel as unsigned seconds of 32 bits ({@code utime_t}), which end in 2106. */
  private static final long END = (1L << Integer.SIZE) * 1_000_000_000L;

  /**
   * By how much, in seconds, the clocks of clients and servers may differ, and the servers be late
   * in reporting to a directory what changed below it. They take about five seconds.
   */
  private static final long MARGIN = 60;

  /** In blocks of so many bytes clients report how much space there is. */
  private static final long BLOCK = 4 << 20;

  /** The same where there is less than one {@link #BLOCK}. */
  private static final long SMALL_BLOCK = 4 << 10;

  private static final Set<StoreOperation.Kind> TAKING_ROOM =
      EnumSet.of(
          StoreOperation.Kind.CREATE,
          StoreOperation.Kind.APPEND,
          StoreOperation.Kind.RENAME,
          StoreOperation.Kind.MKDIR,
          StoreOperation.Kind.SET_ATTRIBUTES,
          StoreOperation.Kind.SET_XATTR,
          StoreOperation.Kind.REMOVE_XATTR,
          StoreOperation.Kind.CREATE_SYMLINK,
          StoreOperation.Kind.CREATE_HARD_LINK);

  private static final Pattern CURSOR = Pattern.compile(RctimeChangeFeed.CURSOR + "([0-9]{1,12})");

  private final VirtualXattrs attributes;
  private final Optional<NewFileLayout> layout;
  private final Set<Capability> more;

  /**
   * @param store the file system; closed with this
   * @param attributes those of {@code store}
   * @param layout how new files are laid out; empty for the layout of their directory
   */
  CephStore(Store store, VirtualXattrs attributes, Optional<NewFileLayout> layout) {
    super(store);
    this.attributes = attributes;
    this.layout = layout;
    Set<Capability> more = EnumSet.noneOf(Capability.class);
    if (hasChangeFeed()) {
      more.add(Capability.CHANGE_FEED);
    }
    if (CephSnapshot.arePossible(store)) {
      more.add(Capability.SNAPSHOTS);
    }
    this.more = Set.copyOf(more);
  }

  private boolean hasChangeFeed() {
    try {
      RctimeChangeFeed.latest(attributes, StorePath.ROOT);
      return true;
    } catch (StoreException e) {
      return false;
    }
  }

  @Override
  public Set<Capability> capabilities(StorePath path) {
    return capabilitiesAnd(more, path);
  }

  /** As it is: nothing stands between a reader and its bytes. */
  @Override
  public ReadHandle open(StorePath path, ReadHandle.Options options) throws StoreException {
    return delegate().open(path, options);
  }

  /** As it is. */
  @Override
  public Listing list(StorePath directory, Listing.Options options) throws StoreException {
    return delegate().list(directory, options);
  }

  @Override
  public WriteHandle create(StorePath path, WriteHandle.Options options) throws StoreException {
    WriteHandle handle = super.create(path, options);
    if (layout.isPresent() && options.blockSize().isPresent()) {
      layout.get().apply(path, handle, options.blockSize().getAsLong(), attributes);
    }
    return handle;
  }

  @Override
  public ChangeFeed changes(StorePath directory, String cursor) throws StoreException {
    if (!more.contains(Capability.CHANGE_FEED)) {
      return super.changes(directory, cursor);
    }
    return changes(directory, since(directory, cursor));
  }

  /**
   * @param since the earliest change of interest, in seconds since 1970
   */
  ChangeFeed changes(StorePath directory, long since) throws StoreException {
    return new RctimeChangeFeed(delegate(), attributes, directory, since);
  }

  /**
   * The earliest change of interest, in seconds since 1970. A cursor from the future, by more than
   * clocks may differ, would hide all that changes until then: older versions made such ones.
   */
  private static long since(StorePath directory, String cursor) throws StoreException {
    if (cursor.isEmpty()) {
      return Long.MAX_VALUE;
    }
    Matcher known = CURSOR.matcher(cursor);
    if (!known.matches()) {
      throw new StoreException(
          Kind.EXPIRED, directory, "the cursor " + cursor + " is not one of CephFS");
    }
    long since = Long.parseLong(known.group(1)) - MARGIN;
    if (since > Instant.now().getEpochSecond()) {
      throw new StoreException(
          Kind.EXPIRED, directory, "the cursor " + cursor + " is in the future");
    }
    return since;
  }

  @Override
  public Snapshot snapshot(StorePath directory, String label) throws StoreException {
    return more.contains(Capability.SNAPSHOTS)
        ? CephSnapshot.create(delegate(), directory, label)
        : super.snapshot(directory, label);
  }

  @Override
  public StorePath snapshotPath(StorePath directory, String label) throws StoreException {
    return more.contains(Capability.SNAPSHOTS)
        ? CephSnapshot.path(directory, label)
        : super.snapshotPath(directory, label);
  }

  /** To a client that may not write to a full cluster its servers say that permission is denied. */
  @Override
  protected <T> T around(StoreOperation operation, Call<T> call) throws StoreException {
    try {
      return super.around(operation, call);
    } catch (StoreException e) {
      if (e.kind() == Kind.PERMISSION_DENIED
          && TAKING_ROOM.contains(operation.kind())
          && isFull()) {
        throw new StoreException(
            Kind.NO_SPACE, operation.path(), "no space is left: the Ceph cluster is full", e);
      }
      throw e;
    }
  }

  /**
   * Returns whether the cluster is known to be full. What is reported may be the size of a quota,
   * and what it leaves: a write beyond that is not refused as a permission is.
   */
  private boolean isFull() {
    try {
      StorageUsage space = delegate().space(StorePath.ROOT);
      long quota = space.quota().orElseGet(this::quota);
      return space.used() >= space.capacity() && !isSizeOf(quota, space.capacity());
    } catch (StoreException e) {
      return false;
    }
  }

  /**
   * Returns the quota of the root in bytes, which a mount does not report with the space; 0 if it
   * has none, or none that this user may see.
   */
  private long quota() {
    try {
      byte[] value = attributes.xattr(StorePath.ROOT, VirtualXattrs.QUOTA);
      String text = new String(value, StandardCharsets.US_ASCII);
      return text.matches("[0-9]{1,18}") ? Long.parseLong(text) : 0;
    } catch (StoreException e) {
      return 0;
    }
  }

  /**
   * Returns whether clients report a quota as this capacity. They report the one that holds for the
   * directory that they have mounted, which the store's root may be below: in whole blocks, and one
   * of less than a block as 0, or as one small block or more.
   */
  private static boolean isSizeOf(long quota, long capacity) {
    return quota > 0
        && (capacity == quota - quota % BLOCK
            || capacity == Math.max(SMALL_BLOCK, quota - quota % SMALL_BLOCK));
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
