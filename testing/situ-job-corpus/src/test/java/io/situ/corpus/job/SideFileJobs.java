// SPDX-License-Identifier: Apache-2.0
package io.situ.corpus.job;

import io.situ.corpus.CorpusJob;
import io.situ.corpus.Input;
import io.situ.corpus.Run;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.MultipleOutputs;
import org.apache.hadoop.mapreduce.lib.output.SequenceFileOutputFormat;

/** Mappers that write files beside the job's output. */
final class SideFileJobs {

  private SideFileJobs() {}

  static List<CorpusJob> jobs() {
    return List.of(
        CorpusJob.separate("multiple-outputs-in-the-mapper", run -> named(run, Sides.class))
            .asVariant(),
        CorpusJob.separate("multiple-outputs-in-a-helper", run -> named(run, ByHelper.class)),
        CorpusJob.separate("multiple-outputs-in-a-chain", SideFileJobs::inChain).asVariant(),
        CorpusJob.separate("multiple-outputs-old", SideFileJobs::old),
        CorpusJob.separate("side-file-by-task-id", run -> side(run, ByTask.class)),
        CorpusJob.separate("side-file-by-attempt-key", run -> side(run, ByAttemptKey.class))
            .asVariant(),
        CorpusJob.separate("side-file-in-the-work-directory", run -> side(run, InWork.class)),
        CorpusJob.separate("side-file-of-local-disk", run -> side(run, OnLocalDisk.class)),
        CorpusJob.separate("side-file-in-the-work-directory-old", SideFileJobs::oldInWork)
            .asVariant());
  }

  private static void side(Run run, Class<? extends Mapper<?, ?, ?, ?>> mapper) throws Exception {
    Job job = run.newJob(Input.SMALL);
    job.getConfiguration().set("sides", run.out("sides").toString());
    SortedList.run(run, job, mapper);
  }

  private static void named(Run run, Class<? extends Mapper<?, ?, ?, ?>> mapper) throws Exception {
    Job job = run.newJob(Input.SMALL);
    MultipleOutputs.addNamedOutput(
        job, "side", SequenceFileOutputFormat.class, Text.class, Text.class);
    SortedList.run(run, job, mapper);
  }

  private static void inChain(Run run) throws Exception {
    Job job = run.newJob(Input.SMALL);
    MultipleOutputs.addNamedOutput(
        job, "side", SequenceFileOutputFormat.class, Text.class, Text.class);
    Configuration none = new Configuration(false);
    org.apache.hadoop.mapreduce.lib.chain.ChainMapper.addMapper(
        job, Keys.class, LongWritable.class, Text.class, Text.class, Text.class, none);
    org.apache.hadoop.mapreduce.lib.chain.ChainMapper.addMapper(
        job, ChainedSides.class, Text.class, Text.class, Text.class, Text.class, none);
    job.setReducerClass(SortedList.class);
    run.submit(job);
  }

  private static void old(Run run) throws Exception {
    JobConf job = run.oldJob(Input.SMALL);
    org.apache.hadoop.mapred.lib.MultipleOutputs.addNamedOutput(
        job,
        "side",
        org.apache.hadoop.mapred.SequenceFileOutputFormat.class,
        Text.class,
        Text.class);
    job.setMapperClass(OldSides.class);
    run.submit(job);
  }

  private static void oldInWork(Run run) throws Exception {
    JobConf job = run.oldJob(Input.SMALL);
    job.setMapperClass(OldInWork.class);
    run.submit(job);
  }

  private static void append(Path file, Configuration conf, String line) throws IOException {
    try (FSDataOutputStream out = file.getFileSystem(conf).create(file, true)) {
      out.writeBytes(line + "\n");
    }
  }

  static final class Sides extends Mapper<LongWritable, Text, Text, Text> {
    private MultipleOutputs<Text, Text> outputs;

