// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.reduceside;

import java.io.IOException;
import org.apache.hadoop.mapred.RawKeyValueIterator;
import org.apache.hadoop.mapred.ShuffleConsumerPlugin;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.task.reduce.Shuffle;

/**
 * Hadoop's shuffle, of which the reducer reads what lies in memory from there. Hadoop writes it to
 * disk first, so that a reducer has the whole heap; later attempts of a reduce do so here, too. Set
 * per job as {@code mapreduce.job.reduce.shuffle.consumer.plugin.class}.
 */
public final class MemoryReduceInput<K, V> implements ShuffleConsumerPlugin<K, V> {

  /**
   * Of the memory that fetched map output may have, which is 0.7 of the heap unless {@code
   * mapreduce.reduce.shuffle.input.buffer.percent} says else: 0.42 of the heap.
   */
  private static final float SHARE = 0.6f;

  private final Shuffle<K, V> stock = new Shuffle<>();

  @Override
  public void init(Context<K, V> context) {
    context
        .getJobConf()
        .setFloat(MRJobConfig.REDUCE_INPUT_BUFFER_PERCENT, share(context.getReduceId()));
    stock.init(context);
  }

  /** Returns how much of the shuffle's memory an attempt may keep fetched map output in. */
  static float share(TaskAttemptID attempt) {
    return attempt.getId() == 0 ? SHARE : 0;
  }

  @Override
  public RawKeyValueIterator run() throws IOException, InterruptedException {
    return stock.run();
  }

  @Override
  public void close() {
    stock.close();
  }
}
