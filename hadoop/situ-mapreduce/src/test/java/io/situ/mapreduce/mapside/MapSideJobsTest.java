// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.mapside;

import static io.situ.mapreduce.LocalJobs.counter;
import static io.situ.mapreduce.LocalJobs.run;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.situ.mapreduce.LocalJobs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.TreeMap;
import org.apache.hadoop.io.ByteWritable;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableComparable;
import org.apache.hadoop.io.WritableComparator;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.DefaultCodec;
import org.apache.hadoop.io.compress.GzipCodec;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapOutputCollector;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.util.IndexedSorter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Random jobs whose output must be, byte for byte, that of Hadoop's own classes. */
class MapSideJobsTest {

  private static final int JOBS = Integer.getInteger("situ.test.rounds", 2);

  @TempDir private Path scratch;

  /** One job. */
  private record Case(
      Class<? extends WritableComparable<?>> keys,
      boolean reversed,
      int reduces,
      List<Class<? extends CompressionCodec>> codec,
      int words,
      int different) {

    static Case of(Random random) {
      return new Case(
          List.<Class<? extends WritableComparable<?>>>of(
                  Text.class, BytesWritable.class, IntWritable.class, LongWritable.class)
              .get(random.nextInt(4)),
          random.nextInt(4) == 0,
          1 + random.nextInt(5),
          List.of(
                  List.<Class<? extends CompressionCodec>>of(),
                  List.<Class<? extends CompressionCodec>>of(DefaultCodec.class),
                  List.<Class<? extends CompressionCodec>>of(GzipCodec.class))
              .get(random.nextInt(3)),
          List.of(10, 2_000, 100_000).get(random.nextInt(3)),
          List.of(5, 1_000, 1_000_000).get(random.nextInt(3)));
    }
  }

  /** One map and one spill, so that the order of equal keys' values is the sorter's. */
  @Tag("hadoop-3.4-long")
  @Test
  void theSorterKeepsEvenTheOrderOfValues() throws Exception {
    for (long seed = 0; seed < JOBS; seed++) {
      Case chosen = Case.of(new Random(seed));
      write("in" + seed, chosen, seed);
      JobConf conf = conf(chosen);
      conf.setInt("mapreduce.task.io.sort.mb", 16);
      run(job(conf, "in" + seed, "stock" + seed, Puts.class));
      conf.setClass("map.sort.class", PrefixSorter.class, IndexedSorter.class);
      run(job(conf, "in" + seed, "sorted" + seed, Puts.class));

      assertThat(output("sorted" + seed))
          .as("seed %d: %s", seed, chosen)
          .isEqualTo(output("stock" + seed))
          .hasSize(chosen.reduces());
    }
  }

  @Test
  void combinedBeforeTheSortAsInSpills() throws Exception {
    for (long seed = 0; seed < JOBS; seed++) {
      Case chosen = Case.of(new Random(seed));
      write("in" + seed, chosen, seed);
      JobConf conf = conf(chosen);
      Job stock = job(conf, "in" + seed, "stock" + seed, Adds.class);
      stock.setCombinerClass(Adds.class);
      run(stock);
      setCombining(conf);
      conf.setClass("map.sort.class", PrefixSorter.class, IndexedSorter.class);
      conf.set("situ.mapreduce.shuffle", seed % 2 == 0 ? "local" : "shared");
      Job combined = job(conf, "in" + seed, "combined" + seed, Adds.class);
      combined.setCombinerClass(Adds.class);
      run(combined);

      assertThat(output("combined" + seed))
          .as("seed %d: %s", seed, chosen)
          .isEqualTo(output("stock" + seed))
          .hasSize(chosen.reduces());
      for (TaskCounter same :
          List.of(TaskCounter.MAP_OUTPUT_RECORDS, TaskCounter.MAP_OUTPUT_BYTES)) {
        assertThat(counter(combined, same)).as("%s", same).isEqualTo(counter(stock, same));
      }
    }
  }

  @Tag("hadoop-3.4-long")
  @Test
  void whatIsCombinedIsNotSpilled() throws Exception {
    Case few = new Case(Text.class, false, 1, List.of(), 100_000, 1_000);
    write("in", few, 1);
    JobConf conf = conf(few);
    setCombining(conf);
    Job job = job(conf, "in", "out", Adds.class);
    job.setCombinerClass(Adds.class);
    run(job);

    assertThat(counter(job, TaskCounter.SPILLED_RECORDS)).isEqualTo(2_000);
    assertThat(counter(job, TaskCounter.REDUCE_INPUT_RECORDS)).isEqualTo(1_000);
    assertThat(counter(job, TaskCounter.COMBINE_INPUT_RECORDS)).isGreaterThanOrEqualTo(100_000);
  }

