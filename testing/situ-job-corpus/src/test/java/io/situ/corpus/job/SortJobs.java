// SPDX-License-Identifier: Apache-2.0
package io.situ.corpus.job;

import io.situ.corpus.CorpusJob;
import io.situ.corpus.Input;
import io.situ.corpus.Run;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Partitioner;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.input.KeyValueTextInputFormat;
import org.apache.hadoop.mapreduce.lib.reduce.LongSumReducer;

/** Jobs whose output is in an order of the job's choice. */
final class SortJobs {

  private SortJobs() {}

  static List<CorpusJob> jobs() {
    return List.of(
        CorpusJob.grouped("sort-by-key", SortJobs::byKey).inOrder(),
        CorpusJob.either("sort-descending", SortJobs::descending).inOrder().asVariant(),
        CorpusJob.either("sort-total-order", SortJobs::totalOrder),
        CorpusJob.either("sort-secondary", SortJobs::secondary).inOrder(),
        CorpusJob.either("sort-by-fields", SortJobs::byFields).asVariant(),
        CorpusJob.either("sort-numbers-with-raw-comparator", SortJobs::rawComparator)
            .inOrder()
            .asVariant(),
        CorpusJob.either("sort-by-java-serialization", SortJobs::javaSerialization)
            .inOrder()
            .asVariant());
  }

  private static void byKey(Run run) throws Exception {
    Job job = run.newJob(Input.MIXED);
    job.getConfiguration().set("mapreduce.input.keyvaluelinerecordreader.key.value.separator", "|");
    job.setInputFormatClass(KeyValueTextInputFormat.class);
    run.submit(job);
  }

  private static void descending(Run run) throws Exception {
    Job job = run.newJob(Input.MIXED);
    job.getConfiguration().set("mapreduce.input.keyvaluelinerecordreader.key.value.separator", "|");
    job.setInputFormatClass(KeyValueTextInputFormat.class);
    job.setSortComparatorClass(Descending.class);
    run.submit(job);
  }

  private static void totalOrder(Run run) throws Exception {
    Job job = run.newJob(Input.MIXED);
    job.getConfiguration().set("mapreduce.input.keyvaluelinerecordreader.key.value.separator", " ");
    job.setInputFormatClass(KeyValueTextInputFormat.class);
    job.setPartitionerClass(org.apache.hadoop.mapreduce.lib.partition.TotalOrderPartitioner.class);
    job.setNumReduceTasks(3);
    Path borders = run.work("borders");
    FileSystem fs = borders.getFileSystem(job.getConfiguration());
    try (org.apache.hadoop.io.SequenceFile.Writer out =
        org.apache.hadoop.io.SequenceFile.createWriter(
            fs, job.getConfiguration(), borders, Text.class, NullWritable.class)) {
      out.append(new Text("k20"), NullWritable.get());
      out.append(new Text("k30"), NullWritable.get());
    }
    org.apache.hadoop.mapreduce.lib.partition.TotalOrderPartitioner.setPartitionFile(
        job.getConfiguration(), borders);
    run.submit(job);
  }

  private static void secondary(Run run) throws Exception {
    Job job = run.newJob(Input.MIXED);
    job.setMapperClass(NumberedKeys.class);
    job.setReducerClass(Joined.class);
    job.setMapOutputKeyClass(KeyAndNumber.class);
    job.setMapOutputValueClass(IntWritable.class);
    job.setPartitionerClass(ByFirst.class);
    job.setGroupingComparatorClass(SameFirst.class);
    job.setNumReduceTasks(2);
    run.submit(job);
  }

  private static void byFields(Run run) throws Exception {
    Job job = run.newJob(Input.MIXED);
    job.setInputFormatClass(KeyValueTextInputFormat.class);
    Configuration conf = job.getConfiguration();
    conf.set("mapreduce.input.keyvaluelinerecordreader.key.value.separator", "|");
    conf.set("mapreduce.map.output.key.field.separator", " ");
    conf.set("mapreduce.partition.keypartitioner.options", "-k1,1");
    conf.set("mapreduce.partition.keycomparator.options", "-k2,2nr -k1,1");
    job.setPartitionerClass(
        org.apache.hadoop.mapreduce.lib.partition.KeyFieldBasedPartitioner.class);
    job.setSortComparatorClass(
        org.apache.hadoop.mapreduce.lib.partition.KeyFieldBasedComparator.class);
    job.setNumReduceTasks(2);
    run.submit(job);
  }

