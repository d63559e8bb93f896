// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.mapside;

import static io.situ.mapreduce.LocalJobs.counter;
import static io.situ.mapreduce.LocalJobs.run;
import static org.assertj.core.api.Assertions.assertThat;

import io.situ.mapreduce.LocalJobs;
import io.situ.mapreduce.jobfile.SubmittedJob;
import io.situ.mapreduce.jobfile.WrittenConf;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.hadoop.examples.WordCount;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.lib.TokenCountMapper;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.reduce.IntSumReducer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Which jobs get the map-side classes. */
@Tag("hadoop-3.4-long")
class MapSidePlanTest {

  private static final String SORTED = "sorted by prefixes: its keys have a known order";
  private static final String COMBINED =
      "combined before the sort: its combiner and its reducer were shown to add whole numbers up";

  @TempDir private Path scratch;

  /** A job that has neither, and the beginning of the reason. */
  private record Refused(String name, Consumer<Job> change, String sorter, String combining) {
    @Override
    public String toString() {
      return name;
    }
  }

  @Test
  void hadoopsOwnWordCountAndGrepsSum() throws Exception {
    assertThat(decide(wordCount())).isEqualTo(new MapSideChoice(SORTED, COMBINED));
    Job library = wordCount();
    library.setCombinerClass(IntSumReducer.class);
    library.setReducerClass(IntSumReducer.class);
    assertThat(decide(library)).isEqualTo(new MapSideChoice(SORTED, COMBINED));
  }

  @Test
  void theOldInterface() throws Exception {
    JobConf conf = LocalJobs.conf(scratch);
    conf.setMapperClass(TokenCountMapper.class);
    conf.setCombinerClass(org.apache.hadoop.mapred.lib.LongSumReducer.class);
    conf.setReducerClass(org.apache.hadoop.mapred.lib.LongSumReducer.class);
    conf.setOutputKeyClass(Text.class);
    conf.setOutputValueClass(LongWritable.class);
    assertThat(decide(Job.getInstance(conf))).isEqualTo(new MapSideChoice(SORTED, COMBINED));
  }

  /** The user's own class with the tutorial's instructions, and any key. */
  @Test
  void aSumOfTheJobsOwn() throws Exception {
    Job job = wordCount();
    job.setMapOutputKeyClass(LongWritable.class);
    job.setCombinerClass(OwnSum.class);
    job.setReducerClass(OwnSum.class);
    assertThat(decide(job).combining()).isEqualTo(COMBINED);
  }

  @Test
  void itIsDoneAndTheAnswerStays() throws Exception {
    Files.createDirectory(scratch.resolve("in"));
    Files.writeString(scratch.resolve("in/f"), "a b a c\n".repeat(10_000));
    Job plain = files(wordCount(), "plain");
    plain.getConfiguration().set(MapSideKeys.MODE.name(), "off");
    run(plain);
    Job job = run(files(wordCount(), "out"));

    assertThat(LocalJobs.output(scratch.resolve("out")))
        .isEqualTo(LocalJobs.output(scratch.resolve("plain")));
    assertThat(counter(plain, TaskCounter.COMBINE_INPUT_RECORDS)).isEqualTo(40_000);
    // The table's records are combined, and what it leaves once more in the spill.
    assertThat(counter(job, TaskCounter.COMBINE_INPUT_RECORDS)).isEqualTo(40_003);
  }

