// SPDX-License-Identifier: Apache-2.0
package io.situ.corpus.job;

import io.situ.corpus.CorpusJob;
import io.situ.corpus.Input;
import io.situ.corpus.Run;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;

/** Hadoop's own examples, run as their users run them. */
final class ExampleJobs {

  private ExampleJobs() {}

  static List<CorpusJob> jobs() {
    return List.of(
        CorpusJob.grouped("example-wordcount", ExampleJobs::wordCount),
        CorpusJob.grouped("example-grep", ExampleJobs::grep),
        CorpusJob.grouped(
                "example-wordmean", run -> tool(run, new org.apache.hadoop.examples.WordMean()))
            .asVariant(),
        CorpusJob.grouped(
                "example-wordstandarddeviation",
                run -> tool(run, new org.apache.hadoop.examples.WordStandardDeviation()))
            .asVariant(),
        CorpusJob.grouped("example-sort", ExampleJobs::sort).asVariant(),
        CorpusJob.grouped("example-secondarysort", ExampleJobs::secondarySort).asVariant(),
        CorpusJob.grouped("example-terasort", ExampleJobs::teraSort).inOrder(),
        CorpusJob.either("example-teravalidate", ExampleJobs::teraValidate).asVariant(),
        CorpusJob.separate("example-multifilewc", ExampleJobs::multiFile).asVariant(),
        CorpusJob.either(
                "example-aggregatewordcount",
                run ->
                    LibraryJobs.aggregate(
                        run,
                        org.apache.hadoop.examples.AggregateWordCount.WordCountPlugInClass.class))
            .withStatics(org.apache.hadoop.mapreduce.lib.aggregate.ValueAggregatorJobBase.class)
            .asVariant(),
        CorpusJob.either("example-pi", ExampleJobs::pi).asVariant());
  }

  private static void tool(Run run, Tool tool) throws Exception {
    tool(run, tool, run.in(Input.MIXED).toString(), run.out().toString());
  }

  private static void tool(Run run, Tool tool, String... args) throws Exception {
    run.ended(ToolRunner.run(run.conf(), tool, args) == 0);
  }

  private static void wordCount(Run run) throws Exception {
    Job job = run.newJob(Input.MIXED);
    job.setMapperClass(org.apache.hadoop.examples.WordCount.TokenizerMapper.class);
    job.setCombinerClass(org.apache.hadoop.examples.WordCount.IntSumReducer.class);
    job.setReducerClass(org.apache.hadoop.examples.WordCount.IntSumReducer.class);
    job.setOutputValueClass(IntWritable.class);
    run.submit(job);
  }

  private static void grep(Run run) throws Exception {
    java.lang.reflect.Constructor<org.apache.hadoop.examples.Grep> maker =
        org.apache.hadoop.examples.Grep.class.getDeclaredConstructor();
    maker.setAccessible(true);
    Tool grep = maker.newInstance();
    tool(run, grep, run.in(Input.MIXED).toString(), run.out().toString(), "w[0-9]+");
  }

  private static void sort(Run run) throws Exception {
    tool(
        run,
        new org.apache.hadoop.examples.Sort<LongWritable, Text>(),
        "-r",
        "2",
        "-outKey",
        LongWritable.class.getName(),
        "-outValue",
        Text.class.getName(),
        run.in(Input.SEQUENCE).toString(),
        run.out().toString());
  }

  private static void secondarySort(Run run) throws Exception {
    Job job = run.newJob(Input.SMALL);
    job.setMapperClass(org.apache.hadoop.examples.SecondarySort.MapClass.class);
    job.setReducerClass(org.apache.hadoop.examples.SecondarySort.Reduce.class);
    job.setPartitionerClass(org.apache.hadoop.examples.SecondarySort.FirstPartitioner.class);
    job.setGroupingComparatorClass(
        org.apache.hadoop.examples.SecondarySort.FirstGroupingComparator.class);
    job.setMapOutputKeyClass(org.apache.hadoop.examples.SecondarySort.IntPair.class);
    job.setMapOutputValueClass(IntWritable.class);
    job.setOutputValueClass(IntWritable.class);
    FileInputFormat.setInputPaths(job, run.in(Input.NUMBERS));
    run.submit(job);
  }

  private static void teraSort(Run run) throws Exception {
    Configuration conf = run.conf();
    conf.setInt("mapreduce.job.reduces", 2);
    conf.setBoolean("mapreduce.terasort.simplepartitioner", true);
    String[] args = {run.in(Input.RECORDS).toString(), run.out().toString()};
    run.ended(ToolRunner.run(conf, new org.apache.hadoop.examples.terasort.TeraSort(), args) == 0);
  }

  private static void teraValidate(Run run) throws Exception {
    tool(
        run,
        new org.apache.hadoop.examples.terasort.TeraValidate(),
        run.in(Input.RECORDS).toString(),
        run.out().toString());
  }

  private static void multiFile(Run run) throws Exception {
    tool(run, new org.apache.hadoop.examples.MultiFileWordCount());
  }

  private static void pi(Run run) throws Exception {
    java.math.BigDecimal pi =
        org.apache.hadoop.examples.QuasiMonteCarlo.estimatePi(4, 1_000, run.work("pi"), run.conf());
    try (FSDataOutputStream out = run.out("pi").getFileSystem(run.conf()).create(run.out("pi"))) {
      out.writeBytes(pi + "\n");
    }
    run.ended(true);
  }
}
