// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.InputSplit;
import org.apache.hadoop.mapred.JobClient;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.LineRecordReader;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.RecordReader;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapred.RunningJob;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.MultipleOutputs;
import org.apache.hadoop.mapreduce.lib.reduce.IntSumReducer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Real jobs on the local runner: regrouped and plain runs must not be distinguished by their
 * output.
 */
@Tag("hadoop-3.4-long")
class RegroupedJobsTest {

  private static final int FILES = 4;

  @TempDir private Path scratch;

  @BeforeEach
  void writeInput() throws IOException {
    Path in = Files.createDirectory(scratch.resolve("in"));
    Random random = new Random(5);
    for (int i = 0; i < FILES; i++) {
      StringBuilder text = new StringBuilder("header of " + i + "\n");
      for (int line = random.nextInt(400); line > 0; line--) {
        text.append(Integer.toHexString(random.nextInt(500))).append(' ').append(line % 7);
        text.append(line == 1 ? "" : "\n");
      }
      Files.writeString(in.resolve("text-" + i), text);
    }
  }

  @Test
  void newInterfaceGivesTheSameOutputWithFewerMaps() throws Exception {
    Job plain = runNew("plain", "off", CountWords.class);
    Job grouped = runNew("grouped", "auto", CountWords.class);

    assertThat(output("grouped")).isEqualTo(output("plain")).isNotEmpty();
    assertThat(maps(plain)).isGreaterThan(FILES);
    assertThat(maps(grouped)).isEqualTo(2);
    assertThat(records(grouped)).isEqualTo(records(plain));
  }

  @Test
  void stateOfAMapperLivesForOneSplitOnly() throws Exception {
    runNew("plain", "off", FirstLineOfSplit.class);
    runNew("grouped", "auto", FirstLineOfSplit.class);

    assertThat(output("grouped")).isEqualTo(output("plain"));
    assertThat(output("plain").get("part-r-00000")).contains("text-3@0 header of 3");
  }

  @Test
  void oldInterfaceGivesTheSameOutput() throws Exception {
    runOld("plain", "off");
    runOld("grouped", "auto");

    assertThat(output("grouped")).isEqualTo(output("plain"));
    assertThat(output("plain").get("part-00000")).contains("text-3 header");
  }

  /** Not only what it is asked: its class, what it writes, and which readers are given it too. */
  @Test
  void aSplitOfAGroupIsTheOneOfTheInputFormat() throws Exception {
    Job plain = newJob("plain", "off", SplitDescriptions.DescribesSplit.class);
    plain.setInputFormatClass(SplitDescriptions.DescribesItsSplit.class);
    Job grouped = newJob("grouped", "auto", SplitDescriptions.DescribesSplit.class);
    grouped.setInputFormatClass(SplitDescriptions.DescribesItsSplit.class);
    LocalJobs.run(plain);

    assertThat(maps(LocalJobs.run(grouped))).isEqualTo(2);
    assertThat(output("grouped")).isEqualTo(output("plain"));
    assertThat(output("plain").get("part-r-00000"))
        .contains("text-3 FileSplit ")
        .contains("reader of text-3 FileSplit ");
  }

  @Test
  void aSplitOfAGroupIsTheOneOfTheInputFormatInTheOldInterfaceToo() throws Exception {
    JobConf plain = oldJob("plain", "off");
    plain.setMapperClass(SplitDescriptions.OldDescribesSplit.class);
    plain.setInputFormat(SplitDescriptions.OldDescribesItsSplit.class);
    JobConf grouped = oldJob("grouped", "auto");
    grouped.setMapperClass(SplitDescriptions.OldDescribesSplit.class);
    grouped.setInputFormat(SplitDescriptions.OldDescribesItsSplit.class);

    assertThat(JobClient.runJob(plain).isSuccessful()).isTrue();
    assertThat(shuffledMaps(JobClient.runJob(grouped))).isLessThan(FILES);
    assertThat(output("grouped")).isEqualTo(output("plain"));
    assertThat(output("plain").get("part-00000"))
        .contains("text-3 FileSplit ")
        .contains("reader of text-3 FileSplit ");
  }

  /** One partitioner serves all splits of a task, and could know the first one only. */
  @Test
  void aPartitionerOfTheOldInterfaceThatAsksForTheFileIsLeftAlone() throws Exception {
    for (String mode : List.of("off", "auto")) {
      JobConf job = oldJob(mode, mode);
      job.setPartitionerClass(ByFile.class);
      job.setNumReduceTasks(2);
      assertThat(shuffledMaps(JobClient.runJob(job))).isEqualTo(2 * FILES);
    }

    assertThat(output("auto")).isEqualTo(output("off"));
    assertThat(output("off").get("part-00001")).contains("text-3").doesNotContain("text-2");
  }

  private static long shuffledMaps(RunningJob job) throws IOException {
    assertThat(job.isSuccessful()).isTrue();
    return job.getCounters().getCounter(TaskCounter.SHUFFLED_MAPS);
  }

