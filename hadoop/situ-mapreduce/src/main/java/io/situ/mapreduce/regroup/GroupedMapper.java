// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.regroup;

import io.situ.mapreduce.launch.ArchiveUse;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.util.ReflectionUtils;

/**
 * Runs the job's own mapper once for each split in the group, a new instance each time: to the
 * mapper nothing differs from a task per split, {@code setup}, {@code cleanup} and state included.
 */
public final class GroupedMapper<K1, V1, K2, V2> extends Mapper<K1, V1, K2, V2> {

  static final String ORIGINAL = "situ.mapreduce.regroup.original.mapper";

  @Override
  public void run(Context context) throws IOException, InterruptedException {
    ArchiveUse.count(context.getConfiguration(), context::getCounter);
    SplitGroupState<FileSplit> splits = ((GroupedSplit) context.getInputSplit()).inner();
    runOne(context, splits);
    while (splits.hasNext()) {
      splits.advance();
      runOne(context, splits);
    }
  }

  private void runOne(Context context, SplitGroupState<FileSplit> splits)
      throws IOException, InterruptedException {
    original(context.getConfiguration()).run(SplitContext.of(context, splits.current()));
    splits.checkCurrent(FileSplit::getPath);
  }

  @SuppressWarnings("unchecked")
  private Mapper<K1, V1, K2, V2> original(Configuration conf) {
    return (Mapper<K1, V1, K2, V2>)
        ReflectionUtils.newInstance(conf.getClass(ORIGINAL, Mapper.class, Mapper.class), conf);
  }
}
