package io.situ.driver.ceph;

import io.situ.storage.ChangeFeed;
import io.situ.storage.Listing;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Finds what changed by entering only directories at or below which something did: CephFS keeps for
 * each directory the latest change below it, {@code ceph.dir.rctime}. That tells that something
 * changed and not what, so each such directory is named with its entries.
 */
final class RecentDirectories implements ChangeFeed {

  private static final String LATEST = "ceph.dir.rctime";

  /** A directory that the servers have not counted yet. */
  private static final long NEVER = 0;

  private final Store store;
  private final HiddenAttributes attributes;
  private final long since;
  private final String cursor;
  private final Deque<StorePath> pending = new ArrayDeque<>();
  private boolean ended;

  /**
   * @param since the earliest change of interest, in seconds since 1970
   */
  RecentDirectories(
      Store store, HiddenAttributes attributes, StorePath directory, long since, String cursor) {
    this.store = store;
    this.attributes = attributes;
    this.since = since;
    this.cursor = cursor;
    if (since != Long.MAX_VALUE) {
      pending.push(directory);
    }
  }

  /**
   * When something at or below a directory changed last, in seconds since 1970.
   *
   * @throws StoreException {@code NO_ATTRIBUTE} or {@code UNSUPPORTED} where it is not told
   */
  static long latest(HiddenAttributes attributes, StorePath directory) throws StoreException {
    String text = new String(attributes.xattr(directory, LATEST), StandardCharsets.US_ASCII);
    int dot = text.indexOf('.');
    String seconds = dot < 0 ? text : text.substring(0, dot);
    if (!seconds.matches("[0-9]{1,12}")) {
      throw new StoreException(Kind.UNSUPPORTED, directory, LATEST + " is " + text);
    }
    return Long.parseLong(seconds);
  }

  @Override
  public Change next() throws StoreException {
    while (!pending.isEmpty()) {
      StorePath directory = pending.pop();
      if (enter(directory)) {
        return new Change(directory, Scope.ENTRIES);
      }
    }
    ended = true;
    return null;
  }

  /** Whether something changed there; what is gone is told by the directory that it was in. */
  private boolean enter(StorePath directory) throws StoreException {
    try {
      long latest = latest(attributes, directory);
      if (latest != NEVER && latest < since) {
        return false;
      }
      try (Listing listing = store.list(directory, Listing.Options.FLAT.withScan())) {
        for (StoreObject entry = listing.next(); entry != null; entry = listing.next()) {
          if (entry.isDirectory()) {
            pending.push(entry.path());
          }
        }
      }
      return true;
    } catch (StoreException e) {
      if (e.isAbsence()) {
        return false;
      }
      throw e;
    }
  }

  @Override
  public String cursor() {
    if (!ended) {
      throw new IllegalStateException("the feed is not at its end");
    }
    return cursor;
  }

  @Override
  public void close() {
    pending.clear();
  }
}
