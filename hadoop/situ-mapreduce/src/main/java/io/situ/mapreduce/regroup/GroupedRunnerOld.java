package io.situ.mapreduce.regroup;

import java.io.IOException;
import org.apache.hadoop.mapred.FileSplit;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapRunnable;
import org.apache.hadoop.mapred.MapRunner;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.RecordReader;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.util.ReflectionUtils;

/** {@link GroupedMapper} for the {@code org.apache.hadoop.mapred} interface. */
public final class GroupedRunnerOld<K1, V1, K2, V2> implements MapRunnable<K1, V1, K2, V2> {

  static final String ORIGINAL = "situ.mapreduce.regroup.original.runner";

  private JobConf job;

  @Override
  public void configure(JobConf newJob) {
    this.job = newJob;
  }

  @Override
  public void run(RecordReader<K1, V1> input, OutputCollector<K2, V2> output, Reporter reporter)
      throws IOException {
    InnerSplits<FileSplit> splits = ((GroupedSplitOld) reporter.getInputSplit()).inner();
    runOne(splits.current(), input, output, reporter);
    splits.checkCurrent(FileSplit::getPath);
    while (splits.hasNext()) {
      splits.advance();
      // The reader opens the next split here, so that createKey answers for it.
      input.getPos();
      runOne(splits.current(), input, output, reporter);
      splits.checkCurrent(FileSplit::getPath);
    }
  }

  @SuppressWarnings("unchecked")
  private void runOne(
      FileSplit split,
      RecordReader<K1, V1> input,
      OutputCollector<K2, V2> output,
      Reporter reporter)
      throws IOException {
    job.set(MRJobConfig.MAP_INPUT_FILE, split.getPath().toString());
    job.setLong(MRJobConfig.MAP_INPUT_START, split.getStart());
    job.setLong(MRJobConfig.MAP_INPUT_PATH, split.getLength());
    MapRunnable<K1, V1, K2, V2> runner =
        ReflectionUtils.newInstance(
            job.getClass(ORIGINAL, MapRunner.class, MapRunnable.class), job);
    runner.run(input, output, reporter);
  }
}
