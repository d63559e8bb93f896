// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs;

import io.situ.driver.ceph.cephfs.client.NativeListing;
import io.situ.driver.ceph.cephfs.layout.VirtualXattrs;
import io.situ.storage.HeldDirectories;
import io.situ.storage.Listing;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.util.CursorFeed;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Finds what changed by entering only directories at or below which something did: CephFS keeps for
 * each directory the latest change below it, {@code ceph.dir.rctime}. That shows that something
 * changed and not what. Where Ceph's own library lists, the entries' change times show it, and a
 * directory is named with all its entries only if one came or went; else each one entered is. A
 * change is carried upwards from the first of a file's names only: the others are named by the
 * file's identity, where the library shows that there are some. A directory that cannot be asked or
 * listed is named with all that is below it.
 */
final class RctimeChangeFeed extends CursorFeed {

  /** A cursor is this and a time in seconds since 1970. */
  static final String CURSOR = "rctime:";

  private static final String LATEST = "ceph.dir.rctime";

  private static final int AT_ONCE = 16;

  /** From so many changed entries of a directory on, all of them are looked at again. */
  private static final int MAX_ENTRIES = 1024;

  private static final long SECOND = 1_000_000_000L;

  /** How many questions may wait for a thread. */
  private static final int MOST = 1024;

  /** A directory that the servers have not counted yet. */
  private static final long NEVER = 0;

  /** What one directory alone may fail by. */
  private static final Set<Kind> UNREAD =
      EnumSet.of(Kind.PERMISSION_DENIED, Kind.FAILED, Kind.NO_ATTRIBUTE);

  private final HeldDirectories held = new HeldDirectories();
  private final Listing.Options options = Listing.Options.FLAT.withScan().withHeld(held);

  private final Store store;
  private final VirtualXattrs attributes;
  private final long since;
  private final String cursor;

  /** Directories that are to be asked, and those at or below which something changed. */
  private final StorePath top;

  private final Deque<StorePath> pending = new ArrayDeque<>();

  private final Deque<StorePath> changed = new ArrayDeque<>();
  private final Deque<Change> reported = new ArrayDeque<>();

  /** To ask is to wait for a server. */
  private final ExecutorService askers =
      Executors.newFixedThreadPool(AT_ONCE, RctimeChangeFeed::newThread);

  /**
   * Creates a feed. Any user may give a file a time of the future, which stays the latest change of
   * the directories above it: so the cursor is never later than this host's clock was before
   * anything was looked at.
   *
   * @param since the earliest change of interest, in seconds since 1970; {@code Long.MAX_VALUE} for
   *     a feed without changes
   * @throws StoreException as {@link #latest}
   */
  RctimeChangeFeed(Store store, VirtualXattrs attributes, StorePath directory, long since)
      throws StoreException {
    long now = Instant.now().getEpochSecond();
    long latest = latest(attributes, directory);
    this.store = store;
    this.attributes = attributes;
    this.since = since;
    this.top = directory;
    this.cursor = CURSOR + Math.min(latest, now);
    if (since != Long.MAX_VALUE && isRecentLatest(latest)) {
      changed.push(directory);
    }
  }

  private static Thread newThread(Runnable work) {
    Thread thread = new Thread(work, "situ-rctime");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * When something at or below a directory changed last, in seconds since 1970.
   *
   * @throws StoreException {@code NO_ATTRIBUTE} or {@code UNSUPPORTED} where it is not reported
   */
  static long latest(VirtualXattrs attributes, StorePath directory) throws StoreException {
    String text = new String(attributes.xattr(directory, LATEST), StandardCharsets.US_ASCII);
    int dot = text.indexOf('.');
    String seconds = dot < 0 ? text : text.substring(0, dot);
    if (!seconds.matches("[0-9]{1,12}")) {
      throw new StoreException(Kind.UNSUPPORTED, directory, LATEST + " is " + text);
    }
    return Long.parseLong(seconds);
  }

  @Override
  protected Change find() throws StoreException {
    while (reported.isEmpty() && !(changed.isEmpty() && pending.isEmpty())) {
      if (changed.isEmpty()) {
        readDirectory();
      } else {
        enter(changed.pop());
      }
    }
    return reported.poll();
  }

  /** Asks some directories at once. */
  private void readDirectory() throws StoreException {
    List<StorePath> asked = new ArrayList<>();
    List<Future<Boolean>> answers = new ArrayList<>();
    while (!pending.isEmpty() && asked.size() < MOST) {
      StorePath directory = pending.pop();
      asked.add(directory);
      answers.add(askers.submit(() -> isRecent(directory)));
    }
    for (int i = 0; i < asked.size(); i++) {
      try {
        if (answer(answers.get(i), asked.get(i))) {
          changed.add(asked.get(i));
        }
      } catch (StoreException e) {
        passOver(asked.get(i), e);
      }
    }
  }

  /** What is gone is reported by the directory that it was in. */
  private void passOver(StorePath directory, StoreException failure) throws StoreException {
    if (failure.isNotFound() || failure.kind() == Kind.CHANGED) {
      return;
    }
    if (directory.equals(top) || !UNREAD.contains(failure.kind())) {
      throw failure;
    }
    reported.add(new Change(directory, Scope.TREE));
  }

  private static boolean answer(Future<Boolean> answer, StorePath directory) throws StoreException {
    try {
      return answer.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreException(Kind.INTERRUPTED, directory, "interrupted", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof StoreException failure) {
        throw failure;
      }
      throw new IllegalStateException("asking for the latest change failed", e.getCause());
    }
  }

  private boolean isRecent(StorePath directory) throws StoreException {
    return isRecentLatest(latest(attributes, directory));
  }

  private boolean isRecentLatest(long latest) {
    return latest == NEVER || latest >= since;
  }

  /** Notes what a directory reports, if it is there, and what is to be asked next. */
  private void enter(StorePath directory) throws StoreException {
    List<Change> entries = new ArrayList<>();
    try (Listing listing = store.list(directory, options.withoutLinksBelow(top))) {
      Optional<NativeListing> dated =
          listing instanceof NativeListing known ? Optional.of(known) : Optional.empty();
      for (StoreObject entry = listing.next(); entry != null; entry = listing.next()) {
        if (entry.isDirectory()) {
          pending.push(entry.path());
        }
        if (dated.isPresent() && isRecent(dated.get().entryChangedNanos())) {
          note(entry, dated.get().entryNames(), entries);
        }
      }
      if (dated.isEmpty()
          || isRecent(dated.get().changedNanos())
          || entries.size() == MAX_ENTRIES) {
        reported.add(new Change(directory, Scope.ENTRIES));
      } else {
        reported.addAll(entries);
      }
    } catch (StoreException e) {
      passOver(directory, e);
    }
  }

  private void note(StoreObject entry, int names, List<Change> entries) {
    if (!entry.isDirectory() && names > 1) {
      reported.add(Change.within(entry.version().identity(), StorePath.ROOT, Scope.OBJECT));
    }
    if (entries.size() < MAX_ENTRIES) {
      entries.add(new Change(entry.path(), Scope.OBJECT));
    }
  }

  private boolean isRecent(long nanos) {
    return Math.floorDiv(nanos, SECOND) >= since;
  }

  @Override
  protected String cursorAtEnd() {
    return cursor;
  }

  @Override
  public void close() {
    askers.shutdownNow();
    pending.clear();
    changed.clear();
    reported.clear();
    held.close();
  }
}
