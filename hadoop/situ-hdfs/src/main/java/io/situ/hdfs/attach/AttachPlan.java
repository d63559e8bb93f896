// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.attach;

import io.situ.hdfs.source.AttachCounters;
import io.situ.hdfs.source.AttachItem;
import io.situ.hdfs.source.AttachObjects;
import io.situ.hdfs.source.AttachSummary;
import io.situ.hdfs.source.AttachSummary.Count;
import io.situ.hdfs.source.AttachedTree;
import io.situ.hdfs.source.HdfsNames;
import io.situ.hdfs.source.SkippedObject;
import io.situ.hdfs.source.SkippedObjectLog;
import io.situ.storage.Extent;
import io.situ.storage.StoreObject;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What attaching would do where nothing is attached yet, asked of the store alone.
 *
 * @param summary as the attach would report it
 * @param unplaced bytes whose placement the store does not report
 * @param piece the shortest stretch that lies on one set of hosts and that more of its file
 *     follows, in bytes; empty where no file changes hosts
 * @param joined files of more pieces than HDFS lets a file have blocks, so that some are joined
 */
public record AttachPlan(AttachSummary summary, long unplaced, OptionalLong piece, long joined) {

  /** The shortest block into which an object is cut, in bytes. */
  public static final long MIN_BLOCK = AttachItem.MIN_BLOCK;

  /** The most blocks into which an object is cut. */
  public static final long MAX_BLOCKS = AttachItem.MAX_BLOCKS;

  /**
   * Cuts all objects as an attach does.
   *
   * @param objects the root and all below it with its extents
   * @param taker gets the objects whose names HDFS refuses, unless configured otherwise, and the
   *     directories that cannot be listed
   * @throws IOException if the store fails
   */
  public static AttachPlan of(AttachedTree tree, AttachObjects objects, SkippedObject.Taker taker)
      throws IOException {
    AttachCounters tally = new AttachCounters();
    SkippedObjectLog leftOut = new SkippedObjectLog(tally, taker);
    HdfsNames names = new HdfsNames("/target", HdfsNames.MAX_NAME);
    long unplaced = 0;
    long joined = 0;
    long shortest = Long.MAX_VALUE;
    StoreObject object;
    while ((object = objects.next(leftOut::failed)) != null) {
      tree.requireBelow(object);
      Optional<HdfsNames.Fault> fault = names.fault(tree.place(object.path()));
      if (fault.isPresent() && (object.isFile() || object.isDirectory())) {
        leftOut.name(object.path(), fault.get());
      } else if (object.isDirectory()) {
        tally.add(Count.DIRECTORIES, 1);
      } else if (object.isFile()) {
        tally.add(Count.ADDED, 1);
        tally.linked(AttachItem.of(tree.store(), object, tree.place(object.path())));
        unplaced += object.extents().isEmpty() ? object.size() : 0;
        long piece = shortest(object.extents());
        joined += piece >= MIN_BLOCK && piece < AttachItem.leastBlock(object.size()) ? 1 : 0;
        shortest = Math.min(shortest, piece);
      }
    }
    OptionalLong piece =
        shortest == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(shortest);
    return new AttachPlan(tally.summary(), unplaced, piece, joined);
  }

  private static long shortest(List<Extent> extents) {
    long shortest = Long.MAX_VALUE;
    for (int i = 0; i + 1 < extents.size(); i++) {
      shortest = Math.min(shortest, extents.get(i).length());
    }
    return shortest;
  }
}
