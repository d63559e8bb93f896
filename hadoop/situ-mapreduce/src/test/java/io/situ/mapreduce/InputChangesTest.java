// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobClient;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs whose input is another one before they have read it all. */
@Tag("hadoop-3.4-long")
class InputChangesTest {

  private static final String VICTIM = "test.victim";

  @TempDir private Path scratch;

  @BeforeEach
  void writeInput() throws IOException {
    Path in = Files.createDirectory(scratch.resolve("in"));
    for (int i = 0; i < 50; i++) {
      Files.writeString(in.resolve("text-" + i), "line of " + i + "\n");
    }
  }

  @Test
  void aFileThatIsRewrittenFailsTheJob() throws Exception {
    assertThat(runNew(Map.of())).isFalse();
    assertThat(scratch.resolve("out/_SUCCESS")).doesNotExist();
  }

  @Test
  void aFileThatIsRewrittenFailsTheJobInTheOldInterfaceToo() throws Exception {
    JobConf job = conf(Map.of());
    job.setMapperClass(OldSpoiler.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(LongWritable.class);
    org.apache.hadoop.mapred.FileInputFormat.setInputPaths(job, scratch + "/in");
    org.apache.hadoop.mapred.FileOutputFormat.setOutputPath(
        job, new org.apache.hadoop.fs.Path(scratch + "/out"));
    var running = new JobClient(job).submitJob(job);
    running.waitForCompletion();

    assertThat(running.isSuccessful()).isFalse();
  }

  @Test
  void readersThatAskForItGetTheChangedInput() throws Exception {
    assertThat(runNew(Map.of("situ.mapreduce.input.changes", "ignore"))).isTrue();
  }

  private boolean runNew(Map<String, String> settings) throws Exception {
    Job job = Job.getInstance(conf(settings));
    job.setMapperClass(Spoiler.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(LongWritable.class);
    FileInputFormat.addInputPath(job, new org.apache.hadoop.fs.Path(scratch + "/in"));
    FileOutputFormat.setOutputPath(job, new org.apache.hadoop.fs.Path(scratch + "/out"));
    return job.waitForCompletion(false);
  }

  private JobConf conf(Map<String, String> settings) {
    JobConf conf = LocalJobs.conf(scratch);
    conf.set(VICTIM, scratch + "/in/text-7");
    // Mappers that write files are not grouped otherwise.
    conf.set("situ.mapreduce.regroup", "always");
    settings.forEach(conf::set);
    return conf;
  }

  private static void spoil(String file) throws IOException {
    Files.writeString(Path.of(file), "something else\n");
  }

  /** Rewrites a file of its own job. */
  public static final class Spoiler extends Mapper<LongWritable, Text, Text, LongWritable> {
    @Override
    protected void setup(Context context) throws IOException {
      spoil(context.getConfiguration().get(VICTIM));
    }

    @Override
    protected void map(LongWritable key, Text line, Context context)
        throws IOException, InterruptedException {
      context.write(line, key);
    }
  }

  /** The same. */
  public static final class OldSpoiler extends MapReduceBase
      implements org.apache.hadoop.mapred.Mapper<LongWritable, Text, Text, LongWritable> {
    private String victim;

    @Override
    public void configure(JobConf job) {
      victim = job.get(VICTIM);
    }

    @Override
    public void map(
        LongWritable key, Text line, OutputCollector<Text, LongWritable> out, Reporter reporter)
        throws IOException {
      spoil(victim);
      out.collect(line, key);
    }
  }
}