  static Stream<Refused> refused() {
    String tail = "sorted by prefixes: ";
    return Stream.of(
        new Refused(
            "off",
            job -> job.getConfiguration().set(MapSideKeys.MODE.name(), "off"),
            "not " + tail + MapSideKeys.MODE.name() + " is off",
            MapSideKeys.MODE.name() + " is off"),
        new Refused(
            "no reducers",
            job -> job.setNumReduceTasks(0),
            "not " + tail + "the job has no reducers",
            "the job has no reducers"),
        new Refused(
            "own order",
            job -> job.setSortComparatorClass(Text.Comparator.class),
            "not " + tail + "it has a comparator",
            "it has a comparator"),
        new Refused(
            "other keys",
            job -> job.setMapOutputKeyClass(NullWritable.class),
            "not " + tail + "the order of its keys, " + NullWritable.class.getName(),
            "the order of its keys"),
        new Refused(
            "own sorter",
            job -> job.getConfiguration().set("map.sort.class", "org.apache.hadoop.util.HeapSort"),
            "not " + tail + "map.sort.class is org.apache.hadoop.util.HeapSort already",
            "map.sort.class is"),
        new Refused(
            "serialization",
            job -> job.getConfiguration().set("io.serializations", "its.Own"),
            "not " + tail + "io.serializations does not begin",
            "io.serializations does not begin"),
        new Refused("no combiner", job -> unset(job), SORTED, "it has no combiner"),
        new Refused(
            "two combiners",
            job -> job.getConfiguration().set("mapred.combiner.class", "its.Own"),
            SORTED,
            "it has two combiners"),
        new Refused(
            "grouping",
            job -> job.setGroupingComparatorClass(Text.Comparator.class),
            SORTED,
            "mapreduce.job.output.group.comparator.class is set"),
        new Refused(
            "class loading",
            job -> job.getConfiguration().setBoolean("mapreduce.job.user.classpath.first", true),
            SORTED,
            "mapreduce.job.user.classpath.first is set"),
        new Refused(
            "averages",
            job -> job.setCombinerClass(Counts.class),
            SORTED,
            "its combiner " + Counts.class.getName()),
        new Refused(
            "a sum with a setup",
            job -> job.setCombinerClass(SumWithSetup.class),
            SORTED,
            "its combiner " + SumWithSetup.class.getName()),
        new Refused(
            "not associative",
            job -> job.setMapOutputValueClass(DoubleWritable.class),
            SORTED,
            "its combiner " + WordCount.IntSumReducer.class.getName()),
        new Refused(
            "another reducer",
            job -> job.setReducerClass(Counts.class),
            SORTED,
            "its reducer " + Counts.class.getName()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("refused")
  void inDoubtTheJobStays(Refused refused) throws Exception {
    Job job = wordCount();
    refused.change().accept(job);
    MapSideChoice choice = decide(job);
    assertThat(choice.sorter()).startsWith(refused.sorter());
    assertThat(choice.combining())
        .startsWith("not combined before the sort: " + refused.combining());
  }

  private static void unset(Job job) {
    job.getConfiguration().unset("mapreduce.job.combine.class");
  }

  private Job wordCount() throws IOException {
    Job job = Job.getInstance(LocalJobs.conf(scratch));
    job.getConfiguration().setBoolean("mapred.mapper.new-api", true);
    job.getConfiguration().setBoolean("mapred.reducer.new-api", true);
    job.setMapperClass(WordCount.TokenizerMapper.class);
    job.setCombinerClass(WordCount.IntSumReducer.class);
    job.setReducerClass(WordCount.IntSumReducer.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(IntWritable.class);
    return job;
  }

  private Job files(Job job, String out) throws IOException {
    FileInputFormat.addInputPath(job, new org.apache.hadoop.fs.Path(scratch + "/in"));
    FileOutputFormat.setOutputPath(job, new org.apache.hadoop.fs.Path(scratch + "/" + out));
    return job;
  }

  private MapSideChoice decide(Job job) throws IOException {
    SubmittedJob submitted = WrittenConf.submit(scratch, job.getConfiguration());
    MapSideChoice choice = MapSidePlan.apply(submitted);
    assertThat(MapSideChoice.of(submitted.conf())).contains(choice);
    assertThat(submitted.conf().get("map.sort.class").equals(PrefixSorter.class.getName()))
        .isEqualTo(!choice.sorter().startsWith("not "));
    return choice;
  }

  /** As in Hadoop's tutorial. */
  public static final class OwnSum
      extends Reducer<LongWritable, IntWritable, LongWritable, IntWritable> {
    private final IntWritable result = new IntWritable();

    @Override
    protected void reduce(LongWritable key, Iterable<IntWritable> values, Context context)
        throws IOException, InterruptedException {
      int sum = 0;
      for (IntWritable value : values) {
        sum += value.get();
      }
      result.set(sum);
      context.write(key, result);
    }
  }

  /** The same, and something else. */
  public static final class SumWithSetup extends Reducer<Text, IntWritable, Text, IntWritable> {
    private IntWritable result = new IntWritable();

    @Override
    protected void setup(Context context) {
      context.getCounter("its", "own").increment(1);
    }

    @Override
    protected void reduce(Text key, Iterable<IntWritable> values, Context context)
        throws IOException, InterruptedException {
      int sum = 0;
      for (IntWritable value : values) {
        sum += value.get();
      }
      result.set(sum);
      context.write(key, result);
    }
  }

  /** Counts values, so that it notices how often it ran before. */
  public static final class Counts extends Reducer<Text, IntWritable, Text, IntWritable> {
    private IntWritable result = new IntWritable();

    @Override
    protected void reduce(Text key, Iterable<IntWritable> values, Context context)
        throws IOException, InterruptedException {
      int sum = 0;
      for (IntWritable value : values) {
        sum += 1;
      }
      result.set(sum);
      context.write(key, result);
    }
  }
}
