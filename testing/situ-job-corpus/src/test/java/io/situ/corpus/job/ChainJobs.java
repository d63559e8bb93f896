// SPDX-License-Identifier: Apache-2.0
package io.situ.corpus.job;

import io.situ.corpus.CorpusJob;
import io.situ.corpus.Input;
import io.situ.corpus.Run;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;

/** Mappers in chains, in threads, and with runners of their own. */
final class ChainJobs {

  private ChainJobs() {}

  static List<CorpusJob> jobs() {
    return List.of(
        CorpusJob.either("chain", run -> chain(run, Upper.class)),
        CorpusJob.separate("chain-with-task-number", run -> chain(run, Numbered.class)),
        CorpusJob.separate("chain-with-static-counter", run -> chain(run, Counted.class))
            .withStatics(Counted.class)
            .asVariant(),
        CorpusJob.either("chain-old", run -> chainOld(run, OldUpper.class)).asVariant(),
        CorpusJob.separate("chain-old-with-task-number", run -> chainOld(run, OldNumbered.class)),
        CorpusJob.either("multithreaded", run -> multithreaded(run, Keys.class)).asVariant(),
        CorpusJob.separate(
            "multithreaded-with-task-number", run -> multithreaded(run, NumberedKeys.class)),
        CorpusJob.either("multithreaded-old", ChainJobs::multithreadedOld).asVariant(),
        CorpusJob.either("own-runner-old", ChainJobs::ownRunner),
        CorpusJob.separate("own-runner-with-task-number-old", ChainJobs::numberingRunner),
        CorpusJob.either(
            "run-overridden", run -> SortedList.run(run, Input.SMALL, SkipsHeader.class)),
        CorpusJob.either(
                "mapper-from-a-superclass", run -> SortedList.run(run, Input.SMALL, Heir.class))
            .asVariant(),
        CorpusJob.separate(
            "superclass-asks-for-its-task",
            run -> SortedList.run(run, Input.SMALL, NumberedHeir.class)));
  }

  private static void chain(Run run, Class<? extends Mapper<Text, Text, Text, Text>> second)
      throws Exception {
    Job job = run.newJob(Input.SMALL);
    Configuration none = new Configuration(false);
    org.apache.hadoop.mapreduce.lib.chain.ChainMapper.addMapper(
        job, Keys.class, LongWritable.class, Text.class, Text.class, Text.class, none);
    org.apache.hadoop.mapreduce.lib.chain.ChainMapper.addMapper(
        job, second, Text.class, Text.class, Text.class, Text.class, none);
    org.apache.hadoop.mapreduce.lib.chain.ChainReducer.setReducer(
        job, SortedList.class, Text.class, Text.class, Text.class, Text.class, none);
    org.apache.hadoop.mapreduce.lib.chain.ChainReducer.addMapper(
        job, Upper.class, Text.class, Text.class, Text.class, Text.class, none);
    run.submit(job);
  }

  private static void chainOld(
      Run run, Class<? extends org.apache.hadoop.mapred.Mapper<Text, Text, Text, Text>> second)
      throws Exception {
    JobConf job = run.oldJob(Input.SMALL);
    job.setInputFormat(org.apache.hadoop.mapred.KeyValueTextInputFormat.class);
    JobConf none = new JobConf(false);
    org.apache.hadoop.mapred.lib.ChainMapper.addMapper(
        job, OldUpper.class, Text.class, Text.class, Text.class, Text.class, true, none);
    org.apache.hadoop.mapred.lib.ChainMapper.addMapper(
        job, second, Text.class, Text.class, Text.class, Text.class, false, none);
    org.apache.hadoop.mapred.lib.ChainReducer.setReducer(
        job, OldPuts.class, Text.class, Text.class, Text.class, Text.class, true, none);
    run.submit(job);
  }

  private static void multithreaded(
      Run run, Class<? extends Mapper<LongWritable, Text, Text, Text>> mapper) throws Exception {
    Job job = run.newJob(Input.SMALL);
    job.setMapperClass(org.apache.hadoop.mapreduce.lib.map.MultithreadedMapper.class);
    org.apache.hadoop.mapreduce.lib.map.MultithreadedMapper.setMapperClass(job, mapper);
    org.apache.hadoop.mapreduce.lib.map.MultithreadedMapper.setNumberOfThreads(job, 2);
    job.setReducerClass(SortedList.class);
    run.submit(job);
  }

  private static JobConf pairsOld(Run run) throws IOException {
    JobConf job = run.oldJob(Input.SMALL);
    job.setInputFormat(org.apache.hadoop.mapred.KeyValueTextInputFormat.class);
    job.setMapperClass(OldUpper.class);
    return job;
  }

