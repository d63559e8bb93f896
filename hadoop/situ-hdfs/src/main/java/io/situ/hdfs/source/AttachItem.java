// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.source;

import io.situ.hdfs.link.LinkedBlock;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.util.List;

/**
 * An object that is to be a file of HDFS.
 *
 * @param store the store's name
 * @param object without its extents, of which the cuts were made
 * @param cuts how it is cut into blocks
 * @param place where, below the directory that is attached to; begins with a slash
 */
public record AttachItem(String store, StoreObject object, List<BlockRange> cuts, String place) {

  public static final long MIN_BLOCK = 1 << 20;

  /** So many blocks HDFS lets a file have, unless configured otherwise. */
  public static final long MAX_BLOCKS = 10_000;

  public static AttachItem of(String store, StoreObject object, String place) {
    List<BlockRange> cuts = BlockRange.of(object, leastBlock(object.size()));
    return new AttachItem(store, object.withExtents(List.of()), cuts, place);
  }

  /** The shortest block into which a file of that size is cut, bytes: a whole number of MB. */
  public static long leastBlock(long size) {
    long blocks = (size - 1) / (MAX_BLOCKS * MIN_BLOCK) + 1;
    return Math.max(1, blocks) * MIN_BLOCK;
  }

  /** The attached directory: below it no symbolic link is followed. */
  public StorePath top() {
    String path = object.path().toString();
    String text = path.substring(0, path.length() - place.length());
    return text.isEmpty() ? StorePath.ROOT : StorePath.of(text);
  }

  /**
   * @throws StoreException {@code CHANGED} if what the store has now is another object, or another
   *     version of it; of a directory only that it is one
   */
  public void refuseOther(StoreObject now) throws StoreException {
    String difference = "";
    if (now.kind() != object.kind()) {
      difference = "is no " + (object.isFile() ? "file" : "directory") + " any more";
    } else if (object.isFile() && now.size() != object.size()) {
      difference = "had " + object.size() + " bytes and has " + now.size() + " now";
    } else if (object.isFile() && !now.version().equals(object.version())) {
      difference = "was written or replaced since it was looked at";
    }
    if (!difference.isEmpty()) {
      throw new StoreException(StoreException.Kind.CHANGED, object.path(), difference);
    }
  }

  /** The whole object as it is now. */
  public LinkedBlock whole() {
    return new LinkedBlock(store, object.path(), object.size(), object.version(), 0, object.size());
  }

  public LinkedBlock part(BlockRange cut) {
    return new LinkedBlock(
        store, object.path(), object.size(), object.version(), cut.offset(), cut.length());
  }

  /** How many DataNodes get each block, at most. */
  public short copies() {
    return (short) Math.max(1, cuts.stream().mapToInt(cut -> cut.hosts().size()).max().orElse(1));
  }
}