  @Test
  void aJobWithoutCombinerIsLeftToHadoop() throws Exception {
    Case plain = new Case(Text.class, false, 2, List.of(), 2_000, 100);
    write("in", plain, 1);
    JobConf conf = conf(plain);
    run(job(conf, "in", "stock", Puts.class));
    setCombining(conf);
    run(job(conf, "in", "same", Puts.class));

    assertThat(output("same")).isEqualTo(output("stock"));
  }

  /** Equal keys by the comparator need not be equal bytes. */
  @Tag("hadoop-3.4-long")
  @Test
  void keysThatOnlyTheComparatorCallsEqual() throws Exception {
    Files.createDirectory(scratch.resolve("in"));
    Files.writeString(scratch.resolve("in/f"), "b A a B b c a C A a\n".replace(' ', '\n'));
    JobConf conf = conf(new Case(Text.class, false, 1, List.of(), 0, 0));
    conf.setOutputKeyComparatorClass(AnyCase.class);
    setCombining(conf);
    Job job = job(conf, "in", "out", Adds.class);
    job.setMapperClass(Words.class);
    job.setCombinerClass(Adds.class);
    run(job);

    assertThat(output("out").get("part-r-00000").toLowerCase(Locale.ROOT))
        .isEqualTo("a\t5\nb\t3\nc\t2\n");
  }

  @Tag("hadoop-3.4-long")
  @Test
  void recordsThatFitIntoNoTable() throws Exception {
    Files.createDirectory(scratch.resolve("in"));
    String large = "x".repeat(1_500_000);
    Files.writeString(scratch.resolve("in/f"), large + "\ny\n" + large + "\ny\n");
    JobConf conf = conf(new Case(Text.class, false, 1, List.of(), 0, 0));
    setCombining(conf);
    Job job = job(conf, "in", "out", Adds.class);
    job.setMapperClass(Words.class);
    job.setCombinerClass(Adds.class);
    run(job);

    assertThat(output("out").get("part-r-00000")).isEqualTo(large + "\t2\ny\t2\n");
  }

  @Tag("hadoop-3.4-long")
  @Test
  void aMapperWithTheWrongTypeFails() throws Exception {
    Files.createDirectory(scratch.resolve("in"));
    Files.writeString(scratch.resolve("in/f"), "x\n");
    JobConf conf = conf(new Case(BytesWritable.class, false, 1, List.of(), 0, 0));
    setCombining(conf);
    Job job = job(conf, "in", "out", Adds.class);
    job.setMapperClass(Words.class);
    job.setCombinerClass(Adds.class);

    assertThat(job.waitForCompletion(false)).isFalse();
    assertThat(scratch.resolve("out/_SUCCESS")).doesNotExist();
  }

  /** It is right for what was combined, so that Hadoop's own combining does not see it. */
  @Test
  void aCombinerWithTheWrongTypeFails() throws Exception {
    Files.createDirectory(scratch.resolve("in"));
    Files.writeString(scratch.resolve("in/f"), "x\nx\n");
    JobConf conf = conf(new Case(Text.class, false, 1, List.of(), 0, 0));
    setCombining(conf);
    for (Class<? extends Reducer> combiner : List.of(OtherKeys.class, OtherValues.class)) {
      Job job = job(conf, "in", combiner.getSimpleName(), Adds.class);
      job.setMapperClass(Words.class);
      job.setCombinerClass(combiner);

      assertThat(job.waitForCompletion(false)).as("%s", combiner).isFalse();
      assertThat(scratch.resolve(combiner.getSimpleName() + "/_SUCCESS")).doesNotExist();
    }
  }

  private static void setCombining(JobConf conf) {
    conf.setClass(
        "mapreduce.job.map.output.collector.class",
        CombiningMapOutput.class,
        MapOutputCollector.class);
  }

  private void write(String directory, Case chosen, long seed) throws IOException {
    Random random = new Random(seed);
    StringBuilder text = new StringBuilder();
    for (int word = 0; word < chosen.words(); word++) {
      text.append(random.nextInt(chosen.different()) - chosen.different() / 2).append('\n');
    }
    Files.createDirectories(scratch.resolve(directory));
    Files.writeString(scratch.resolve(directory + "/f"), text);
  }

