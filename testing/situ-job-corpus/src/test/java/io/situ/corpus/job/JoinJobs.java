// SPDX-License-Identifier: Apache-2.0
package io.situ.corpus.job;

import io.situ.corpus.CorpusJob;
import io.situ.corpus.Input;
import io.situ.corpus.Run;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.lib.input.KeyValueTextInputFormat;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.apache.hadoop.mapreduce.lib.reduce.IntSumReducer;

/** Joins, and jobs that read more than one input. */
final class JoinJobs {

  private JoinJobs() {}

  static List<CorpusJob> jobs() {
    return List.of(
        CorpusJob.either("join-in-the-reducer", JoinJobs::multipleInputs),
        CorpusJob.either("join-in-the-reducer-old", JoinJobs::multipleInputsOld).asVariant(),
        CorpusJob.either("join-by-file-name", JoinJobs::byFileName),
        CorpusJob.separate("join-in-the-mapper", JoinJobs::composite),
        CorpusJob.separate("join-in-the-mapper-old", JoinJobs::compositeOld).asVariant(),
        CorpusJob.either("join-with-cached-file", run -> cached(run, Cached.class)).asVariant(),
        CorpusJob.either("join-with-cached-file-in-a-static-map", run -> cached(run, Once.class))
            .withStatics(Once.class),
        CorpusJob.either("join-with-cached-file-old", JoinJobs::cachedOld).asVariant(),
        CorpusJob.either("join-with-keys-in-the-configuration", JoinJobs::semi).asVariant());
  }

  private static void multipleInputs(Run run) throws Exception {
    Job job = run.newJob(Input.SMALL);
    job.getConfiguration().unset(FileInputFormat.INPUT_DIR);
    org.apache.hadoop.mapreduce.lib.input.MultipleInputs.addInputPath(
        job, run.in(Input.MIXED), TextInputFormat.class, Lines.class);
    org.apache.hadoop.mapreduce.lib.input.MultipleInputs.addInputPath(
        job, run.in(Input.NAMES), KeyValueTextInputFormat.class, Names.class);
    job.setReducerClass(SortedList.class);
    run.submit(job);
  }

  private static void multipleInputsOld(Run run) throws Exception {
    JobConf job = run.oldJob(Input.SMALL);
    job.unset(FileInputFormat.INPUT_DIR);
    org.apache.hadoop.mapred.lib.MultipleInputs.addInputPath(
        job, run.in(Input.SMALL), org.apache.hadoop.mapred.TextInputFormat.class, OldLines.class);
    org.apache.hadoop.mapred.lib.MultipleInputs.addInputPath(
        job,
        run.in(Input.NAMES),
        org.apache.hadoop.mapred.KeyValueTextInputFormat.class,
        org.apache.hadoop.mapred.lib.IdentityMapper.class);
    run.submit(job);
  }

  private static void byFileName(Run run) throws Exception {
    Job job = run.newJob(Input.MIXED);
    FileInputFormat.addInputPath(job, run.in(Input.NAMES));
    SortedList.run(run, job, Tagged.class);
  }

  private static void composite(Run run) throws Exception {
    Job job = run.newJob(Input.SORTED);
    job.setInputFormatClass(org.apache.hadoop.mapreduce.lib.join.CompositeInputFormat.class);
    job.getConfiguration()
        .set(
            org.apache.hadoop.mapreduce.lib.join.CompositeInputFormat.JOIN_EXPR,
            org.apache.hadoop.mapreduce.lib.join.CompositeInputFormat.compose(
                "inner", KeyValueTextInputFormat.class, sides(run)));
    job.setMapperClass(Tuples.class);
    run.submit(job);
  }

  private static Path[] sides(Run run) throws IOException {
    Path parent = run.in(Input.SORTED);
    return new Path[] {new Path(parent, "left"), new Path(parent, "right")};
  }

  private static void compositeOld(Run run) throws Exception {
    JobConf job = run.oldJob(Input.SORTED);
    job.setInputFormat(org.apache.hadoop.mapred.join.CompositeInputFormat.class);
    job.set(
        "mapreduce.join.expr",
        org.apache.hadoop.mapred.join.CompositeInputFormat.compose(
            "outer", org.apache.hadoop.mapred.KeyValueTextInputFormat.class, sides(run)));
    job.setMapperClass(OldTuples.class);
    run.submit(job);
  }

  private static void cached(Run run, Class<? extends Mapper<?, ?, ?, ?>> mapper) throws Exception {
    Job job = run.newJob(Input.MIXED);
    job.addCacheFile(new Path(run.in(Input.NAMES), "names").toUri());
    job.setMapperClass(mapper);
    job.setReducerClass(IntSumReducer.class);
    job.setOutputValueClass(IntWritable.class);
    run.submit(job);
  }

