// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.regroup;

import java.util.List;
import java.util.function.ToLongFunction;

/**
 * How far a group is: bytes of the finished splits and of the running one, over all bytes. Hadoop
 * asks with every record, so the answer costs the same however many splits there are.
 */
final class GroupProgress<S> {

  private final SplitGroupState<S> splits;

  /** Bytes of all splits before the one at an index; behind the last, of all. */
  private final long[] before;

  GroupProgress(SplitGroupState<S> splits, ToLongFunction<S> length) {
    this.splits = splits;
    List<S> all = splits.all();
    this.before = new long[all.size() + 1];
    for (int i = 0; i < all.size(); i++) {
      before[i + 1] = before[i] + length.applyAsLong(all.get(i));
    }
  }

  /**
   * Splits without a byte count by number instead.
   *
   * @param ofCurrent how far the running one is, from 0 to 1
   */
  float with(float ofCurrent) {
    int at = splits.position();
    int count = before.length - 1;
    long total = before[count];
    return total > 0
        ? (float) ((before[at] + (double) (before[at + 1] - before[at]) * ofCurrent) / total)
        : (at + ofCurrent) / Math.max(1, count);
  }
}
