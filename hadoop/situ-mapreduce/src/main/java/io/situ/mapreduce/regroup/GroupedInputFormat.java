// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.regroup;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.util.ReflectionUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the splits in a {@link GroupedSplit} one by one with the job's own input format. A split's
 * end is reported as the end of input; {@link GroupedMapper} then moves on.
 */
public final class GroupedInputFormat<K, V> extends InputFormat<K, V> {

  private static final Logger LOG = LoggerFactory.getLogger(GroupedInputFormat.class);

  static final String ORIGINAL = "situ.mapreduce.regroup.original.inputformat";

  /** Fails: splits are grouped when the job is submitted. */
  @Override
  public List<InputSplit> getSplits(JobContext context) {
    throw new UnsupportedOperationException("splits are grouped when the job is submitted");
  }

  @Override
  public RecordReader<K, V> createRecordReader(InputSplit split, TaskAttemptContext context) {
    return new Reader<>(context, ((GroupedSplit) split).inner());
  }

  @SuppressWarnings("unchecked")
  private static <K, V> InputFormat<K, V> original(Configuration conf) {
    return (InputFormat<K, V>)
        ReflectionUtils.newInstance(conf.getClass(ORIGINAL, null, InputFormat.class), conf);
  }

  private static final class Reader<K, V> extends RecordReader<K, V> {
    private final TaskAttemptContext creating;
    private final SplitGroupState<FileSplit> splits;
    private final GroupProgress<FileSplit> progress;
    private TaskAttemptContext context;
    private RecordReader<K, V> open;
    private int position = -1;

    Reader(TaskAttemptContext creating, SplitGroupState<FileSplit> splits) {
      this.creating = creating;
      this.splits = splits;
      this.progress = new GroupProgress<>(splits, FileSplit::getLength);
    }

    @Override
    public void initialize(InputSplit split, TaskAttemptContext newContext) {
      this.context = newContext;
    }

    private RecordReader<K, V> current() throws IOException, InterruptedException {
      if (position != splits.position()) {
        close();
        FileSplit split = splits.current();
        LOG.info("Processing split: {}", split);
        InputFormat<K, V> format = original(creating.getConfiguration());
        open = format.createRecordReader(split, creating);
        open.initialize(split, of(split));
        position = splits.position();
      }
      return open;
    }

    /** Hadoop gives a reader the mapper's context. */
    private TaskAttemptContext of(FileSplit split) {
      return context instanceof Mapper<?, ?, ?, ?>.Context mapper
          ? SplitContext.of(mapper, split)
          : context;
    }

    @Override
    public boolean nextKeyValue() throws IOException, InterruptedException {
      try {
        return current().nextKeyValue();
      } catch (IOException e) {
        throw ReadFailure.in(name(), e);
      } catch (RuntimeException e) {
        throw ReadFailure.in(name(), e);
      }
    }

    private String name() {
      FileSplit split = splits.current();
      return ReadFailure.name(split.getPath(), split.getStart(), split.getLength());
    }

    @Override
    public K getCurrentKey() throws IOException, InterruptedException {
      return current().getCurrentKey();
    }

    @Override
    public V getCurrentValue() throws IOException, InterruptedException {
      return current().getCurrentValue();
    }

    @Override
    public float getProgress() throws IOException, InterruptedException {
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
