// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed.job;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.StringTokenizer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.reduce.IntSumReducer;
import org.apache.hadoop.util.GenericOptionsParser;

/**
 * A word count, for {@code hadoop jar}, whose mapper counts in a static map and writes it at the
 * end of its split. It is right as long as each process has one split.
 */
public final class StaticWords {

  private StaticWords() {}

  /** Takes Hadoop's options, an input directory and an output directory. */
  public static void main(String[] args) throws Exception {
    GenericOptionsParser options = new GenericOptionsParser(new Configuration(), args);
    String[] paths = options.getRemainingArgs();
    Job job = Job.getInstance(options.getConfiguration(), "static words");
    job.setJarByClass(StaticWords.class);
    job.setMapperClass(Words.class);
    job.setReducerClass(IntSumReducer.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(IntWritable.class);
    FileInputFormat.addInputPath(job, new Path(paths[0]));
    FileOutputFormat.setOutputPath(job, new Path(paths[1]));
    System.exit(job.waitForCompletion(true) ? 0 : 1);
  }

  /** Counts. */
  public static final class Words extends Mapper<LongWritable, Text, Text, IntWritable> {

    private static final Map<String, Integer> COUNTS = new HashMap<>();

    @Override
    protected void map(LongWritable offset, Text line, Context context) {
      StringTokenizer words = new StringTokenizer(line.toString());
      while (words.hasMoreTokens()) {
        COUNTS.merge(words.nextToken(), 1, Integer::sum);
      }
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      for (Map.Entry<String, Integer> count : COUNTS.entrySet()) {
        context.write(new Text(count.getKey()), new IntWritable(count.getValue()));
      }
    }
  }
}