  private static void cachedOld(Run run) throws Exception {
    JobConf job = run.oldJob(Input.SMALL);
    job.set("names", new Path(run.in(Input.NAMES), "names").toString());
    job.setMapperClass(OldCached.class);
    run.submit(job);
  }

  private static void semi(Run run) throws Exception {
    Job job = run.newJob(Input.MIXED);
    job.getConfiguration().setStrings("keys", "k11", "k22", "k33");
    job.setMapperClass(Semi.class);
    run.submit(job);
  }

  static final class Lines extends Mapper<LongWritable, Text, Text, Text> {
    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      String[] words = line.toString().split(" ");
      context.write(new Text(words[0]), new Text("number " + words[1]));
    }
  }

  static final class Names extends Mapper<Text, Text, Text, Text> {
    @Override
    protected void map(Text key, Text name, Context context)
        throws IOException, InterruptedException {
      context.write(key, new Text("named " + name));
    }
  }

  static final class OldLines extends MapReduceBase
      implements org.apache.hadoop.mapred.Mapper<LongWritable, Text, Text, Text> {
    @Override
    public void map(LongWritable key, Text line, OutputCollector<Text, Text> out, Reporter reporter)
        throws IOException {
      out.collect(new Text(line.toString().split(" ")[0]), line);
    }
  }

  static final class Tagged extends Mapper<LongWritable, Text, Text, Text> {
    private boolean isNames;

    @Override
    protected void setup(Context context) {
      isNames = ((FileSplit) context.getInputSplit()).getPath().getName().equals("names");
    }

    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      String[] words = line.toString().split(isNames ? "\t" : " ");
      context.write(new Text(words[0]), new Text((isNames ? "named " : "number ") + words[1]));
    }
  }

  static final class Tuples
      extends Mapper<Text, org.apache.hadoop.mapreduce.lib.join.TupleWritable, Text, Text> {
    @Override
    protected void map(
        Text key, org.apache.hadoop.mapreduce.lib.join.TupleWritable tuple, Context context)
        throws IOException, InterruptedException {
      context.write(key, new Text(tuple.toString()));
    }
  }

  static final class OldTuples extends MapReduceBase
      implements org.apache.hadoop.mapred.Mapper<
          Text, org.apache.hadoop.mapred.join.TupleWritable, Text, Text> {
    @Override
    public void map(
        Text key,
        org.apache.hadoop.mapred.join.TupleWritable tuple,
        OutputCollector<Text, Text> out,
        Reporter reporter)
        throws IOException {
      out.collect(key, new Text(tuple.toString()));
    }
  }

  private static Map<String, String> names(Path file, Configuration conf) throws IOException {
    Map<String, String> names = new HashMap<>();
    try (FSDataInputStream in = file.getFileSystem(conf).open(file)) {
      String text = new String(in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
      text.lines().forEach(line -> names.put(line.split("\t")[0], line.split("\t")[1]));
    }
    return names;
  }

  static final class Cached extends Mapper<LongWritable, Text, Text, IntWritable> {
    private Map<String, String> names;

    @Override
    protected void setup(Context context) throws IOException {
      names = names(new Path(context.getCacheFiles()[0]), context.getConfiguration());
    }

    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      String key = line.toString().split(" ")[0];
      context.write(new Text(names.getOrDefault(key, "nameless")), new IntWritable(1));
    }
  }

  /** Reads the cached file once in a process. */
  static final class Once extends Mapper<LongWritable, Text, Text, IntWritable> {
    private static Map<String, String> names;

    @Override
    protected void setup(Context context) throws IOException {
      if (names == null) {
        names = names(new Path(context.getCacheFiles()[0]), context.getConfiguration());
      }
    }

    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      String key = line.toString().split(" ")[0];
      context.write(new Text(names.getOrDefault(key, "nameless")), new IntWritable(1));
    }
  }

  static final class OldCached extends MapReduceBase
      implements org.apache.hadoop.mapred.Mapper<LongWritable, Text, Text, Text> {
    private Map<String, String> names;

    @Override
    public void configure(JobConf job) {
      try {
        names = names(new Path(job.get("names")), job);
      } catch (IOException e) {
        throw new java.io.UncheckedIOException(e);
      }
    }

    @Override
    public void map(LongWritable key, Text line, OutputCollector<Text, Text> out, Reporter reporter)
        throws IOException {
      out.collect(new Text(names.getOrDefault(line.toString().split(" ")[0], "nameless")), line);
    }
  }

  static final class Semi extends Mapper<LongWritable, Text, Text, Text> {
    private java.util.Collection<String> keys;

    @Override
    protected void setup(Context context) {
      keys = context.getConfiguration().getStringCollection("keys");
    }

    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      String[] words = line.toString().split(" ");
      if (keys.contains(words[0])) {
        context.write(new Text(words[0]), new Text(words[1]));
      }
    }
  }
}
