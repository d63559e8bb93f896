// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.mapreduce.bytecode.TaskKeys;
import io.situ.mapreduce.split.RegroupPolicy;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.MapRunnable;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.RecordReader;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Partitioner;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.chain.ChainMapper;
import org.apache.hadoop.mapreduce.lib.map.InverseMapper;
import org.apache.hadoop.mapreduce.lib.map.MultithreadedMapper;
import org.junit.jupiter.api.Test;

/** Whichever class a task runs is looked at, wherever the job names it. */
class TaskCodeTest {

  private static final String STATE =
      " reaches io.situ.mapreduce.policy.TaskCodeTest$State, which writes the static field"
          + " TaskCodeTest$State.count";

  private final JobConf job = new JobConf(false);

  TaskCodeTest() {
    job.setBoolean("mapred.mapper.new-api", true);
  }

  private static Optional<String> objection(Configuration conf) {
    return TaskCode.objection(conf, List.of());
  }

  private static void assertRefused(Configuration conf, String role, Class<?> type) {
    assertThat(objection(conf)).contains(role + " " + type.getName() + STATE);
  }

  @Test
  void plainJobsPass() {
    assertThat(objection(job)).isEmpty();
    assertThat(objection(new JobConf(false))).isEmpty();
    assertThat(objection(new JobConf())).isEmpty();
  }

  @Test
  void combinersPartitionersAndRunnersRunInMapsToo() {
    job.set(MRJobConfig.COMBINE_CLASS_ATTR, Combines.class.getName());
    assertRefused(job, "its combiner", Combines.class);

    JobConf parts = new JobConf(false);
    parts.setBoolean("mapred.mapper.new-api", true);
    parts.set(MRJobConfig.PARTITIONER_CLASS_ATTR, Parts.class.getName());
    assertThat(objection(parts)).isEmpty();
    parts.setNumReduceTasks(2);
    assertRefused(parts, "its partitioner", Parts.class);

    JobConf old = new JobConf(false);
    old.setMapRunnerClass(Runs.class);
    assertRefused(old, "its map runner", Runs.class);
    JobConf mapping = new JobConf(false);
    mapping.setMapperClass(OldCounts.class);
    assertRefused(mapping, "its mapper", OldCounts.class);
  }

  @Test
  void whatHadoopsMappersRunIsLookedAt() throws IOException {
    Job threads = Job.getInstance(job);
    threads.setMapperClass(MultithreadedMapper.class);
    MultithreadedMapper.setMapperClass(threads, Counts.class);
    assertRefused(threads.getConfiguration(), "its mapper", Counts.class);

    Job chain = Job.getInstance(job);
    Configuration none = new Configuration(false);
    ChainMapper.addMapper(
        chain, InverseMapper.class, Object.class, Text.class, Text.class, Object.class, none);
    assertThat(objection(chain.getConfiguration())).isEmpty();
    ChainMapper.addMapper(
        chain, Counts.class, Text.class, Object.class, Text.class, Text.class, none);
    assertRefused(chain.getConfiguration(), "its mapper", Counts.class);
  }

  @Test
  void chainsOfTheOldInterfaceMustCopyRecords() {
    JobConf copies = new JobConf(false);
    addOld(copies, true);
    JobConf hands = new JobConf(false);
    addOld(hands, false);

    assertThat(objection(copies)).isEmpty();
    assertThat(objection(hands).orElseThrow()).endsWith(" hands objects on that it may keep");
  }

  private static void addOld(JobConf job, boolean byValue) {
    org.apache.hadoop.mapred.lib.ChainMapper.addMapper(
        job,
        OldQuiet.class,
        LongWritable.class,
        Text.class,
        Text.class,
        Text.class,
        byValue,
        new JobConf(false));
  }

