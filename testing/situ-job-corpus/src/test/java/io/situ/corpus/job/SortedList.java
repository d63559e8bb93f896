// SPDX-License-Identifier: Apache-2.0
package io.situ.corpus.job;

import io.situ.corpus.Input;
import io.situ.corpus.Run;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;

/** Writes the values of each key in one line, sorted: their order is no promise of Hadoop's. */
final class SortedList extends Reducer<Text, Text, Text, Text> {

  /** Runs a job with this reducer. */
  static void run(Run run, Input input, Class<? extends Mapper<?, ?, ?, ?>> mapper)
      throws Exception {
    run(run, run.newJob(input), mapper);
  }

  /** Runs a job that has other settings with this reducer. */
  static void run(Run run, Job job, Class<? extends Mapper<?, ?, ?, ?>> mapper) throws Exception {
    job.setMapperClass(mapper);
    job.setReducerClass(SortedList.class);
    run.submit(job);
  }

  @Override
  protected void reduce(Text key, Iterable<Text> values, Context context)
      throws IOException, InterruptedException {
    List<String> all = new ArrayList<>();
    values.forEach(value -> all.add(value.toString()));
    all.sort(null);
    context.write(key, new Text(String.join(";", all)));
  }
}
