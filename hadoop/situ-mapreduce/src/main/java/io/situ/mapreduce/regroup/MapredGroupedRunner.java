// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.regroup;

import io.situ.mapreduce.launch.ArchiveUse;
import java.io.IOException;
import org.apache.hadoop.mapred.FileSplit;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapRunnable;
import org.apache.hadoop.mapred.MapRunner;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.RecordReader;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.util.ReflectionUtils;

/** {@link GroupedMapper} for the {@code org.apache.hadoop.mapred} interface. */
public final class MapredGroupedRunner<K1, V1, K2, V2> implements MapRunnable<K1, V1, K2, V2> {

  static final String ORIGINAL = "situ.mapreduce.regroup.original.runner";

  private JobConf job;

  @Override
  public void configure(JobConf newJob) {
    this.job = newJob;
  }

  @Override
  public void run(RecordReader<K1, V1> input, OutputCollector<K2, V2> output, Reporter reporter)
      throws IOException {
    ArchiveUse.count(job, reporter::getCounter);
    SplitGroupState<FileSplit> splits = ((MapredGroupedSplit) reporter.getInputSplit()).inner();
    runOne(input, output, reporter, splits);
    while (splits.hasNext()) {
      splits.advance();
      // The reader opens the next split here, so that createKey and the configuration are of it.
      input.getPos();
      runOne(input, output, reporter, splits);
    }
  }

  @SuppressWarnings("unchecked")
  private void runOne(
      RecordReader<K1, V1> input,
      OutputCollector<K2, V2> output,
      Reporter reporter,
      SplitGroupState<FileSplit> splits)
      throws IOException {
    MapRunnable<K1, V1, K2, V2> runner =
        ReflectionUtils.newInstance(
            job.getClass(ORIGINAL, MapRunner.class, MapRunnable.class), job);
    runner.run(input, output, new SplitReporter(reporter, splits.current()));
    splits.checkCurrent(FileSplit::getPath);
  }
}