  @Test
  void aReaderOfTheOldInterfaceFindsItsOwnSplitInTheConfiguration() throws Exception {
    JobConf plain = oldJob("plain", "off");
    plain.setInputFormat(NamesItsFile.class);
    JobConf grouped = oldJob("grouped", "auto");
    grouped.setInputFormat(NamesItsFile.class);

    assertThat(JobClient.runJob(plain).isSuccessful()).isTrue();
    assertThat(shuffledMaps(JobClient.runJob(grouped))).isLessThan(FILES);
    assertThat(output("grouped")).isEqualTo(output("plain"));
    assertThat(output("plain").get("part-00000")).contains("text-3 text-3@0");
  }

  /** What is submitted is grouped, not what the user has. */
  @Test
  void aJobThatWasRefusedAndOneMadeFromItAreGroupedToo() throws Exception {
    runNew("plain", "off", CountWords.class);
    Job job = newJob("grouped", "auto", CountWords.class);
    job.getConfiguration().set("situ.mapreduce.shuffle", "shared");
    job.getConfiguration().set("situ.mapreduce.shuffle.dir", scratch + "/missing");
    assertThatThrownBy(job::submit).hasMessageContaining("missing");
    job.getConfiguration().set("situ.mapreduce.shuffle", "local");

    assertThat(maps(LocalJobs.run(job))).isEqualTo(2);
    assertThat(output("grouped")).isEqualTo(output("plain"));

    Job next = Job.getInstance(job.getConfiguration());
    FileOutputFormat.setOutputPath(next, new org.apache.hadoop.fs.Path(scratch + "/next"));
    assertThat(maps(LocalJobs.run(next))).isEqualTo(2);
    assertThat(output("next")).isEqualTo(output("plain"));

    JobConf old = oldJob("old", "auto");
    runOld("plain-old", "off");
    assertThat(JobClient.runJob(old).isSuccessful()).isTrue();
    JobConf nextOld = new JobConf(old);
    org.apache.hadoop.mapred.FileOutputFormat.setOutputPath(
        nextOld, new org.apache.hadoop.fs.Path(scratch + "/next-old"));
    assertThat(JobClient.runJob(nextOld).isSuccessful()).isTrue();
    assertThat(output("next-old")).isEqualTo(output("plain-old"));
  }

  @ParameterizedTest
  @ValueSource(classes = {CountsInTheProcess.class, WritesSideFiles.class})
  void mappersWithStaticStateOrSideFilesAreLeftAlone(Class<? extends Mapper> mapper)
      throws Exception {
    assertThat(maps(runNew("left", "auto", mapper))).isGreaterThan(FILES);
  }

  @Test
  void jobsThatTolerateFailuresLoseNoSoundSplit() throws Exception {
    for (String key :
        List.of("mapreduce.map.failures.maxpercent", "mapreduce.map.skip.maxrecords")) {
      Job job = newJob(key, "auto", CountWords.class);
      job.getConfiguration().setInt(key, 1);

      assertThat(maps(LocalJobs.run(job))).as(key).isGreaterThan(FILES);
    }
  }

  @Test
  void jobWithoutReducersIsLeftAlone() throws Exception {
    Job job = newJob("maponly", "auto", CountWords.class);
    job.setNumReduceTasks(0);

    LocalJobs.run(job);
    assertThat(output("maponly").keySet()).hasSizeGreaterThan(FILES);
  }

  private Job runNew(String out, String mode, Class<? extends Mapper> mapper) throws Exception {
    return LocalJobs.run(newJob(out, mode, mapper));
  }

