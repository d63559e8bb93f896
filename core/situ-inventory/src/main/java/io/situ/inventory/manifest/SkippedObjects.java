// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.manifest;

import io.situ.storage.StoreException;
import io.situ.storage.StorePath;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/** What a scan left out, and the decision what it may leave out. Thread-safe. */
public final class SkippedObjects {

  private static final int SAMPLES = 10;
  private static final String UNPLACED = "no-placement: ";
  private static final String PLACEMENT_DENIED = "placement: permission-denied";
  private static final String NO_CHECKSUM = "no-checksum";
  private static final String CHANGED_WHILE_READ = "changed-while-read";
  private static final String VANISHED = "vanished";
  private static final String CHANGED = "changed";
  private static final String INVENTORY = "inventory";

  /** Reasons that are no failures, beside those that say what is missing and a colon. */
  private static final Set<String> HARMLESS =
      Set.of(VANISHED, CHANGED, INVENTORY, CHANGED_WHILE_READ);

  /** What is so at one moment only, or each scan finds where it looks. */
  private static final Set<String> MOMENTARY = Set.of(VANISHED, CHANGED, INVENTORY);

  /** After these the whole scan is worth nothing, or the caller asked for an end. */
  private static final Set<StoreException.Kind> FATAL =
      EnumSet.of(
          StoreException.Kind.UNAVAILABLE,
          StoreException.Kind.INTERRUPTED,
          StoreException.Kind.NO_SPACE,
          StoreException.Kind.UNSUPPORTED);

  private final boolean strict;
  private final Map<String, Entry> entries = new TreeMap<>();
  private final Set<StorePath> unread = new TreeSet<>();
  private boolean unreadComplete = true;

  private static final class Entry {
    private long count;
    private final List<String> samples = new ArrayList<>();
  }

  public SkippedObjects(boolean strict) {
    this.strict = strict;
  }

  /**
   * Returns whether a failure to look at one object ends the whole walk: after it the others are
   * worth nothing, or the caller asked for an end.
   */
  public static boolean endsWalk(StoreException failure) {
    return FATAL.contains(failure.kind());
  }

  /**
   * Leaves {@code path} out, which is gone or whose place something else has taken.
   *
   * @throws StoreException the failure itself if it must not be passed over
   */
  public void recordVanished(StorePath path, StoreException failure) throws StoreException {
    if (strict && failure.kind() == StoreException.Kind.CHANGED) {
      throw failure;
    }
    skip(path, movedWord(failure));
  }

  /**
   * Leaves {@code path} out, which could not be looked at.
   *
   * @throws StoreException the failure itself if it must not be passed over
   */
  public void unread(StorePath path, StoreException failure) throws StoreException {
    if (endsWalk(failure) || strict) {
      throw failure;
    }
    addUnread(path, word(failure.kind()));
  }

  private synchronized void addUnread(StorePath path, String reason) {
    skip(path, reason);
    if (unread.size() < UnreadObjects.MAX_PATHS) {
      unread.add(path);
    } else {
      unreadComplete = false;
    }
  }

  /** Returns what could not be looked at. */
  public synchronized UnreadObjects unread() {
    return new UnreadObjects(List.copyOf(unread), unreadComplete);
  }

  /**
   * Leaves one thing about {@code path} out.
   *
   * @param what is left out
   * @throws StoreException the failure itself if it must not be passed over
   */
  public void skip(StorePath path, String what, StoreException failure) throws StoreException {
    if (endsWalk(failure) || strict && !moved(failure)) {
      throw failure;
    }
    skip(path, what + ": " + word(failure.kind()));
  }

  /**
   * Leaves the placement of {@code path} out, which costs locality and nothing else. Of what is
   * gone meanwhile, or replaced, nothing is missing that a later refresh would have to ask for
   * again; nor of what is denied to this user, who would be denied it each time.
   *
   * @throws StoreException the failure itself if it must not be passed over
   */
  public void unplaced(StorePath path, StoreException failure) throws StoreException {
    if (moved(failure)) {
      skip(path, movedWord(failure));
      return;
    }
    if (failure.kind() == StoreException.Kind.PERMISSION_DENIED) {
      skip(path, PLACEMENT_DENIED);
      return;
    }
    if (strict || failure.kind() == StoreException.Kind.INTERRUPTED) {
      throw failure;
    }
    skip(path, UNPLACED + word(failure.kind()));
  }

  /** Whether placement was left out, which the next refresh asks for again. */
  public static boolean isUnplaced(Manifest.Skipped skipped) {
    return skipped.reason().startsWith(UNPLACED);
  }