  @Test
  void aKeyMayNotTakeOverWhatDiffersByTask() {
    job.set("my.side.file", "side-${mapreduce.task.partition}");

    assertThat(objection(job)).contains("its key my.side.file has a value that differs by task");
    for (String key : List.of("mapreduce.map.input.start", "map.input.file")) {
      JobConf ofSplit = new JobConf(false);
      ofSplit.set("my.begin", "at ${" + key + "}");
      assertThat(objection(ofSplit)).contains("its key my.begin has a value that differs by task");
    }
  }

  private static JobConf old(String key, Class<?> type) {
    JobConf old = new JobConf(false);
    old.setNumReduceTasks(2);
    old.set(key, type.getName());
    return old;
  }

  /** In the older interface, where a task's configuration names the split that is being read. */
  @Test
  void whatSeveralSplitsShareMayNotKnowTheSplit() {
    for (String key :
        List.of(
            "mapred.partitioner.class",
            "mapred.combiner.class",
            MRJobConfig.KEY_COMPARATOR,
            "mapreduce.job.combiner.group.comparator.class",
            MRJobConfig.MAP_OUTPUT_KEY_CLASS)) {
      assertThat(objection(old(key, ByFile.class)).orElseThrow())
          .as(key)
          .endsWith(ByFile.class.getName() + " has the text \"map.input.file\"");
    }
    for (Class<?> type : List.of(NamesSplit.class, RefersToSplit.class)) {
      assertThat(objection(old("mapred.combiner.class", type)))
          .contains("its combiner " + type.getName() + " calls Reporter.getInputSplit");
    }
    assertThat(objection(old("mapred.mapper.class", OldNamesFile.class))).isEmpty();
    assertThat(objection(old("mapred.partitioner.class", ByKey.class))).isEmpty();
  }

  @Test
  void mappersMayNotAskForWhatAGroupPutsInTheirPlace() {
    for (String key : List.of("mapreduce.map.class", "mapreduce.inputformat.class")) {
      assertThat(TaskKeys.isTakenOver("own", "${" + key + "}")).as(key).isTrue();
    }
    job.set(MRJobConfig.REDUCE_CLASS_ATTR, RefersToMapper.class.getName());
    assertThat(objection(job).orElseThrow()).endsWith("calls JobContext.getMapperClass");
  }

  @Test
  void programsRunOncePerTask() {
    JobConf streaming = new JobConf(false);
    streaming.set(RegroupPolicy.OLD_RUNNER, "org.apache.hadoop.streaming.PipeMapRunner");
    JobConf pipes = new JobConf(false);
    pipes.set(RegroupPolicy.OLD_RUNNER, "org.apache.hadoop.mapred.pipes.PipesMapRunner");

    assertThat(objection(streaming)).contains("it runs a program for each map task");
    assertThat(objection(pipes)).contains("it runs a program for each map task");
  }

  @Test
  void classesThatJobsPutIntoHadoopsPlaceMustBeKnown() {
    job.set(MRJobConfig.MAP_OUTPUT_COLLECTOR_CLASS_ATTR, "a.b.Collector");
    assertThat(objection(job).orElseThrow()).contains("a.b.Collector, which is not known");

    JobConf own = new JobConf(false);
    own.set("io.serializations", "a.b.Serialization");
    assertThat(objection(own).orElseThrow()).contains("a.b.Serialization, which is not known");
  }

  @Test
  void reducersMayNotAskForTheNumberOfMaps() {
    job.set(MRJobConfig.REDUCE_CLASS_ATTR, Averages.class.getName());

    assertThat(objection(job))
        .contains("its class " + Averages.class.getName() + " has the text \"mapreduce.job.maps\"");
  }

  private static final class State {
    private static int count;

    private State() {}

    static void add() {
      count++;
    }
  }

  /** Counts in the process. */
  public static final class Counts extends Mapper<Object, Text, Text, Text> {
    @Override
    protected void map(Object key, Text value, Context context) {
      State.add();
    }
  }

  /** Puts out each line. */
  public static final class OldQuiet extends MapReduceBase
      implements org.apache.hadoop.mapred.Mapper<LongWritable, Text, Text, Text> {
    @Override
    public void map(LongWritable key, Text value, OutputCollector<Text, Text> out, Reporter r)
        throws IOException {
      out.collect(value, value);
    }
  }

