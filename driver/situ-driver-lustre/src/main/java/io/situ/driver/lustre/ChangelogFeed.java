// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.lustre;

import io.situ.driver.lustre.ChangelogSource.Position;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.util.CursorFeed;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What came after known records, one metadata target after the other. Their order does not matter:
 * a change only says where to look.
 */
final class ChangelogFeed extends CursorFeed {

  private final Changelogs changelogs;
  private final StoreObject directory;
  private final Map<String, Position> from;
  private final Deque<String> left;
  private final Map<String, Optional<Position>> ends;
  private final Deque<Change> pending = new ArrayDeque<>();
  private String mdt = "";
  private ChangelogReader reader;

  /**
   * @param from the last record used of each metadata target that is to be read
   * @param ends the last record of each that is not
   */
  ChangelogFeed(
      Changelogs changelogs,
      StoreObject directory,
      Map<String, Position> from,
      Map<String, Optional<Position>> ends) {
    this.changelogs = changelogs;
    this.directory = directory;
    this.from = from;
    this.left = new ArrayDeque<>(new TreeMap<>(from).keySet());
    this.ends = new TreeMap<>(ends);
  }

  @Override
  protected Change find() throws StoreException {
    while (pending.isEmpty()) {
      if (reader == null && left.isEmpty()) {
        return null;
      }
      if (reader == null) {
        mdt = left.remove();
        reader = changelogs.open(directory, mdt, from.get(mdt));
      }
      read();
    }
    return pending.remove();
  }

  private void read() throws StoreException {
    try {
      ChangelogRecord record = reader.next();
      if (record == null) {
        ends.put(mdt, Optional.of(reader.position()));
        close();
      } else {
        pending.addAll(record.changes());
      }
    } catch (IOException | ChangelogException e) {
      close();
      throw Changelogs.broken(directory, mdt, e);
    }
  }

  @Override
  protected String cursorAtEnd() {
    return new ChangelogCursor(directory.version().identity(), ends).toString();
  }

  @Override
  public void close() {
    if (reader != null) {
      reader.close();
      reader = null;
    }
  }
}
