// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.shuffle;

import static io.situ.mapreduce.LocalJobs.counter;
import static io.situ.mapreduce.LocalJobs.run;
import static org.assertj.core.api.Assertions.assertThat;

import io.situ.mapreduce.LocalJobs;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.WritableComparator;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.DefaultCodec;
import org.apache.hadoop.io.compress.GzipCodec;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Partitioner;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Random jobs whose output must be, byte for byte, that of Hadoop's own shuffle. */
@Tag("hadoop-3.4-long")
class SharedShuffleEquivalenceTest {

  private static final int JOBS = Integer.getInteger("situ.test.rounds", 2);
  private static final String PARTITIONS_USED = "test.partitions.used";
  private static final String COMBINED = "test.combined";

  @TempDir private Path scratch;

  /** One job. */
  private record Case(
      int reduces,
      int used,
      boolean combined,
      boolean reversed,
      boolean encrypted,
      List<Class<? extends CompressionCodec>> codec,
      int lines) {

    static Case of(Random random) {
      int reduces = 1 + random.nextInt(8);
      return new Case(
          reduces,
          1 + random.nextInt(reduces),
          random.nextBoolean(),
          random.nextBoolean(),
          random.nextInt(3) == 0,
          List.of(
                  List.<Class<? extends CompressionCodec>>of(),
                  List.<Class<? extends CompressionCodec>>of(DefaultCodec.class),
                  List.<Class<? extends CompressionCodec>>of(GzipCodec.class))
              .get(random.nextInt(3)),
          random.nextInt(4) == 0 ? 3 : 8_000);
    }
  }

  @Test
  void randomJobsGiveTheSameBytes() throws Exception {
    for (long seed = 0; seed < JOBS; seed++) {
      Random random = new Random(seed);
      Case chosen = Case.of(random);
      String in = "in" + seed;
      write(in, 1 + random.nextInt(4), chosen.lines(), random);
      run(job(in, "stock" + seed, "local", chosen));
      Job shared = run(job(in, "shared" + seed, "shared", chosen));

      assertThat(output("shared" + seed))
          .as("seed %d: %s", seed, chosen)
          .isEqualTo(output("stock" + seed))
          .hasSize(chosen.reduces());
      assertThat(scratch.resolve("shared" + seed + "/_temporary")).doesNotExist();
      assertThat(counter(shared, TaskCounter.REDUCE_INPUT_RECORDS)).isPositive();
    }
  }

  /** More maps than are merged at once: some are merged on this host's disk first. */
  @Test
  void moreMapsThanAreMergedAtOnce() throws Exception {
    Case chosen = new Case(1, 1, false, false, false, List.of(), 2);
    write("many", 260, 2, new Random(1));
    Job job = job("many", "out", "shared", chosen);
    run(job);

    assertThat(counter(job, TaskCounter.REDUCE_INPUT_RECORDS)).isEqualTo(520);
    assertThat(output("out").get("part-r-00000").length()).isPositive();
  }

  private void write(String directory, int files, int lines, Random random) throws IOException {
    Path in = Files.createDirectory(scratch.resolve(directory));
    for (int file = 0; file < files; file++) {
      StringBuilder text = new StringBuilder();
      for (int line = 0; line < lines; line++) {
        byte[] value = new byte[random.nextInt(60)];
        random.nextBytes(value);
        text.append(random.nextInt(1 + random.nextInt(3000)));
        text.append(' ').append(HexFormat.of().formatHex(value)).append('\n');
      }
      Files.writeString(in.resolve("f" + file), text);
    }
  }

