// SPDX-License-Identifier: Apache-2.0
package io.situ.corpus.job;

import io.situ.corpus.CorpusJob;
import io.situ.corpus.Input;
import io.situ.corpus.Run;
import java.io.IOException;
import java.util.List;
import java.util.TreeMap;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.lib.reduce.IntSumReducer;

/** Counting by key: what most jobs do. */
final class WordJobs {

  private WordJobs() {}

  static List<CorpusJob> jobs() {
    return List.of(
        CorpusJob.grouped("word-count", WordJobs::count).asVariant(),
        CorpusJob.grouped("word-count-old", WordJobs::countOld),
        CorpusJob.grouped("word-count-of-small-splits", WordJobs::smallSplits),
        CorpusJob.grouped("grep-lines", run -> filter(run, Matches.class)).asVariant(),
        CorpusJob.grouped("distinct", run -> filter(run, FirstWord.class)).asVariant(),
        CorpusJob.grouped("average-with-combiner", WordJobs::average).asVariant(),
        CorpusJob.either("inverted-index", WordJobs::index).asVariant(),
        CorpusJob.either("co-occurrence-pairs", run -> filter(run, Pairs.class)).asVariant(),
        CorpusJob.either("co-occurrence-stripes", WordJobs::stripes).asVariant(),
        CorpusJob.either("matrix-times-vector", WordJobs::matrix).asVariant());
  }

  private static Job sums(Run run, Input input) throws IOException {
    Job job = run.newJob(input);
    job.setMapperClass(Words.class);
    job.setCombinerClass(IntSumReducer.class);
    job.setReducerClass(IntSumReducer.class);
    job.setOutputValueClass(IntWritable.class);
    job.setNumReduceTasks(3);
    return job;
  }

  private static void count(Run run) throws Exception {
    run.submit(sums(run, Input.MIXED));
  }

  private static void smallSplits(Run run) throws Exception {
    Job job = sums(run, Input.MIXED);
    FileInputFormat.setMaxInputSplitSize(job, 700_000);
    run.submit(job);
  }

  private static void countOld(Run run) throws Exception {
    JobConf job = run.oldJob(Input.MIXED);
    job.setMapperClass(OldWords.class);
    job.setCombinerClass(org.apache.hadoop.mapred.lib.LongSumReducer.class);
    job.setReducerClass(org.apache.hadoop.mapred.lib.LongSumReducer.class);
    job.setOutputValueClass(LongWritable.class);
    run.submit(job);
  }

  private static void filter(Run run, Class<? extends Mapper<?, ?, ?, ?>> mapper) throws Exception {
    Job job = run.newJob(Input.MIXED);
    job.setMapperClass(mapper);
    job.setReducerClass(IntSumReducer.class);
    job.setOutputValueClass(IntWritable.class);
    run.submit(job);
  }

  private static void average(Run run) throws Exception {
    Job job = run.newJob(Input.MIXED);
    job.setMapperClass(Partial.class);
    job.setCombinerClass(AddPartials.class);
    job.setReducerClass(Average.class);
    run.submit(job);
  }

  private static void index(Run run) throws Exception {
    SortedList.run(run, Input.MIXED, WhichFile.class);
  }

  private static void stripes(Run run) throws Exception {
    Job job = run.newJob(Input.MIXED);
    job.setMapperClass(Stripes.class);
    job.setReducerClass(AddStripes.class);
    job.setMapOutputValueClass(org.apache.hadoop.io.MapWritable.class);
    run.submit(job);
  }

  private static void matrix(Run run) throws Exception {
    Job job = run.newJob(Input.SMALL);
    job.getConfiguration().set("vector", "3,1,4,1,5,9,2,6,5");
    Sums.run(run, job, Products.class);
  }

  /** As in Hadoop's tutorial: the objects that are written are kept in fields. */
  static final class Words extends Mapper<Object, Text, Text, IntWritable> {
    private static final IntWritable ONE = new IntWritable(1);
    private final Text word = new Text();

    @Override
    protected void map(Object key, Text line, Context context)
        throws IOException, InterruptedException {
      java.util.StringTokenizer words = new java.util.StringTokenizer(line.toString());
      while (words.hasMoreTokens()) {
        word.set(words.nextToken());
        context.write(word, ONE);
      }
    }
  }