  private static void multithreadedOld(Run run) throws Exception {
    JobConf job = pairsOld(run);
    job.setMapRunnerClass(org.apache.hadoop.mapred.lib.MultithreadedMapRunner.class);
    job.setInt("mapred.map.multithreadedrunner.threads", 2);
    run.submit(job);
  }

  private static void ownRunner(Run run) throws Exception {
    JobConf job = pairsOld(run);
    job.setMapRunnerClass(Runner.class);
    run.submit(job);
  }

  private static void numberingRunner(Run run) throws Exception {
    JobConf job = pairsOld(run);
    job.setMapRunnerClass(NumberingRunner.class);
    run.submit(job);
  }

  static final class Keys extends Mapper<LongWritable, Text, Text, Text> {
    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      context.write(new Text(line.toString().split(" ")[0]), new Text(line));
    }
  }

  static final class NumberedKeys extends Mapper<LongWritable, Text, Text, Text> {
    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      int task = context.getTaskAttemptID().getTaskID().getId();
      context.write(new Text("task " + task), new Text(line));
    }
  }

  static final class Upper extends Mapper<Text, Text, Text, Text> {
    @Override
    protected void map(Text key, Text value, Context context)
        throws IOException, InterruptedException {
      context.write(new Text(key.toString().toUpperCase(java.util.Locale.ROOT)), value);
    }
  }

  static final class Numbered extends Mapper<Text, Text, Text, Text> {
    @Override
    protected void map(Text key, Text value, Context context)
        throws IOException, InterruptedException {
      context.write(new Text(context.getTaskAttemptID().getTaskID().toString()), value);
    }
  }

  static final class Counted extends Mapper<Text, Text, Text, Text> {
    private static long seen;

    @Override
    protected void map(Text key, Text value, Context context)
        throws IOException, InterruptedException {
      context.write(new Text("record " + ++seen), value);
    }
  }

  static class OldUpper extends MapReduceBase
      implements org.apache.hadoop.mapred.Mapper<Text, Text, Text, Text> {
    @Override
    public void map(Text key, Text value, OutputCollector<Text, Text> out, Reporter reporter)
        throws IOException {
      out.collect(new Text(key.toString().toUpperCase(java.util.Locale.ROOT)), value);
    }
  }

  static final class OldNumbered extends OldUpper {
    private String task;

    @Override
    public void configure(JobConf job) {
      task = job.get("mapreduce.task.id");
    }

    @Override
    public void map(Text key, Text value, OutputCollector<Text, Text> out, Reporter reporter)
        throws IOException {
      out.collect(new Text(task), key);
    }
  }

  static final class OldPuts extends MapReduceBase
      implements org.apache.hadoop.mapred.Reducer<Text, Text, Text, Text> {
    @Override
    public void reduce(
        Text key,
        java.util.Iterator<Text> values,
        OutputCollector<Text, Text> out,
        Reporter reporter)
        throws IOException {
      while (values.hasNext()) {
        out.collect(key, values.next());
      }
    }
  }

  static class Runner implements org.apache.hadoop.mapred.MapRunnable<Text, Text, Text, Text> {
    private JobConf job;

    @Override
    public void configure(JobConf newJob) {
      job = newJob;
    }

    @Override
    public void run(
        org.apache.hadoop.mapred.RecordReader<Text, Text> input,
        OutputCollector<Text, Text> output,
        Reporter reporter)
        throws IOException {
      long records = 0;
      Text key = input.createKey();
      Text value = input.createValue();
      while (input.next(key, value)) {
        output.collect(key, new Text("record " + records++ + " of " + name(job)));
      }
    }

    String name(JobConf of) {
      return new Path(of.get("mapreduce.map.input.file")).getName();
    }
  }

  static final class NumberingRunner extends Runner {
    @Override
    String name(JobConf of) {
      return of.get("mapreduce.task.id");
    }
  }

  static final class SkipsHeader extends Mapper<LongWritable, Text, Text, Text> {
    @Override
    public void run(Context context) throws IOException, InterruptedException {
      setup(context);
      if (context.nextKeyValue()) {
        Text header = new Text(context.getCurrentValue());
        while (context.nextKeyValue()) {
          context.write(header, context.getCurrentValue());
        }
      }
      cleanup(context);
    }
  }

  abstract static class Base extends Mapper<LongWritable, Text, Text, Text> {
    abstract String key(Context context, Text line);

    String task(Context context) {
      return context.getTaskAttemptID().getTaskID().toString();
    }

    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      context.write(new Text(key(context, line)), line);
    }
  }

  static final class Heir extends Base {
    @Override
    String key(Context context, Text line) {
      return line.toString().split(" ")[0];
    }
  }

  static final class NumberedHeir extends Base {
    @Override
    String key(Context context, Text line) {
      return task(context);
    }
  }
}
