// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.lustre;

import io.situ.driver.lustre.ChangelogSource.Position;
import io.situ.storage.ChangeFeed;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The changelogs of a file system, one for each metadata target, as a store's change feed. What
 * breaks it off is reported by one warning, and then everything is listed. Thread-safe.
 *
 * <p>A cursor that is passed comes from a finished inventory, so what lies before it is not needed
 * any more: then, and not earlier, the records before the one it names are cleared. That one stays,
 * and proves the next time that the log is still kept and has no gap.
 */
final class Changelogs {

  private static final Logger LOG = LoggerFactory.getLogger(Changelogs.class);

  private final Set<String> mdts;
  private final Supplier<Set<String>> connected;
  private final ChangelogSource source;

  /**
   * @param mdts the metadata targets whose changelogs there are
   * @param connected those that this client is connected to, as far as it can be seen
   */
  Changelogs(Set<String> mdts, Supplier<Set<String>> connected, ChangelogSource source) {
    this.mdts = Set.copyOf(mdts);
    this.connected = connected;
    this.source = source;
  }

  /**
   * As {@link io.situ.storage.Store#changes}.
   *
   * @param directory as it is now
   */
  ChangeFeed changes(StoreObject directory, String cursor) throws StoreException {
    if (cursor.isEmpty()) {
      return new ChangelogFeed(this, directory, Map.of(), currentCursor(directory).positions());
    }
    ChangelogCursor since =
        ChangelogCursor.parse(cursor)
            .orElseThrow(() -> broken(directory, "'" + cursor + "' is no cursor of a changelog"));
    if (since.directory() != directory.version().identity()) {
      throw broken(directory, "the directory was replaced by another one");
    }
    requireAll(directory, since);
    Map<String, Position> from = new TreeMap<>();
    since.positions().forEach((mdt, position) -> from.put(mdt, position.orElseThrow()));
    from.forEach(this::clearBefore);
    return new ChangelogFeed(this, directory, from, Map.of());
  }

  private void requireAll(StoreObject directory, ChangelogCursor since) throws StoreException {
    if (!since.positions().keySet().equals(mdts)) {
      throw broken(directory, "other metadata targets than before have a changelog");
    }
    for (String mdt : connected.get()) {
      if (!mdts.contains(mdt)) {
        throw broken(directory, "no changelog is configured for " + mdt);
      }
    }
    for (Map.Entry<String, Optional<Position>> each : since.positions().entrySet()) {
      if (each.getValue().isEmpty()) {
        throw broken(
            directory,
            "the changelog of "
                + each.getKey()
                + " could not be read, or was empty, when everything was listed last");
      }
    }
  }

  private void clearBefore(String mdt, Position position) {
    long number = position.number() - 1;
    if (number <= 0) {
      return;
    }
    try {
      source.clear(mdt, number);
    } catch (IOException e) {
      LOG.warn(
          "Lustre: the changelog of {} grows, for records up to {} could not be cleared: {}",
          mdt,
          number,
          e.getMessage());
    }
  }

  /** Where the changelogs end now. What cannot be read now is reported, and no reason to fail. */
  private ChangelogCursor currentCursor(StoreObject directory) {
    Map<String, Optional<Position>> positions = new TreeMap<>();
    for (String mdt : mdts) {
      positions.put(mdt, last(mdt));
    }
    return new ChangelogCursor(directory.version().identity(), positions);
  }

  private Optional<Position> last(String mdt) {
    String reason;
    try {
      Optional<Position> last = source.last(mdt);
      if (last.isPresent()) {
        return last;
      }
      reason = "it has no record to begin at";
    } catch (IOException | ChangelogException e) {
      reason = e.getMessage();
    }
    LOG.warn(
        "Lustre: the changelog of {} cannot be used, so the next refresh lists everything: {}",
        mdt,
        reason);
    return Optional.empty();
  }

  /**
   * Opens what came after a record.
   *
   * @throws StoreException {@code EXPIRED} if it cannot be read
   */
  ChangelogReader open(StoreObject directory, String mdt, Position since) throws StoreException {
    try {
      return new ChangelogReader(source.from(mdt, since), since);
    } catch (IOException | ChangelogException e) {
      throw broken(directory, mdt, e);
    }
  }

  /** The exception for a changelog that does not go on. */
  static StoreException broken(StoreObject directory, String mdt, Exception cause) {
    if (cause instanceof InterruptedIOException || cause instanceof ClosedByInterruptException) {
      return new StoreException(
          Kind.INTERRUPTED, directory.path(), "interrupted while a changelog was read", cause);
    }
    return broken(directory, "the changelog of " + mdt + " is broken: " + cause.getMessage());
  }

  private static StoreException broken(StoreObject directory, String reason) {
    return new StoreException(Kind.EXPIRED, directory.path(), reason);
  }
}
