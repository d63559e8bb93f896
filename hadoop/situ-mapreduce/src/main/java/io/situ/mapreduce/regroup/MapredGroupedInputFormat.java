// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.regroup;

import java.io.IOException;
import org.apache.hadoop.mapred.FileSplit;
import org.apache.hadoop.mapred.InputFormat;
import org.apache.hadoop.mapred.InputSplit;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RecordReader;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.util.ReflectionUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** {@link GroupedInputFormat} for the {@code org.apache.hadoop.mapred} interface. */
public final class MapredGroupedInputFormat<K, V> implements InputFormat<K, V> {

  private static final Logger LOG = LoggerFactory.getLogger(MapredGroupedInputFormat.class);

  /** Fails: splits are grouped when the job is submitted. */
  @Override
  public InputSplit[] getSplits(JobConf job, int count) {
    throw new UnsupportedOperationException("splits are grouped when the job is submitted");
  }

  @Override
  public RecordReader<K, V> getRecordReader(InputSplit split, JobConf job, Reporter reporter)
      throws IOException {
    return new Reader<>(((MapredGroupedSplit) split).inner(), job, reporter);
  }

  @SuppressWarnings("unchecked")
  private static <K, V> InputFormat<K, V> original(JobConf job) {
    return (InputFormat<K, V>)
        ReflectionUtils.newInstance(
            job.getClass(GroupedInputFormat.ORIGINAL, null, InputFormat.class), job);
  }

  private static final class Reader<K, V> implements RecordReader<K, V> {
    private final SplitGroupState<FileSplit> splits;
    private final GroupProgress<FileSplit> progress;
    private final JobConf job;
    private final Reporter reporter;
    private RecordReader<K, V> open;
    private int position = -1;

    Reader(SplitGroupState<FileSplit> splits, JobConf job, Reporter reporter) throws IOException {
      this.splits = splits;
      this.progress = new GroupProgress<>(splits, FileSplit::getLength);
      this.job = job;
      this.reporter = reporter;
      current();
    }

    private RecordReader<K, V> current() throws IOException {
      if (position != splits.position()) {
        close();
        FileSplit split = splits.current();
        LOG.info("Processing split: {}", split);
        announce(split);
        try {
          InputFormat<K, V> format = original(job);
          open = format.getRecordReader(split, job, new SplitReporter(reporter, split));
        } catch (IOException e) {
          throw ReadFailure.in(name(), e);
        } catch (RuntimeException e) {
          throw ReadFailure.in(name(), e);
        }
        position = splits.position();
      }
      return open;
    }

    /** What {@code MapTask} sets for the split of a task, before its reader is made. */
    private void announce(FileSplit split) {
      job.set(MRJobConfig.MAP_INPUT_FILE, split.getPath().toString());
      job.setLong(MRJobConfig.MAP_INPUT_START, split.getStart());
      job.setLong(MRJobConfig.MAP_INPUT_PATH, split.getLength());
    }

    private String name() {
      FileSplit split = splits.current();
      return ReadFailure.name(split.getPath(), split.getStart(), split.getLength());
    }

    @Override
    public boolean next(K key, V value) throws IOException {
      RecordReader<K, V> reader = current();
      try {
        return reader.next(key, value);
      } catch (IOException e) {
        throw ReadFailure.in(name(), e);
      } catch (RuntimeException e) {
        throw ReadFailure.in(name(), e);
      }
    }

    @Override
    public K createKey() {
      return open.createKey();
    }

    @Override
    public V createValue() {
      return open.createValue();
    }

    @Override
    public long getPos() throws IOException {
      return current().getPos();
    }

    @Override
    public float getProgress() throws IOException {
      return progress.with(open == null ? 0 : open.getProgress());
    }

    @Override
    public void close() throws IOException {
      if (open != null) {
        open.close();
        open = null;
      }
    }
  }
}
