// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.reduceside;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.mapreduce.LocalJobs;
import io.situ.mapreduce.jobfile.SubmittedJob;
import io.situ.mapreduce.jobfile.WrittenConf;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.hadoop.examples.WordCount;
import org.apache.hadoop.examples.terasort.TeraOutputFormat;
import org.apache.hadoop.io.BinaryComparable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.WritableComparable;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.output.MapFileOutputFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Which jobs read fetched map output from memory. */
class ReduceSidePlanTest {

  private static final String CONSUMER = "mapreduce.job.reduce.shuffle.consumer.plugin.class";
  private static final String SHARE = "mapreduce.reduce.input.buffer.percent";
  private static final String FROM_MEMORY =
      "fetched map output read from memory: its reducer and its output format keep nothing";

  @TempDir private Path scratch;

  /** A job that reads from disk, and the beginning of the reason. */
  private record Refused(String name, Consumer<Job> change, String because) {
    @Override
    public String toString() {
      return name;
    }
  }

  @Test
  void sumsAndJobsThatOnlySortDo() throws Exception {
    assertThat(decide(wordCount())).isEqualTo(FROM_MEMORY);

    Job sort = Job.getInstance(LocalJobs.conf(scratch));
    sort.getConfiguration().setBoolean("mapred.reducer.new-api", true);
    sort.setOutputFormatClass(TeraOutputFormat.class);
    assertThat(decide(sort)).isEqualTo(FROM_MEMORY);
  }

  @Test
  void sortsOfTheEarlierInterfaceDo() throws Exception {
    JobConf sort = LocalJobs.conf(scratch);
    sort.setOutputFormat(org.apache.hadoop.mapred.SequenceFileOutputFormat.class);

    assertThat(decide(Job.getInstance(sort))).isEqualTo(FROM_MEMORY);
  }

  /** Hadoop's iterator of that interface gives them the bytes behind the record too. */
  @Test
  void recordsOfTheEarlierInterfaceThatMayReadOnAreWrittenToDiskFirst() throws Exception {
    JobConf values = LocalJobs.conf(scratch);
    values.setMapOutputValueClass(ToItsEnd.class);
    JobConf keys = LocalJobs.conf(scratch);
    keys.setOutputKeyClass(ToItsEnd.class);
    JobConf serialized = LocalJobs.conf(scratch);
    serialized.set("io.serializations", "org.apache.hadoop.io.serializer.JavaSerialization");

    for (JobConf job : List.of(values, keys)) {
      assertThat(decide(Job.getInstance(job)))
          .isEqualTo(
              "fetched map output not read from memory: its reducer is of the mapred interface, and "
                  + ToItsEnd.class.getName()
                  + " is not known to read no further than it wrote");
    }
    assertThat(decide(Job.getInstance(serialized)))
        .endsWith("io.serializations does not begin with Hadoop's own");
    Job sameOfTheLater = Job.getInstance(values);
    sameOfTheLater.getConfiguration().setBoolean("mapred.reducer.new-api", true);
    assertThat(decide(sameOfTheLater)).isEqualTo(FROM_MEMORY);
  }

  static Stream<Refused> refused() {
    return Stream.of(
        new Refused("off", set("situ.mapreduce.reduceside", "off"), "situ.mapreduce.reduceside is"),
        new Refused("no reduces", job -> job.setNumReduceTasks(0), "the job has no reducers"),
        new Refused(
            "in its master",
            set("mapreduce.job.ubertask.enable", "true"),
            "the job may run in its own master (mapreduce.job.ubertask.enable)"),
        new Refused(
            "a shuffle of its own", set(CONSUMER, "a.Shuffle"), CONSUMER + " is a.Shuffle already"),
        new Refused("a share of its own", set(SHARE, "0.0"), SHARE + " is set already"),
        new Refused(
            "one attempt",
            set("mapreduce.reduce.maxattempts", "1"),
            "a reduce has one attempt only"),
        new Refused(
            "classes before Hadoop's",
            set("mapreduce.job.user.classpath.first", "true"),
            "mapreduce.job.user.classpath.first is set"),
        new Refused(
            "a reducer that keeps values",
            job -> job.setReducerClass(Keeping.class),
            "its reducer " + Keeping.class.getName() + " is not shown to keep nothing"),
        new Refused(
            "an output format that keeps an index",
            job -> job.setOutputFormatClass(MapFileOutputFormat.class),
            "its output format " + MapFileOutputFormat.class.getName()));
  }

  private static Consumer<Job> set(String key, String value) {
    return job -> job.getConfiguration().set(key, value);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("refused")
  void inDoubtItIsWrittenToDiskFirst(Refused refused) throws Exception {
    Job job = wordCount();
    refused.change().accept(job);

    assertThat(decide(job))
        .startsWith("fetched map output not read from memory: " + refused.because());
  }

  private Job wordCount() throws IOException {
    Job job = Job.getInstance(LocalJobs.conf(scratch));
    job.getConfiguration().setBoolean("mapred.reducer.new-api", true);
    job.setReducerClass(WordCount.IntSumReducer.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(IntWritable.class);
    return job;
  }

  private String decide(Job job) throws IOException {
    SubmittedJob submitted = WrittenConf.submit(scratch, job.getConfiguration());
    String choice = ReduceSidePlan.apply(submitted);
    assertThat(ReduceSidePlan.choice(submitted.conf())).contains(choice);
    assertThat(MemoryReduceInput.class.getName().equals(submitted.conf().get(CONSUMER)))
        .isEqualTo(choice.equals(FROM_MEMORY));
    return choice;
  }

  /** A value without a length of its own. */
  public static final class ToItsEnd extends BinaryComparable
      implements WritableComparable<BinaryComparable> {

    private byte[] bytes = {};

    @Override
    public int getLength() {
      return bytes.length;
    }

    @Override
    public byte[] getBytes() {
      return bytes;
    }

    @Override
    public void write(DataOutput out) throws IOException {
      out.write(bytes);
    }

    @Override
    public void readFields(DataInput in) throws IOException {
      bytes = ((InputStream) in).readAllBytes();
    }
  }

  /** Its memory grows with its keys' values. */
  public static final class Keeping extends Reducer<Text, IntWritable, Text, IntWritable> {}
}