  private Job newJob(String out, String mode, Class<? extends Mapper> mapper) throws IOException {
    Job job = Job.getInstance(conf(mode));
    job.setMapperClass(mapper);
    job.setCombinerClass(IntSumReducer.class);
    job.setReducerClass(IntSumReducer.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(IntWritable.class);
    FileInputFormat.addInputPath(job, new org.apache.hadoop.fs.Path(scratch + "/in"));
    FileInputFormat.setMaxInputSplitSize(job, 1000);
    FileOutputFormat.setOutputPath(job, new org.apache.hadoop.fs.Path(scratch + "/" + out));
    return job;
  }

  private void runOld(String out, String mode) throws IOException {
    assertThat(JobClient.runJob(oldJob(out, mode)).isSuccessful()).isTrue();
  }

  private JobConf oldJob(String out, String mode) {
    JobConf job = conf(mode);
    job.setMapperClass(OldWords.class);
    job.setReducerClass(org.apache.hadoop.mapred.lib.LongSumReducer.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(LongWritable.class);
    job.setNumMapTasks(20);
    org.apache.hadoop.mapred.FileInputFormat.setInputPaths(job, scratch + "/in");
    org.apache.hadoop.mapred.FileOutputFormat.setOutputPath(
        job, new org.apache.hadoop.fs.Path(scratch + "/" + out));
    return job;
  }

  private JobConf conf(String mode) {
    JobConf conf = LocalJobs.conf(scratch);
    conf.set("situ.mapreduce.regroup", mode);
    conf.set("situ.mapreduce.regroup.bytes", "32m");
    conf.set("situ.mapreduce.regroup.least.bytes", "1");
    conf.setInt("mapreduce.local.map.tasks.maximum", 2);
    return conf;
  }

  private static long maps(Job job) throws IOException {
    return LocalJobs.counter(job, TaskCounter.SHUFFLED_MAPS);
  }

  private static long records(Job job) throws IOException {
    return LocalJobs.counter(job, TaskCounter.MAP_INPUT_RECORDS);
  }

  private TreeMap<String, String> output(String name) throws IOException {
    return LocalJobs.output(scratch.resolve(name));
  }

  /** Counts words. */
  public static final class CountWords extends Mapper<LongWritable, Text, Text, IntWritable> {
    @Override
    protected void map(LongWritable key, Text line, Context context)
        throws IOException, InterruptedException {
      for (String word : line.toString().split(" ", -1)) {
        context.write(new Text(word), new IntWritable(1));
      }
    }
  }

  /** Counts lines in a static field, as if no other split were ever in its process. */
  public static final class CountsInTheProcess
      extends Mapper<LongWritable, Text, Text, IntWritable> {
    private static int lines;

    @Override
    protected void map(LongWritable key, Text line, Context context) {
      lines++;
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      context.write(new Text("lines"), new IntWritable(lines));
    }
  }

  /** Gives for each line the file and the start that the configuration names when it opens. */
  public static final class NamesItsFile
      extends org.apache.hadoop.mapred.FileInputFormat<LongWritable, Text> {
    @Override
    public RecordReader<LongWritable, Text> getRecordReader(
        InputSplit split, JobConf job, Reporter reporter) throws IOException {
      String file = new org.apache.hadoop.fs.Path(job.get("mapreduce.map.input.file")).getName();
      String name = file + "@" + job.get("mapreduce.map.input.start");
      return new Named(new LineRecordReader(job, (org.apache.hadoop.mapred.FileSplit) split), name);
    }

    record Named(LineRecordReader lines, String name) implements RecordReader<LongWritable, Text> {
      @Override
      public boolean next(LongWritable key, Text value) throws IOException {
        boolean found = lines.next(key, value);
        value.set(name);
        return found;
      }

      @Override
      public LongWritable createKey() {
        return lines.createKey();
      }

      @Override
      public Text createValue() {
        return lines.createValue();
      }

      @Override
      public long getPos() throws IOException {
        return lines.getPos();
      }

      @Override
      public void close() throws IOException {
        lines.close();
      }

      @Override
      public float getProgress() throws IOException {
        return lines.getProgress();
      }
    }
  }

  /** Keeps the first line of its split, and says in cleanup which split it was. */
  public static final class FirstLineOfSplit extends Mapper<LongWritable, Text, Text, IntWritable> {
    private String split;
    private String first;

    @Override
    protected void setup(Context context) {
      FileSplit file = (FileSplit) context.getInputSplit();
      split = file.getPath().getName() + "@" + file.getStart();
    }

    @Override
    protected void map(LongWritable key, Text line, Context context) {
      if (first == null) {
        first = line.toString();
      }
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      context.write(new Text(split + " " + first), new IntWritable(1));
    }
  }

  /** Has one partition for the last file and one for the others. */
  public static final class ByFile
      implements org.apache.hadoop.mapred.Partitioner<Text, LongWritable> {
    private String file;

    @Override
    public void configure(JobConf job) {
      file = job.get("mapreduce.map.input.file");
    }

    @Override
    public int getPartition(Text key, LongWritable value, int partitions) {
      return file.endsWith("-3") ? 1 : 0;
    }
  }

  /** Would write the same side file once for each split. */
  public static final class WritesSideFiles extends Mapper<LongWritable, Text, Text, IntWritable> {
    private MultipleOutputs<Text, IntWritable> outputs;

    @Override
    protected void setup(Context context) {
      outputs = new MultipleOutputs<>(context);
    }

    @Override
    protected void map(LongWritable key, Text line, Context context)
        throws IOException, InterruptedException {
      outputs.write(line, new IntWritable(1), "side");
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      outputs.close();
    }
  }

  /** Counts words by file, in the old interface, naming the file in configure. */
  public static final class OldWords extends MapReduceBase
      implements org.apache.hadoop.mapred.Mapper<LongWritable, Text, Text, LongWritable> {
    private String file;

    @Override
    public void configure(JobConf job) {
      file = new org.apache.hadoop.fs.Path(job.get("mapreduce.map.input.file")).getName();
    }

    @Override
    public void map(
        LongWritable key, Text line, OutputCollector<Text, LongWritable> out, Reporter reporter)
        throws IOException {
      for (String word : line.toString().split(" ", -1)) {
        out.collect(new Text(file + " " + word), new LongWritable(1));
      }
    }
  }
}