  /** Counts in the process, in the old interface. */
  public static final class OldCounts extends MapReduceBase
      implements org.apache.hadoop.mapred.Mapper<LongWritable, Text, Text, Text> {
    @Override
    public void map(LongWritable key, Text value, OutputCollector<Text, Text> out, Reporter r) {
      State.add();
    }
  }

  /** Counts in the process. */
  public static final class Combines extends Reducer<Text, Text, Text, Text> {
    @Override
    protected void reduce(Text key, Iterable<Text> values, Context context) {
      State.add();
    }
  }

  /** Counts in the process. */
  public static final class Parts extends Partitioner<Text, Text> {
    @Override
    public int getPartition(Text key, Text value, int partitions) {
      State.add();
      return 0;
    }
  }

  /** Counts in the process. */
  public static final class Runs implements MapRunnable<LongWritable, Text, Text, Text> {
    @Override
    public void configure(JobConf conf) {
      State.add();
    }

    @Override
    public void run(
        RecordReader<LongWritable, Text> in, OutputCollector<Text, Text> out, Reporter reporter) {}
  }

  /** Has partitions by the file whose name it was made with. */
  public static final class ByFile implements org.apache.hadoop.mapred.Partitioner<Text, Text> {
    private String file;

    @Override
    public void configure(JobConf conf) {
      file = conf.get("map.input.file");
    }

    @Override
    public int getPartition(Text key, Text value, int partitions) {
      return file.endsWith("-0") ? 0 : 1;
    }
  }

  /** Has partitions by a part of the key. */
  public static final class ByKey implements org.apache.hadoop.mapred.Partitioner<Text, Text> {
    private int length;

    @Override
    public void configure(JobConf conf) {
      length = conf.getInt("my.length", 1);
    }

    @Override
    public int getPartition(Text key, Text value, int partitions) {
      return Math.min(length, key.getLength()) % partitions;
    }
  }

  /** Says of each key which split it is from. */
  public static final class NamesSplit extends MapReduceBase
      implements org.apache.hadoop.mapred.Reducer<Text, Text, Text, Text> {
    @Override
    public void reduce(
        Text key, Iterator<Text> values, OutputCollector<Text, Text> out, Reporter reporter)
        throws IOException {
      out.collect(key, new Text(reporter.getInputSplit().toString()));
    }
  }

  /** Asks by a reference. */
  public static final class RefersToSplit extends MapReduceBase
      implements org.apache.hadoop.mapred.Reducer<Text, Text, Text, Text> {
    @Override
    public void reduce(
        Text key, Iterator<Text> values, OutputCollector<Text, Text> out, Reporter reporter)
        throws IOException {
      Supplier<Object> split = reporter::getInputSplit;
      out.collect(key, new Text(split.get().toString()));
    }
  }

  /** Asks by a reference. */
  public static final class RefersToMapper extends Reducer<Text, Text, Text, Text> {
    @Override
    protected void setup(Context context) throws IOException {
      Callable<Class<?>> mapper = ((JobContext) context)::getMapperClass;
      context.setStatus(String.valueOf(mapper));
    }
  }

  /** Puts out the name of the file, of which each split has one. */
  public static final class OldNamesFile extends MapReduceBase
      implements org.apache.hadoop.mapred.Mapper<LongWritable, Text, Text, Text> {
    private String file;

    @Override
    public void configure(JobConf conf) {
      file = conf.get("mapreduce.map.input.file");
    }

    @Override
    public void map(
        LongWritable key, Text value, OutputCollector<Text, Text> out, Reporter reporter)
        throws IOException {
      out.collect(new Text(file), new Text(reporter.getInputSplit().toString()));
    }
  }

  /** Divides by the number of maps. */
  public static final class Averages extends Reducer<Text, Text, Text, Text> {
    @Override
    protected void setup(Context context) {
      context.setStatus(context.getConfiguration().get("mapreduce.job.maps"));
    }
  }
}