    @Override
    protected void setup(Context context) {
      outputs = new MultipleOutputs<>(context);
    }

    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      outputs.write("side", line, line);
      context.write(line, line);
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      outputs.close();
    }
  }

  /** Wraps the outputs, so that the mapper does not name them. */
  static final class Helper {
    private final MultipleOutputs<Text, Text> outputs;

    Helper(Mapper<LongWritable, Text, Text, Text>.Context context) {
      this.outputs = new MultipleOutputs<>(context);
    }

    void put(Text line) throws IOException, InterruptedException {
      outputs.write("side", line, line);
    }

    void end() throws IOException, InterruptedException {
      outputs.close();
    }
  }

  static final class ByHelper extends Mapper<LongWritable, Text, Text, Text> {
    private Helper helper;

    @Override
    protected void setup(Context context) {
      helper = new Helper(context);
    }

    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      helper.put(line);
      context.write(line, line);
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      helper.end();
    }
  }

  static final class Keys extends Mapper<LongWritable, Text, Text, Text> {
    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      context.write(new Text(line.toString().split(" ")[0]), line);
    }
  }

  static final class ChainedSides extends Mapper<Text, Text, Text, Text> {
    private MultipleOutputs<Text, Text> outputs;

    @Override
    protected void setup(Context context) {
      outputs = new MultipleOutputs<>(context);
    }

    @Override
    protected void map(Text key, Text line, Context context)
        throws IOException, InterruptedException {
      outputs.write("side", key, line);
      context.write(key, line);
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      outputs.close();
    }
  }

  static final class OldSides extends MapReduceBase
      implements org.apache.hadoop.mapred.Mapper<LongWritable, Text, Text, Text> {
    private org.apache.hadoop.mapred.lib.MultipleOutputs outputs;

    @Override
    public void configure(JobConf job) {
      outputs = new org.apache.hadoop.mapred.lib.MultipleOutputs(job);
    }

    @Override
    @SuppressWarnings("unchecked")
    public void map(LongWritable key, Text line, OutputCollector<Text, Text> out, Reporter reporter)
        throws IOException {
      outputs.getCollector("side", reporter).collect(line, line);
      out.collect(line, line);
    }

    @Override
    public void close() throws IOException {
      outputs.close();
    }
  }

  static final class ByTask extends Mapper<LongWritable, Text, Text, Text> {
    @Override
    protected void setup(Context context) throws IOException {
      Configuration conf = context.getConfiguration();
      String split = ((FileSplit) context.getInputSplit()).getPath().getName();
      append(
          new Path(conf.get("sides"), "side-" + context.getTaskAttemptID().getTaskID()),
          conf,
          split);
    }
  }

  static final class ByAttemptKey extends Mapper<LongWritable, Text, Text, Text> {
    private long lines;

    @Override
    protected void map(LongWritable offset, Text line, Context context) {
      lines++;
    }

    @Override
    protected void cleanup(Context context) throws IOException {
      Configuration conf = context.getConfiguration();
      String attempt = conf.get("mapreduce.task.attempt.id");
      append(new Path(conf.get("sides"), attempt), conf, "lines " + lines);
    }
  }

  static final class InWork extends Mapper<LongWritable, Text, Text, Text> {
    private FSDataOutputStream out;

    @Override
    protected void setup(Context context) throws IOException, InterruptedException {
      String name = FileOutputFormat.getUniqueFile(context, "side", ".txt");
      Path file = new Path(FileOutputFormat.getWorkOutputPath(context), name);
      out = file.getFileSystem(context.getConfiguration()).create(file, true);
    }

    @Override
    protected void map(LongWritable offset, Text line, Context context) throws IOException {
      out.writeBytes(line + "\n");
    }

    @Override
    protected void cleanup(Context context) throws IOException {
      out.close();
    }
  }

  /** Counts lines in a file of the task's own host, named by the task. */
  static final class OnLocalDisk extends Mapper<LongWritable, Text, Text, Text> {
    private java.nio.file.Path file;

    @Override
    protected void setup(Context context) throws IOException {
      file =
          java.nio.file.Path.of(
              context.getConfiguration().get("hadoop.tmp.dir"),
              "lines-" + context.getTaskAttemptID());
    }

    @Override
    protected void map(LongWritable offset, Text line, Context context) throws IOException {
      java.nio.file.Files.writeString(
          file,
          line + "\n",
          java.nio.file.StandardOpenOption.CREATE,
          java.nio.file.StandardOpenOption.APPEND);
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      if (java.nio.file.Files.exists(file)) {
        int lines = java.nio.file.Files.readAllLines(file).size();
        context.write(new Text("lines"), new Text(String.valueOf(lines)));
      }
    }
  }

  static final class OldInWork extends MapReduceBase
      implements org.apache.hadoop.mapred.Mapper<LongWritable, Text, Text, Text> {
    private FSDataOutputStream out;

    @Override
    public void configure(JobConf job) {
      try {
        Path file = org.apache.hadoop.mapred.FileOutputFormat.getPathForCustomFile(job, "side");
        out = file.getFileSystem(job).create(file, true);
      } catch (IOException e) {
        throw new java.io.UncheckedIOException(e);
      }
    }

    @Override
    public void map(LongWritable key, Text line, OutputCollector<Text, Text> to, Reporter reporter)
        throws IOException {
      out.writeBytes(line + "\n");
    }

    @Override
    public void close() throws IOException {
      out.close();
    }
  }
}
