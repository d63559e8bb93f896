// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.testkit.memory;

import io.situ.storage.ChangeFeed;
import io.situ.storage.ChangeFeed.Scope;
import io.situ.storage.StoreException;
import io.situ.storage.StorePath;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

/** What changed, as far back as it goes. Guarded by the tree's lock. */
final class MemoryChangeLog {

  private record Entry(long number, StorePath path, boolean deep) {}

  private final int length;
  private final Deque<Entry> entries = new ArrayDeque<>();
  private final String era = Long.toHexString(System.nanoTime());
  private long last;

  MemoryChangeLog(int length) {
    this.length = length;
  }

  void add(StorePath path, boolean deep) {
    entries.add(new Entry(++last, path, deep));
    if (entries.size() > length) {
      entries.remove();
    }
  }

  private String cursor() {
    return era + "-" + last;
  }

  /**
   * What changed below the directory that lies at {@code real}, reported as if it lay at {@code
   * shown}.
   */
  ChangeFeed since(String cursor, StorePath real, StorePath shown) throws StoreException {
    List<ChangeFeed.Change> changes = new ArrayList<>();
    long from = cursor.isEmpty() ? last : parse(cursor, shown);
    for (Entry entry : entries) {
      if (entry.number > from && entry.path.startsWith(real)) {
        StorePath path = entry.path.relativeTo(real).prefixedBy(shown);
        changes.add(new ChangeFeed.Change(path, entry.deep ? Scope.TREE : Scope.OBJECT));
      } else if (entry.number > from && entry.deep && real.startsWith(entry.path)) {
        changes.add(new ChangeFeed.Change(shown, Scope.TREE));
      }
    }
    return new Feed(changes.iterator(), cursor());
  }

  private long parse(String cursor, StorePath directory) throws StoreException {
    long oldest = entries.isEmpty() ? last : entries.peek().number - 1;
    String prefix = era + "-";
    if (cursor.startsWith(prefix) && cursor.substring(prefix.length()).matches("\\d{1,18}")) {
      long number = Long.parseLong(cursor.substring(prefix.length()));
      if (number >= oldest && number <= last) {
        return number;
      }
    }
    throw new StoreException(
        StoreException.Kind.EXPIRED, directory, "the store does not remember back to " + cursor);
  }

  private static final class Feed implements ChangeFeed {
    private final Iterator<Change> changes;
    private final String cursor;
    private boolean ended;

    Feed(Iterator<Change> changes, String cursor) {
      this.changes = changes;
      this.cursor = cursor;
    }

    @Override
    public Change next() {
      ended |= !changes.hasNext();
      return ended ? null : changes.next();
    }

    @Override
    public String cursor() {
      if (!ended) {
        throw new IllegalStateException("the feed is not read to its end");
      }
      return cursor;
    }

    @Override
    public void close() {}
  }
}