  /** Whether files lack the checksums that were asked for, though they did not change. */
  static boolean isUnchecked(Manifest.Skipped skipped) {
    return skipped.reason().startsWith(NO_CHECKSUM);
  }

  /** Whether something could not be looked at. */
  static boolean isUnread(Manifest.Skipped skipped) {
    return !skipped.reason().contains(":") && !HARMLESS.contains(skipped.reason());
  }

  private static boolean moved(StoreException failure) {
    return failure.kind() == StoreException.Kind.NOT_FOUND
        || failure.kind() == StoreException.Kind.CHANGED;
  }

  private static String movedWord(StoreException failure) {
    return failure.kind() == StoreException.Kind.CHANGED ? CHANGED : VANISHED;
  }

  private static String word(StoreException.Kind kind) {
    return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Leaves {@code path} out because it holds the inventory itself. */
  public void ownInventory(StorePath path) {
    skip(path, INVENTORY);
  }

  public synchronized void skip(StorePath path, String reason) {
    Entry entry = entries.computeIfAbsent(reason, key -> new Entry());
    entry.count++;
    if (entry.samples.size() < SAMPLES) {
      entry.samples.add(path.toString());
    }
  }

  /**
   * Takes over what an earlier scan left out and this one did not look at again: what could not be
   * read then was, and what came or went meanwhile the change feed has named. Of files without
   * checksums no more are taken over than the new snapshot has: those that could not be read before
   * those that changed while they were read, which is no failure.
   *
   * @param unchecked how many files of the new snapshot have no checksums
   * @param lookedAt whether this scan looked at a path
   */
  public synchronized void carry(
      List<Manifest.Skipped> earlier, long unchecked, Predicate<StorePath> lookedAt) {
    List<Carried> carried = new ArrayList<>();
    for (Manifest.Skipped one : earlier) {
      if (!isUnread(one) && !MOMENTARY.contains(one.reason())) {
        carried.add(carried(one, lookedAt));
      }
    }
    carried.sort(Comparator.comparing(one -> !one.reason().startsWith(NO_CHECKSUM)));
    long left = unchecked;
    for (Map.Entry<String, Entry> own : entries.entrySet()) {
      left -= lacksChecksums(own.getKey()) ? own.getValue().count : 0;
    }
    long[] counts = new long[carried.size()];
    for (boolean named : new boolean[] {true, false}) {
      for (int i = 0; i < counts.length; i++) {
        Carried one = carried.get(i);
        long count = named ? one.samples().size() : one.unnamed();
        if (lacksChecksums(one.reason())) {
          count = Math.max(0, Math.min(count, left));
          left -= count;
        }
        counts[i] += count;
      }
    }
    for (int i = 0; i < counts.length; i++) {
      add(carried.get(i), counts[i]);
    }
  }

  /**
   * What an earlier scan left out and this one did not look at.
   *
   * @param unnamed how many, beside the samples
   */
  private record Carried(String reason, List<String> samples, long unnamed) {}

  private Carried carried(Manifest.Skipped earlier, Predicate<StorePath> lookedAt) {
    List<String> samples =
        earlier.samples().stream().filter(path -> !lookedAt.test(StorePath.of(path))).toList();
    long unnamed = earlier.count() - earlier.samples().size();
    Entry own = entries.get(earlier.reason());
    if (own != null && !lacksChecksums(earlier.reason())) {
      // Some of these may be looked at again each time, and no snapshot says how many there are.
      long again = own.count - (earlier.samples().size() - samples.size());
      unnamed -= Math.max(0, again);
    }
    return new Carried(earlier.reason(), samples, Math.max(0, unnamed));
  }

  private void add(Carried carried, long count) {
    if (count > 0) {
      Entry entry = entries.computeIfAbsent(carried.reason(), key -> new Entry());
      entry.count += count;
      int most = (int) Math.min(SAMPLES, entry.samples.size() + count);
      carried.samples().stream()
          .limit(Math.max(0, most - entry.samples.size()))
          .forEach(entry.samples::add);
    }
  }

  private static boolean lacksChecksums(String reason) {
    return reason.startsWith(NO_CHECKSUM) || reason.equals(CHANGED_WHILE_READ);
  }

  public synchronized List<Manifest.Skipped> entries() {
    List<Manifest.Skipped> list = new ArrayList<>();
    entries.forEach(
        (reason, entry) -> list.add(new Manifest.Skipped(reason, entry.count, entry.samples)));
    return list;
  }
}
