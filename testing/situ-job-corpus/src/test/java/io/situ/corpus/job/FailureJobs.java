// SPDX-License-Identifier: Apache-2.0
package io.situ.corpus.job;

import io.situ.corpus.CorpusJob;
import io.situ.corpus.Input;
import io.situ.corpus.Run;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;

/** Jobs whose tasks fail, and jobs that are to go on all the same. */
final class FailureJobs {

  private FailureJobs() {}

  static List<CorpusJob> jobs() {
    return List.of(
        CorpusJob.either("mapper-fails", run -> fail(run, 0)),
        CorpusJob.separate("failures-tolerated", run -> fail(run, 50)),
        CorpusJob.separate("records-skipped-old", FailureJobs::skipped),
        CorpusJob.either("mapper-catches-bad-records", FailureJobs::caught).asVariant(),
        CorpusJob.either("no-input-records", FailureJobs::nothing));
  }

  private static void fail(Run run, int percent) throws Exception {
    Job job = run.newJob(Input.SMALL);
    job.getConfiguration().setInt("mapreduce.map.failures.maxpercent", percent);
    job.setMapperClass(FailsOnOne.class);
    run.submit(job);
  }

  private static void skipped(Run run) throws Exception {
    JobConf job = run.oldJob(Input.SMALL);
    org.apache.hadoop.mapred.SkipBadRecords.setMapperMaxSkipRecords(job, 1);
    org.apache.hadoop.mapred.SkipBadRecords.setAttemptsToStartSkipping(job, 0);
    job.setMapperClass(org.apache.hadoop.mapred.lib.IdentityMapper.class);
    job.setOutputKeyClass(LongWritable.class);
    run.submit(job);
  }

  private static void caught(Run run) throws Exception {
    Sums.run(run, Input.MIXED, Catches.class);
  }

  private static void nothing(Run run) throws Exception {
    Job job = run.newJob(Input.SMALL);
    job.setMapperClass(Drops.class);
    run.submit(job);
  }

  static final class FailsOnOne extends Mapper<LongWritable, Text, Text, Text> {
    @Override
    protected void map(LongWritable offset, Text line, Context context) throws IOException {
      if (((FileSplit) context.getInputSplit()).getPath().getName().equals("f3")) {
        throw new IOException("this line is bad");
      }
    }
  }

  static final class Catches extends Mapper<LongWritable, Text, Text, LongWritable> {
    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      try {
        int third = Integer.parseInt(line.toString().split(" ")[3].substring(1));
        context.write(new Text("quotient"), new LongWritable(1_000 / third));
      } catch (ArithmeticException | NumberFormatException e) {
        context.getCounter("bad", "records").increment(1);
      }
    }
  }

  static final class Drops extends Mapper<LongWritable, Text, Text, Text> {
    @Override
    protected void map(LongWritable offset, Text line, Context context) {}
  }
}