  private static void rawComparator(Run run) throws Exception {
    Job job = run.newJob(Input.MIXED);
    job.setMapperClass(NumbersAsKeys.class);
    job.setMapOutputKeyClass(LongWritable.class);
    job.setOutputKeyClass(LongWritable.class);
    job.setOutputValueClass(LongWritable.class);
    job.setSortComparatorClass(LongWritable.DecreasingComparator.class);
    job.setReducerClass(LongSumReducer.class);
    run.submit(job);
  }

  private static void javaSerialization(Run run) throws Exception {
    Job job = run.newJob(Input.SMALL);
    job.getConfiguration()
        .setStrings(
            "io.serializations",
            "org.apache.hadoop.io.serializer.JavaSerialization",
            "org.apache.hadoop.io.serializer.WritableSerialization");
    job.setMapperClass(JavaKeys.class);
    job.setReducerClass(JavaSum.class);
    job.setMapOutputKeyClass(String.class);
    job.setMapOutputValueClass(Long.class);
    job.setSortComparatorClass(org.apache.hadoop.io.serializer.JavaSerializationComparator.class);
    run.submit(job);
  }

  /** Compares texts the other way round. */
  static final class Descending extends org.apache.hadoop.io.WritableComparator {
    Descending() {
      super(Text.class, true);
    }

    @Override
    @SuppressWarnings({"rawtypes", "unchecked"})
    public int compare(
        org.apache.hadoop.io.WritableComparable a, org.apache.hadoop.io.WritableComparable b) {
      return b.compareTo(a);
    }
  }

  /** A key of two parts, ordered by both. */
  static final class KeyAndNumber implements org.apache.hadoop.io.WritableComparable<KeyAndNumber> {
    private String key = "";
    private int number;

    @Override
    public void write(java.io.DataOutput out) throws IOException {
      out.writeUTF(key);
      out.writeInt(number);
    }

    @Override
    public void readFields(java.io.DataInput in) throws IOException {
      key = in.readUTF();
      number = in.readInt();
    }

    @Override
    public int compareTo(KeyAndNumber other) {
      int byKey = key.compareTo(other.key);
      return byKey == 0 ? Integer.compare(number, other.number) : byKey;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof KeyAndNumber same && compareTo(same) == 0;
    }

    @Override
    public int hashCode() {
      return key.hashCode() * 31 + number;
    }
  }

  static final class ByFirst extends Partitioner<KeyAndNumber, IntWritable> {
    @Override
    public int getPartition(KeyAndNumber key, IntWritable value, int parts) {
      return (key.key.hashCode() & Integer.MAX_VALUE) % parts;
    }
  }

  /** Calls keys equal whose first parts are. */
  static final class SameFirst extends org.apache.hadoop.io.WritableComparator {
    SameFirst() {
      super(KeyAndNumber.class, true);
    }

    @Override
    @SuppressWarnings("rawtypes")
    public int compare(
        org.apache.hadoop.io.WritableComparable a, org.apache.hadoop.io.WritableComparable b) {
      return ((KeyAndNumber) a).key.compareTo(((KeyAndNumber) b).key);
    }
  }

  static final class NumberedKeys extends Mapper<LongWritable, Text, KeyAndNumber, IntWritable> {
    private final KeyAndNumber key = new KeyAndNumber();

    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      String[] words = line.toString().split(" ");
      key.key = words[0];
      key.number = Integer.parseInt(words[1]);
      context.write(key, new IntWritable(key.number));
    }
  }

  static final class Joined extends Reducer<KeyAndNumber, IntWritable, Text, Text> {
    @Override
    protected void reduce(KeyAndNumber key, Iterable<IntWritable> values, Context context)
        throws IOException, InterruptedException {
      StringBuilder all = new StringBuilder();
      values.forEach(value -> all.append(value).append(','));
      context.write(new Text(key.key), new Text(all.toString()));
    }
  }

  static final class NumbersAsKeys extends Mapper<LongWritable, Text, LongWritable, LongWritable> {
    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      long number = Long.parseLong(line.toString().split(" ")[1]);
      context.write(new LongWritable(number), new LongWritable(1));
    }
  }

  static final class JavaKeys extends Mapper<LongWritable, Text, String, Long> {
    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      context.write(line.toString().split(" ")[0], 1L);
    }
  }

  static final class JavaSum extends Reducer<String, Long, Text, Text> {
    @Override
    protected void reduce(String key, Iterable<Long> values, Context context)
        throws IOException, InterruptedException {
      long sum = 0;
      for (Long value : values) {
        sum += value;
      }
      context.write(new Text(key), new Text(String.valueOf(sum)));
    }
  }
}
