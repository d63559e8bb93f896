// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.aggregate.ValueAggregatorMapper;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Mappers that would notice that the split of a small file was cut. */
class SplitCutCodeTest {

  private static JobConf job(Class<?> mapper) {
    JobConf job = new JobConf(false);
    job.setBoolean("mapred.mapper.new-api", true);
    job.set("mapreduce.job.map.class", mapper.getName());
    return job;
  }

  private static Optional<String> objection(Class<?> mapper) {
    return objection(job(mapper));
  }

  /** Of one that may be grouped. */
  private static Optional<String> objection(JobConf job) {
    assertThat(TaskCode.objection(job, List.of())).isEmpty();
    return TaskCode.objectionToCuts(job);
  }

  @Test
  void recordsOnTheirOwnPass() {
    assertThat(objection(Words.class)).isEmpty();
  }

  @Test
  void whatIsKeptForTheNextRecordIsRefused() {
    assertThat(objection(Numbers.class).orElseThrow())
        .contains(
            "changes the field SplitCutCodeTest$Numbers.line of an object that outlives a record");
    assertThat(objection(Headers.class).orElseThrow())
        .contains("uses the field SplitCutCodeTest$Headers.header before it fills it");
    assertThat(objection(Gathers.class).orElseThrow()).contains("has the field sums");
  }

  @Test
  void whatIsDoneOncePerSplitIsRefused() {
    assertThat(objection(Ends.class).orElseThrow()).endsWith("has a method cleanup of its own");
    assertThat(objection(Starts.class).orElseThrow())
        .endsWith("asks for the range of its split by FileSplit.getStart");
    assertThat(objection(Begins.class).orElseThrow())
        .endsWith("puts something out before it has read a record");
  }

  /** By other names, through other variables, and in other methods than the usual ones. */
  @ParameterizedTest
  @CsvSource({
    "Appends, calls append of an object that it keeps",
    "Clears, calls clear of an object that it keeps",
    "Renames, calls get of an object that it keeps",
    "Chooses, calls get of an object that it keeps",
    "Prints, hands an object that it keeps to valueOf",
    "Gives, hands on an object that it keeps",
    "Overrides, changes the field CutMappers$Counted.count of an object that outlives a record",
    "Shares, gives its field other an object that others may have too",
    "Pairs, reads the next record itself",
    "Splits, asks for the range of its split by String.valueOf",
    "Places, asks for the range of its split by InputSplit.getLocations",
    "Helps, puts something out before it has read a record",
    "Calls, calls its method put when a split begins",
    "AsksFile, has the text \"mapreduce.map.input.file\""
  })
  void whatNoticesACutIsRefused(String mapper, String because) throws Exception {
    Class<?> type = Class.forName(CutMappers.class.getName() + "$" + mapper);

    assertThat(objection(type).orElseThrow()).endsWith(because);
  }

  @Test
  void mappersAndRunnersThatNeedNoLookForGroupsNeedOneForCuts() {
    JobConf old = new JobConf(false);
    old.set("mapred.mapper.class", "org.apache.hadoop.fs.TestDFSIO$ReadMapper");
    assertThat(objection(old).orElseThrow()).endsWith("is not known to treat each record alone");

    JobConf runner = new JobConf(false);
    runner.setMapRunnerClass(CutMappers.Runs.class);
    assertThat(objection(runner).orElseThrow()).endsWith("Runs may know earlier records");
    assertThat(objection(ValueAggregatorMapper.class)).isPresent();
  }

  /** Counts words with what it has at hand for all records. */
  public static final class Words extends Mapper<LongWritable, Text, Text, IntWritable> {
    private final Text word = new Text();
    private final IntWritable one = new IntWritable(1);
    private String prefix;

    @Override
    protected void setup(Context context) {
      prefix = context.getConfiguration().get("prefix", "");
    }

    @Override
    protected void map(LongWritable key, Text line, Context context)
        throws IOException, InterruptedException {
      for (String each : line.toString().split(" ", -1)) {
        word.set(prefix + each);
        context.write(word, one);
      }
    }
  }

  /** Numbers lines. */
  public static final class Numbers extends Mapper<LongWritable, Text, Text, LongWritable> {
    private long line;

    @Override
    protected void map(LongWritable key, Text value, Context context)
        throws IOException, InterruptedException {
      context.write(value, new LongWritable(line++));
    }
  }

  /** Puts the last header before each line. */
  public static final class Headers extends Mapper<LongWritable, Text, Text, Text> {
    private final Text header = new Text();

    @Override
    protected void map(LongWritable key, Text value, Context context)
        throws IOException, InterruptedException {
      if (value.getLength() > 0 && value.charAt(0) == '#') {
        header.set(value);
      } else {
        context.write(header, value);
      }
    }
  }

  /** Gathers in a map. */
  public static final class Gathers extends Mapper<LongWritable, Text, Text, Text> {
    private final Map<String, Integer> sums = new HashMap<>();

    @Override
    protected void map(LongWritable key, Text value, Context context) {
      sums.merge(value.toString(), 1, Integer::sum);
    }
  }

  /** Puts out one record per split at its end. */
  public static final class Ends extends Mapper<LongWritable, Text, Text, Text> {
    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      context.write(new Text("split"), new Text("end"));
    }
  }

  /** Puts out one record per split at its beginning. */
  public static final class Begins extends Mapper<LongWritable, Text, Text, Text> {
    @Override
    protected void setup(Context context) throws IOException, InterruptedException {
      context.write(new Text("split"), new Text("begin"));
    }
  }

  /** Asks where the split begins. */
  public static final class Starts extends Mapper<LongWritable, Text, Text, LongWritable> {
    private long start;

    @Override
    protected void setup(Context context) {
      start = ((FileSplit) context.getInputSplit()).getStart();
    }

    @Override
    protected void map(LongWritable key, Text value, Context context)
        throws IOException, InterruptedException {
      context.write(value, new LongWritable(start));
    }
  }
}
