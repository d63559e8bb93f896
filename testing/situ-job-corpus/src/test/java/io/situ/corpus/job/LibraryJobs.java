// SPDX-License-Identifier: Apache-2.0
package io.situ.corpus.job;

import io.situ.corpus.CorpusJob;
import io.situ.corpus.Input;
import io.situ.corpus.Run;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.FileSplit;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Partitioner;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.input.KeyValueTextInputFormat;
import org.apache.hadoop.mapreduce.lib.reduce.IntSumReducer;
import org.apache.hadoop.mapreduce.lib.reduce.LongSumReducer;

/** Mappers, reducers and partitioners that come with Hadoop, and partitioners of a job's own. */
final class LibraryJobs {

  private LibraryJobs() {}

  static List<CorpusJob> jobs() {
    return List.of(
        CorpusJob.either("library-token-counter", LibraryJobs::tokens).asVariant(),
        CorpusJob.either("library-regex", LibraryJobs::regex).asVariant(),
        CorpusJob.either("library-inverse", LibraryJobs::inverse).asVariant(),
        CorpusJob.either("library-field-selection", LibraryJobs::fields).asVariant(),
        CorpusJob.either("library-aggregate", run -> aggregate(run, CountsWords.class))
            .withStatics(org.apache.hadoop.mapreduce.lib.aggregate.ValueAggregatorJobBase.class),
        CorpusJob.either("library-regex-old", LibraryJobs::regexOld).asVariant(),
        CorpusJob.either("library-identity-old", LibraryJobs::identityOld).asVariant(),
        CorpusJob.either("partitioner-by-first-letter", run -> dealt(run, ByLetter.class))
            .asVariant(),
        CorpusJob.separate("partitioner-deals-in-turn", run -> dealt(run, InTurn.class)),
        CorpusJob.separate("partitioner-asks-for-its-task", run -> dealt(run, ByTask.class)),
        CorpusJob.separate("partitioner-asks-for-the-file-old", LibraryJobs::dealtByFile),
        CorpusJob.separate("combiner-asks-for-the-file-old", LibraryJobs::combinedByFile),
        CorpusJob.separate("combiner-counts-in-a-static-field", LibraryJobs::countingCombiner)
            .withStatics(CountingCombiner.class));
  }

  private static void tokens(Run run) throws Exception {
    Job job = run.newJob(Input.MIXED);
    job.setMapperClass(org.apache.hadoop.mapreduce.lib.map.TokenCounterMapper.class);
    job.setReducerClass(IntSumReducer.class);
    job.setOutputValueClass(IntWritable.class);
    run.submit(job);
  }

  private static void regex(Run run) throws Exception {
    Job job = run.newJob(Input.MIXED);
    job.getConfiguration().set("mapreduce.mapper.regex", "w[0-9]+");
    job.setMapperClass(org.apache.hadoop.mapreduce.lib.map.RegexMapper.class);
    job.setCombinerClass(LongSumReducer.class);
    job.setReducerClass(LongSumReducer.class);
    job.setOutputValueClass(LongWritable.class);
    run.submit(job);
  }

  private static void inverse(Run run) throws Exception {
    Job job = run.newJob(Input.SMALL);
    job.setMapperClass(org.apache.hadoop.mapreduce.lib.map.InverseMapper.class);
    job.setMapOutputValueClass(LongWritable.class);
    job.setOutputValueClass(LongWritable.class);
    run.submit(job);
  }

  private static void fields(Run run) throws Exception {
    Job job = run.newJob(Input.SMALL);
    Configuration conf = job.getConfiguration();
    conf.set("mapreduce.fieldsel.data.field.separator", " ");
    conf.set("mapreduce.fieldsel.map.output.key.value.fields.spec", "0:1-2");
    conf.set("mapreduce.fieldsel.reduce.output.key.value.fields.spec", "0:1,0");
    job.setMapperClass(org.apache.hadoop.mapreduce.lib.fieldsel.FieldSelectionMapper.class);
    job.setReducerClass(org.apache.hadoop.mapreduce.lib.fieldsel.FieldSelectionReducer.class);
    run.submit(job);
  }

  static void aggregate(Run run, Class<?> descriptor) throws Exception {
    Configuration conf = run.conf();
    conf.setInt("mapreduce.aggregate.descriptor.num", 1);
    conf.set("mapreduce.aggregate.descriptor.0", "UserDefined," + descriptor.getName());
    Job job =
        org.apache.hadoop.mapreduce.lib.aggregate.ValueAggregatorJob.createValueAggregatorJob(
            conf,
            new String[] {
              run.in(Input.MIXED).toString(), run.out().toString(), "1", "textinputformat"
            });
    run.submit(job);
  }

  private static void regexOld(Run run) throws Exception {
    JobConf job = run.oldJob(Input.MIXED);
    job.set("mapreduce.mapper.regex", "w[0-9]+");
    job.setMapperClass(org.apache.hadoop.mapred.lib.RegexMapper.class);
    job.setReducerClass(org.apache.hadoop.mapred.lib.LongSumReducer.class);
    job.setOutputValueClass(LongWritable.class);
    run.submit(job);
  }

