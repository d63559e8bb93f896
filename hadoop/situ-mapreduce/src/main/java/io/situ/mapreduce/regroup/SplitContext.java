// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.regroup;

import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.MapContext;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.lib.map.WrappedMapper;

/**
 * The context of a map task as mappers and readers of one split in a group see it: with that split,
 * as the job's input format made it, in the place of the group. Not thread-safe.
 */
final class SplitContext<K1, V1, K2, V2> extends WrappedMapper<K1, V1, K2, V2> {

  private SplitContext() {}

  /** Returns a context that is {@code task} but for its split. */
  static <K1, V1, K2, V2> Mapper<K1, V1, K2, V2>.Context of(
      Mapper<K1, V1, K2, V2>.Context task, FileSplit split) {
    return new SplitContext<K1, V1, K2, V2>().new OfSplit(task, split);
  }

  private final class OfSplit extends Context {
    private final FileSplit split;

    OfSplit(MapContext<K1, V1, K2, V2> task, FileSplit split) {
      super(task);
      this.split = split;
    }

    @Override
    public InputSplit getInputSplit() {
      return split;
    }
  }
}