  static final class OldWords extends MapReduceBase
      implements org.apache.hadoop.mapred.Mapper<LongWritable, Text, Text, LongWritable> {
    private final Text word = new Text();

    @Override
    public void map(
        LongWritable key, Text line, OutputCollector<Text, LongWritable> out, Reporter reporter)
        throws IOException {
      for (String token : line.toString().split(" ")) {
        word.set(token);
        out.collect(word, new LongWritable(1));
      }
    }
  }

  static final class Matches extends Mapper<LongWritable, Text, Text, IntWritable> {
    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      if (line.toString().contains(" w7 ")) {
        context.write(line, new IntWritable(1));
      }
    }
  }

  static final class FirstWord extends Mapper<LongWritable, Text, Text, IntWritable> {
    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      context.write(new Text(line.toString().split(" ")[0]), new IntWritable(1));
    }
  }

  static final class Pairs extends Mapper<LongWritable, Text, Text, IntWritable> {
    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      String[] words = line.toString().split(" ");
      for (int i = 1; i < Math.min(4, words.length); i++) {
        context.write(new Text(words[i - 1] + "," + words[i]), new IntWritable(1));
      }
    }
  }

  static final class Partial extends Mapper<LongWritable, Text, Text, Text> {
    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      String[] words = line.toString().split(" ");
      context.write(new Text(words[0]), new Text(words[1] + ",1"));
    }
  }

  private static long[] added(Iterable<Text> partials) {
    long[] sums = new long[2];
    for (Text partial : partials) {
      String[] parts = partial.toString().split(",");
      sums[0] += Long.parseLong(parts[0]);
      sums[1] += Long.parseLong(parts[1]);
    }
    return sums;
  }

  static final class AddPartials extends Reducer<Text, Text, Text, Text> {
    @Override
    protected void reduce(Text key, Iterable<Text> values, Context context)
        throws IOException, InterruptedException {
      long[] sums = added(values);
      context.write(key, new Text(sums[0] + "," + sums[1]));
    }
  }

  static final class Average extends Reducer<Text, Text, Text, Text> {
    @Override
    protected void reduce(Text key, Iterable<Text> values, Context context)
        throws IOException, InterruptedException {
      long[] sums = added(values);
      context.write(key, new Text(String.valueOf(sums[0] / sums[1])));
    }
  }

  static final class WhichFile extends Mapper<LongWritable, Text, Text, Text> {
    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      String file = ((FileSplit) context.getInputSplit()).getPath().getName();
      context.write(new Text(line.toString().split(" ")[0]), new Text(file + "@" + offset));
    }
  }

  static final class Stripes
      extends Mapper<LongWritable, Text, Text, org.apache.hadoop.io.MapWritable> {
    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      String[] words = line.toString().split(" ");
      org.apache.hadoop.io.MapWritable stripe = new org.apache.hadoop.io.MapWritable();
      stripe.put(new Text(words[2]), new IntWritable(1));
      stripe.put(new Text(words[3]), new IntWritable(1));
      context.write(new Text(words[0]), stripe);
    }
  }

  static final class AddStripes
      extends Reducer<Text, org.apache.hadoop.io.MapWritable, Text, Text> {
    @Override
    protected void reduce(
        Text key, Iterable<org.apache.hadoop.io.MapWritable> stripes, Context context)
        throws IOException, InterruptedException {
      TreeMap<String, Integer> sums = new TreeMap<>();
      for (org.apache.hadoop.io.MapWritable stripe : stripes) {
        stripe.forEach(
            (word, count) ->
                sums.merge(word.toString(), ((IntWritable) count).get(), Integer::sum));
      }
      context.write(key, new Text(sums.toString()));
    }
  }

  static final class Products extends Mapper<LongWritable, Text, Text, LongWritable> {
    private long[] vector;

    @Override
    protected void setup(Context context) {
      int[] numbers = context.getConfiguration().getInts("vector");
      vector = new long[numbers.length];
      for (int i = 0; i < numbers.length; i++) {
        vector[i] = numbers[i];
      }
    }

    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      String[] words = line.toString().split(" ");
      long number = Long.parseLong(words[1]);
      context.write(new Text(words[0]), new LongWritable(number * vector[(int) number % 9]));
    }
  }
}