  private static void identityOld(Run run) throws Exception {
    JobConf job = run.oldJob(Input.SMALL);
    job.setMapperClass(org.apache.hadoop.mapred.lib.IdentityMapper.class);
    job.setReducerClass(org.apache.hadoop.mapred.lib.IdentityReducer.class);
    job.setOutputKeyClass(LongWritable.class);
    run.submit(job);
  }

  private static void dealt(Run run, Class<? extends Partitioner<Text, Text>> partitioner)
      throws Exception {
    Job job = run.newJob(Input.SMALL);
    job.getConfiguration().set("mapreduce.input.keyvaluelinerecordreader.key.value.separator", " ");
    job.setInputFormatClass(KeyValueTextInputFormat.class);
    job.setPartitionerClass(partitioner);
    job.setNumReduceTasks(3);
    run.submit(job);
  }

  /** The partitioner is made once for a task, when its configuration names the first file. */
  private static void dealtByFile(Run run) throws Exception {
    JobConf job = run.oldJob(Input.SMALL);
    job.setMapperClass(org.apache.hadoop.mapred.lib.TokenCountMapper.class);
    job.setReducerClass(org.apache.hadoop.mapred.lib.LongSumReducer.class);
    job.setOutputValueClass(LongWritable.class);
    job.setPartitionerClass(ByFile.class);
    job.setNumReduceTasks(3);
    run.submit(job);
  }

  /** The combiner runs on records of all files of a task. */
  private static void combinedByFile(Run run) throws Exception {
    JobConf job = run.oldJob(Input.SMALL);
    job.setMapperClass(org.apache.hadoop.mapred.lib.TokenCountMapper.class);
    job.setCombinerClass(FileCombiner.class);
    job.setReducerClass(org.apache.hadoop.mapred.lib.LongSumReducer.class);
    job.setOutputValueClass(LongWritable.class);
    run.submit(job);
  }

  private static void countingCombiner(Run run) throws Exception {
    Job job = run.newJob(Input.SMALL);
    job.getConfiguration().set("mapreduce.input.keyvaluelinerecordreader.key.value.separator", " ");
    job.setInputFormatClass(KeyValueTextInputFormat.class);
    job.setCombinerClass(CountingCombiner.class);
    job.setReducerClass(SortedList.class);
    run.submit(job);
  }

  /** Counts each word of a line. */
  public static final class CountsWords
      extends org.apache.hadoop.mapreduce.lib.aggregate.ValueAggregatorBaseDescriptor {
    @Override
    public ArrayList<Map.Entry<Text, Text>> generateKeyValPairs(Object key, Object value) {
      ArrayList<Map.Entry<Text, Text>> pairs = new ArrayList<>();
      for (String word : value.toString().split(" ")) {
        pairs.add(generateEntry(LONG_VALUE_SUM, word, ONE));
      }
      return pairs;
    }
  }

  static final class ByLetter extends Partitioner<Text, Text> {
    @Override
    public int getPartition(Text key, Text value, int parts) {
      return key.charAt(1) % parts;
    }
  }

  /** Gives each reducer one record after the other, from the first of each task on. */
  static final class InTurn extends Partitioner<Text, Text> {
    private int next;

    @Override
    public int getPartition(Text key, Text value, int parts) {
      next = (next + 1) % parts;
      return next;
    }
  }

  static final class ByTask extends Partitioner<Text, Text>
      implements org.apache.hadoop.conf.Configurable {
    private Configuration conf;

    @Override
    public void setConf(Configuration newConf) {
      conf = newConf;
    }

    @Override
    public Configuration getConf() {
      return conf;
    }

    @Override
    public int getPartition(Text key, Text value, int parts) {
      return conf.getInt("mapreduce.task.partition", 0) % parts;
    }
  }

  /** Files that lie on one host have several. */
  static final class ByFile implements org.apache.hadoop.mapred.Partitioner<Text, LongWritable> {
    private String file;

    @Override
    public void configure(JobConf job) {
      file = job.get("mapreduce.map.input.file");
    }

    @Override
    public int getPartition(Text key, LongWritable value, int parts) {
      return file.charAt(file.length() - 1) / 2 % parts;
    }
  }

  /** Puts the file's name before each key. */
  static final class FileCombiner extends org.apache.hadoop.mapred.MapReduceBase
      implements org.apache.hadoop.mapred.Reducer<Text, LongWritable, Text, LongWritable> {
    @Override
    public void reduce(
        Text key,
        Iterator<LongWritable> values,
        OutputCollector<Text, LongWritable> out,
        Reporter reporter)
        throws IOException {
      long sum = 0;
      while (values.hasNext()) {
        sum += values.next().get();
      }
      FileSplit split = (FileSplit) reporter.getInputSplit();
      out.collect(new Text(split.getPath().getName() + " " + key), new LongWritable(sum));
    }
  }

  /** Writes how many keys it has seen in its process, as a value. */
  static final class CountingCombiner extends Reducer<Text, Text, Text, Text> {
    private static long keys;

    @Override
    protected void reduce(Text key, Iterable<Text> values, Context context)
        throws IOException, InterruptedException {
      context.write(key, new Text(String.valueOf(++keys)));
    }
  }
}
