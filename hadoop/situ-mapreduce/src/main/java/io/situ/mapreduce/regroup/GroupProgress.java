package io.situ.mapreduce.regroup;

import java.util.function.ToLongFunction;

/** How far a group is: bytes of the finished splits and of the running one, over all bytes. */
final class GroupProgress {

  private GroupProgress() {}

  /** Splits without a byte count by number instead. */
  static <S> float of(InnerSplits<S> splits, ToLongFunction<S> length, float ofCurrent) {
    long total = 0;
    double done = 0;
    int index = 0;
    for (S split : splits.all()) {
      long bytes = length.applyAsLong(split);
      total += bytes;
      done +=
          index < splits.position() ? bytes : index == splits.position() ? bytes * ofCurrent : 0;
      index++;
    }
    return (float)
        (total > 0 ? done / total : (splits.position() + ofCurrent) / Math.max(1, index));
  }
}