  private Job job(String in, String out, String mode, Case chosen) throws IOException {
    JobConf conf = LocalJobs.conf(scratch);
    conf.set("situ.mapreduce.regroup", "off");
    conf.set("situ.mapreduce.shuffle", mode);
    conf.setInt("mapreduce.local.map.tasks.maximum", 2);
    conf.setInt("mapreduce.task.io.sort.mb", 1);
    conf.set("mapreduce.map.sort.spill.percent", "0.3");
    conf.setInt("mapreduce.task.io.sort.factor", 3);
    conf.setBoolean("mapreduce.job.encrypted-intermediate-data", chosen.encrypted());
    conf.setInt(PARTITIONS_USED, chosen.used());
    conf.setBoolean(COMBINED, chosen.combined());
    conf.setCompressMapOutput(!chosen.codec().isEmpty());
    chosen.codec().forEach(conf::setMapOutputCompressorClass);
    Job job = Job.getInstance(conf);
    job.setMapperClass(Splits.class);
    job.setPartitionerClass(Few.class);
    job.setReducerClass(Sorts.class);
    if (chosen.combined()) {
      job.setCombinerClass(Adds.class);
    }
    if (chosen.reversed()) {
      job.setSortComparatorClass(Backwards.class);
    }
    job.setNumReduceTasks(chosen.reduces());
    job.setMapOutputKeyClass(BytesWritable.class);
    job.setMapOutputValueClass(LongWritable.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(Text.class);
    FileInputFormat.addInputPath(job, new org.apache.hadoop.fs.Path(scratch + "/" + in));
    FileOutputFormat.setOutputPath(job, new org.apache.hadoop.fs.Path(scratch + "/" + out));
    return job;
  }

  private TreeMap<String, String> output(String name) throws IOException {
    return LocalJobs.output(scratch.resolve(name));
  }

  /** A key of any bytes, among them none. */
  public static final class Splits extends Mapper<LongWritable, Text, BytesWritable, LongWritable> {
    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      String[] fields = line.toString().split(" ", -1);
      long number = Long.parseLong(fields[0]);
      byte[] key =
          number % 3 == 0
              ? HexFormat.of().parseHex(fields[1])
              : ByteBuffer.allocate(8).putLong(number).array();
      context.write(new BytesWritable(key), new LongWritable(number));
    }
  }

  /** Leaves partitions empty. */
  public static final class Few extends Partitioner<BytesWritable, LongWritable>
      implements Configurable {
    private Configuration conf;
    private int used;

    @Override
    public int getPartition(BytesWritable key, LongWritable value, int partitions) {
      return Math.floorMod(key.hashCode(), used);
    }

    @Override
    public void setConf(Configuration conf) {
      this.conf = conf;
      used = conf.getInt(PARTITIONS_USED, 1);
    }

    @Override
    public Configuration getConf() {
      return conf;
    }
  }

  /** Adds up what has the same key. */
  public static final class Adds
      extends Reducer<BytesWritable, LongWritable, BytesWritable, LongWritable> {
    @Override
    protected void reduce(BytesWritable key, Iterable<LongWritable> values, Context context)
        throws IOException, InterruptedException {
      long sum = 0;
      for (LongWritable value : values) {
        sum += value.get();
      }
      context.write(key, new LongWritable(sum));
    }
  }

  /** The order of equal keys' values is not promised, nor how often a combiner ran. */
  public static final class Sorts extends Reducer<BytesWritable, LongWritable, Text, Text> {
    @Override
    protected void reduce(BytesWritable key, Iterable<LongWritable> values, Context context)
        throws IOException, InterruptedException {
      List<Long> sorted = new ArrayList<>();
      long sum = 0;
      for (LongWritable value : values) {
        sorted.add(value.get());
        sum += value.get();
      }
      Collections.sort(sorted);
      boolean combined = context.getConfiguration().getBoolean(COMBINED, false);
      context.write(
          new Text(HexFormat.of().formatHex(key.copyBytes())),
          new Text(combined ? Long.toString(sum) : sorted.toString()));
    }
  }

  /** Later keys first. */
  public static final class Backwards extends WritableComparator {
    public Backwards() {
      super(BytesWritable.class);
    }

    @Override
    public int compare(byte[] a, int startA, int lengthA, byte[] b, int startB, int lengthB) {
      return -compareBytes(a, startA + 4, lengthA - 4, b, startB + 4, lengthB - 4);
    }
  }
}
