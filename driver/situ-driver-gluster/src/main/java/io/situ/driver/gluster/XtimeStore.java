// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.gluster;

import io.situ.storage.Capability;
import io.situ.storage.ChangeFeed;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import io.situ.storage.forward.ForwardingStore;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.Set;

/**
 * A volume that keeps marks of what changed. The feed's cursor is the latest mark that was seen,
 * with the volume, since when it keeps marks, and where in it the directory is: the tops of mounts
 * of its directories have one inode number. A mark that a host with a wrong clock made may lie in
 * the future and stays: the cursor is never later than this host's clock was before anything was
 * looked at. Thread-safe.
 */
final class XtimeStore extends ForwardingStore {

  /**
   * By how much, in microseconds, the clocks of the bricks' hosts may differ, and marks be late.
   */
  private static final long MARGIN = 60_000_000;

  /** How many parts a cursor has, with colons between them. */
  private static final int PARTS = 4;

  private final Xtime marker;
  private final GlusterPlacement places;

  /**
   * @param places knows where a path lies in the volume
   */
  XtimeStore(Store store, Xtime marker, GlusterPlacement places) {
    super(store);
    this.marker = marker;
    this.places = places;
  }

  @Override
  public Set<Capability> capabilities(StorePath path) {
    return capabilitiesAnd(Set.of(Capability.CHANGE_FEED), path);
  }

  /** The administrator's mount knows the identifier of any volume. */
  @Override
  public Optional<String> fileSystem(StorePath path) {
    try {
      return marker
          .origin()
          .map(origin -> GlusterStore.fileSystem(origin.volume()))
          .or(() -> super.fileSystem(path));
    } catch (StoreException e) {
      return super.fileSystem(path);
    }
  }

  @Override
  public ChangeFeed changes(StorePath directory, String cursor) throws StoreException {
    Xtime.Origin origin =
        marker.origin().orElseThrow(() -> expired(directory, "the volume keeps no marks any more"));
    StorePath prefix =
        places
            .prefix()
            .orElseThrow(() -> expired(directory, "the mount does not say what it shows"));
    XtimeChangeFeed.Place place = new XtimeChangeFeed.Place(delegate(), marker, origin, prefix);
    long now = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    long latest = Math.min(place.changed(directory), now);
    String inVolume = directory.prefixedBy(prefix).toString();
    String next = origin.volume() + ":" + origin.since() + ":" + latest + ":" + inVolume;
    if (cursor.isEmpty()) {
      return new XtimeChangeFeed(place, Optional.empty(), Long.MAX_VALUE, next);
    }
    String[] parts = cursor.split(":", PARTS);
    boolean same =
        parts.length == PARTS
            && parts[0].equals(origin.volume())
            && parts[1].equals(Long.toString(origin.since()))
            && parts[2].matches("[0-9]{1,18}")
            && parts[3].equals(inVolume);
    if (!same) {
      throw expired(directory, "the volume's marks do not reach back to the cursor " + cursor);
    }
    long since = Long.parseLong(parts[2]) - MARGIN;
    if (since > now) {
      throw expired(directory, "the cursor " + cursor + " is in the future");
    }
    marker.requireAll(directory);
    return new XtimeChangeFeed(place, Optional.of(directory), since, next);
  }

  private static StoreException expired(StorePath directory, String why) {
    return new StoreException(Kind.EXPIRED, directory, why);
  }
}