  private JobConf conf(Case chosen) {
    JobConf conf = LocalJobs.conf(scratch);
    conf.set("situ.mapreduce.regroup", "off");
    conf.setInt("mapreduce.task.io.sort.mb", 1);
    conf.set("mapreduce.map.sort.spill.percent", "0.3");
    conf.setNumReduceTasks(chosen.reduces());
    conf.setMapOutputKeyClass(chosen.keys());
    conf.setMapOutputValueClass(LongWritable.class);
    conf.setCompressMapOutput(!chosen.codec().isEmpty());
    chosen.codec().forEach(conf::setMapOutputCompressorClass);
    if (chosen.reversed()) {
      conf.setOutputKeyComparatorClass(Backwards.class);
    }
    return conf;
  }

  private Job job(JobConf conf, String in, String out, Class<? extends Reducer<?, ?, ?, ?>> reducer)
      throws IOException {
    Job job = Job.getInstance(conf);
    job.setMapperClass(Numbers.class);
    job.setReducerClass(reducer);
    job.setOutputKeyClass(conf.getMapOutputKeyClass());
    job.setOutputValueClass(LongWritable.class);
    FileInputFormat.addInputPath(job, new org.apache.hadoop.fs.Path(scratch + "/" + in));
    FileOutputFormat.setOutputPath(job, new org.apache.hadoop.fs.Path(scratch + "/" + out));
    return job;
  }

  private TreeMap<String, String> output(String name) throws IOException {
    return LocalJobs.output(scratch.resolve(name));
  }

  /** Puts out each line's number as a key, and where the line is. */
  public static final class Numbers
      extends Mapper<LongWritable, Text, WritableComparable<?>, LongWritable> {
    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      Class<?> keys = context.getMapOutputKeyClass();
      String word = line.toString();
      WritableComparable<?> key =
          keys == Text.class
              ? new Text(word)
              : keys == BytesWritable.class
                  ? new BytesWritable(word.getBytes(UTF_8))
                  : keys == IntWritable.class
                      ? new IntWritable(Integer.parseInt(word))
                      : new LongWritable(Long.parseLong(word) << 20);
      context.write(key, offset);
    }
  }

  /** Puts out each line, once. */
  public static final class Words extends Mapper<LongWritable, Text, Text, LongWritable> {
    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      context.write(line, new LongWritable(1));
    }
  }

  /** Puts out what comes in. */
  public static final class Puts
      extends Reducer<WritableComparable<?>, LongWritable, WritableComparable<?>, LongWritable> {}

  /** Adds up what has the same key. */
  public static final class Adds
      extends Reducer<WritableComparable<?>, LongWritable, WritableComparable<?>, LongWritable> {
    @Override
    protected void reduce(WritableComparable<?> key, Iterable<LongWritable> values, Context context)
        throws IOException, InterruptedException {
      long sum = 0;
      for (LongWritable value : values) {
        sum += value.get();
      }
      context.write(key, new LongWritable(sum));
    }
  }

  /** Has another class of keys where there are several values. */
  public static final class OtherKeys extends Reducer<Text, LongWritable, Writable, LongWritable> {
    @Override
    protected void reduce(Text key, Iterable<LongWritable> values, Context context)
        throws IOException, InterruptedException {
      List<Long> all = numbers(values);
      Writable other = new ByteWritable((byte) 0);
      context.write(all.size() == 1 ? key : other, new LongWritable(all.get(0)));
    }
  }

  /** Has another class of values, as one that averages, where there are several. */
  public static final class OtherValues extends Reducer<Text, LongWritable, Text, Writable> {
    @Override
    protected void reduce(Text key, Iterable<LongWritable> values, Context context)
        throws IOException, InterruptedException {
      List<Long> all = numbers(values);
      Writable other = new DoubleWritable(0.5);
      context.write(key, all.size() == 1 ? new LongWritable(all.get(0)) : other);
    }
  }

  private static List<Long> numbers(Iterable<LongWritable> values) {
    List<Long> all = new ArrayList<>();
    values.forEach(value -> all.add(value.get()));
    return all;
  }

  /** Orders any bytes, the greatest first. */
  public static final class Backwards extends WritableComparator {
    public Backwards() {
      super(Text.class);
    }

    @Override
    public int compare(byte[] a, int startA, int lengthA, byte[] b, int startB, int lengthB) {
      return -compareBytes(a, startA, lengthA, b, startB, lengthB);
    }
  }

  /** Upper and lower case are the same. */
  public static final class AnyCase extends WritableComparator {
    public AnyCase() {
      super(Text.class, true);
    }

    @Override
    public int compare(WritableComparable a, WritableComparable b) {
      return a.toString().compareToIgnoreCase(b.toString());
    }
  }
}
