// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.shuffle;

import java.io.IOException;
import java.lang.reflect.Field;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.IndexRecord;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapOutputCollector.Context;
import org.apache.hadoop.mapred.MapTask.MapOutputBuffer;
import org.apache.hadoop.mapred.SpillRecord;
import org.apache.hadoop.mapred.Task.CombinerRunner;

/**
 * Leaves a map's spills as they are where Hadoop would merge them into one file: reducers merge
 * them with those of the other maps, and their bytes are written once and not twice. A job with a
 * combiner has them merged, for then the combiner runs again. Not thread-safe.
 */
final class UnmergedSpills {

  private final MapOutputBuffer<?, ?> buffer;
  private final Field count;
  private final Field indexes;
  private final int most;
  private List<SpillRecord> kept = List.of();

  private UnmergedSpills(MapOutputBuffer<?, ?> buffer, int most)
      throws ReflectiveOperationException {
    this.buffer = buffer;
    this.most = most;
    this.count = MapOutputBuffer.class.getDeclaredField("numSpills");
    this.indexes = MapOutputBuffer.class.getDeclaredField("indexCacheList");
    count.setAccessible(true);
    indexes.setAccessible(true);
  }

  /**
   * @return empty where spills have to be merged: the job has a combiner, or so many maps that a
   *     reduce does not merge two spills of each at once, or Hadoop counts spills in another way
   */
  static Optional<UnmergedSpills> of(MapOutputBuffer<?, ?> buffer, Context context)
      throws ClassNotFoundException {
    JobConf conf = context.getJobConf();
    int most = MergeFactor.of(conf) / Math.max(1, conf.getNumMapTasks());
    if (most < 2
        || CombinerRunner.create(
                conf,
                context.getMapTask().getTaskID(),
                new Counters.Counter(),
                context.getReporter(),
                null)
            != null) {
      return Optional.empty();
    }
    try {
      return Optional.of(new UnmergedSpills(buffer, most));
    } catch (ReflectiveOperationException e) {
      return Optional.empty();
    }
  }

  /** Whether a spill may stay: it is not one too many. */
  boolean mayStay(int number) {
    return number < most;
  }

  /**
   * Has Hadoop, which is about to merge, take the first spill for the only one, if all may stay and
   * their indexes are in memory.
   */
  @SuppressWarnings("unchecked")
  void keep() throws IOException {
    try {
      List<SpillRecord> known = (List<SpillRecord>) indexes.get(buffer);
      int spills = count.getInt(buffer);
      if (spills > 1 && spills <= most && known.size() == spills) {
        kept = List.copyOf(known);
        count.setInt(buffer, 1);
      }
    } catch (IllegalAccessException e) {
      throw new IOException(e);
    }
  }

  /**
   * Writes the index of all spills that were kept, one after the other, over that of the first.
   *
   * @return bytes in the spills after the first
   */
  long writeIndex(Path file, JobConf conf) throws IOException {
    if (kept.isEmpty()) {
      return 0;
    }
    int partitions = kept.get(0).size();
    SpillRecord all = new SpillRecord(kept.size() * partitions);
    long bytes = 0;
    for (int spill = 0; spill < kept.size(); spill++) {
      for (int partition = 0; partition < partitions; partition++) {
        IndexRecord entry = kept.get(spill).getIndex(partition);
        all.putIndex(entry, spill * partitions + partition);
        bytes += spill == 0 ? 0 : entry.partLength;
      }
    }
    all.writeToFile(file, conf);
    kept = List.of();
    return bytes;
  }
}
