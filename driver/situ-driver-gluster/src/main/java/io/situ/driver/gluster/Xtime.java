// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.gluster;

import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import io.situ.storage.mounted.FileSystemStore;
import java.nio.ByteBuffer;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * When something last changed at or below a place of a volume, which GlusterFS marks there if the
 * volume's option {@code geo-replication.indexing} is on. Thread-safe.
 *
 * <p>A mount with {@code client-pid=-1} gives the latest mark of all bricks as {@code
 * trusted.glusterfs.ID.xtime}: seconds and microseconds by the clock of the brick's host, each of 4
 * bytes with the most significant first. Its root has {@code trusted.glusterfs.volume-mark}: two
 * bytes of version, 16 bytes ID, a byte that is 0, and since when there are marks, as above.
 */
final class Xtime {

  private static final String VOLUME_MARK = "trusted.glusterfs.volume-mark";
  private static final Set<Kind> UNMARKED =
      EnumSet.of(Kind.NO_ATTRIBUTE, Kind.UNSUPPORTED, Kind.PERMISSION_DENIED);
  private static final int VOLUME_MARK_SIZE = 27;
  private static final int ID = 2;
  private static final int RESULT = 18;
  private static final int SINCE = 19;
  private static final long SECOND = 1_000_000;

  private final FileSystemStore mount;
  private final UnreachableSubvolumes unreachable;

  /**
   * @param mount all of the volume, closed by the code that opened it
   * @param unreachable what of the volume that mount cannot reach
   */
  Xtime(FileSystemStore mount, UnreachableSubvolumes unreachable) {
    this.mount = mount;
    this.unreachable = unreachable;
  }

  /**
   * Fails while the only bricks with some files are away, and with them the marks of these files.
   *
   * @param directory that is asked about
   * @throws StoreException {@code UNAVAILABLE}, naming the bricks
   */
  void requireAll(StorePath directory) throws StoreException {
    unreachable.requireNone(directory, "GlusterFS does not show all that changed while ");
  }

  /**
   * What all marks of a volume have in common. Marks from before another one's time are not to be
   * trusted: the option was off meanwhile.
   *
   * @param volume its identifier
   * @param since since when there are marks, in microseconds
   */
  record Origin(String volume, long since) {}

  /** Empty if the volume keeps no marks, or this user does not see them. */
  Optional<Origin> origin() throws StoreException {
    ByteBuffer mark;
    try {
      mark = ByteBuffer.wrap(mount.xattr(StorePath.ROOT, VOLUME_MARK));
    } catch (StoreException e) {
      if (UNMARKED.contains(e.kind())) {
        return Optional.empty();
      }
      throw e;
    }
    if (mark.capacity() != VOLUME_MARK_SIZE || mark.get(RESULT) != 0) {
      return Optional.empty();
    }
    UUID id = new UUID(mark.getLong(ID), mark.getLong(ID + Long.BYTES));
    return Optional.of(new Origin(id.toString(), micros(mark, SINCE)));
  }

  /**
   * When something last changed at or below {@code path}, in microseconds; 0 for never since marks
   * are kept.
   */
  long changed(Origin origin, StorePath path) throws StoreException {
    try {
      byte[] time = mount.xattr(path, "trusted.glusterfs." + origin.volume() + ".xtime");
      return time.length == Long.BYTES ? micros(ByteBuffer.wrap(time), 0) : Long.MAX_VALUE;
    } catch (StoreException e) {
      if (e.kind() == Kind.NO_ATTRIBUTE) {
        return 0;
      }
      throw e;
    }
  }

  private static long micros(ByteBuffer time, int at) {
    long seconds = Integer.toUnsignedLong(time.getInt(at));
    return seconds * SECOND + Integer.toUnsignedLong(time.getInt(at + Integer.BYTES));
  }
}
