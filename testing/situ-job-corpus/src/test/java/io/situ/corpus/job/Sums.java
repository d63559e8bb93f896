// SPDX-License-Identifier: Apache-2.0
package io.situ.corpus.job;

import io.situ.corpus.Input;
import io.situ.corpus.Run;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.reduce.LongSumReducer;

/** Jobs that add up the numbers that their mapper gives for each text. */
final class Sums {

  private Sums() {}

  /** Runs one of the new interface. */
  static void run(Run run, Input input, Class<? extends Mapper<?, ?, ?, ?>> mapper)
      throws Exception {
    run(run, run.newJob(input), mapper);
  }

  /** Runs one of the new interface that has other settings. */
  static void run(Run run, Job job, Class<? extends Mapper<?, ?, ?, ?>> mapper) throws Exception {
    job.setMapperClass(mapper);
    job.setReducerClass(LongSumReducer.class);
    job.setOutputValueClass(LongWritable.class);
    run.submit(job);
  }

  /** Runs one of the old interface that has other settings. */
  static void run(
      Run run, JobConf job, Class<? extends org.apache.hadoop.mapred.Mapper<?, ?, ?, ?>> mapper)
      throws Exception {
    job.setMapperClass(mapper);
    job.setReducerClass(org.apache.hadoop.mapred.lib.LongSumReducer.class);
    job.setOutputValueClass(LongWritable.class);
    run.submit(job);
  }
}
