// SPDX-License-Identifier: Apache-2.0
package io.situ.corpus.job;

import io.situ.corpus.CorpusJob;
import io.situ.corpus.Input;
import io.situ.corpus.Run;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;

/** Mappers that keep something: in their instance, in static fields, in helpers. */
final class StateJobs {

  private StateJobs() {}

  static List<CorpusJob> jobs() {
    return List.of(
        CorpusJob.either("combining-in-the-mapper", run -> sum(run, InInstance.class)),
        CorpusJob.separate("combining-in-a-static-map", run -> sum(run, InStaticMap.class))
            .withStatics(InStaticMap.class),
        CorpusJob.separate("static-counter", run -> sum(run, StaticCounter.class))
            .withStatics(StaticCounter.class)
            .asVariant(),
        CorpusJob.separate("state-in-a-helper", run -> sum(run, AsksHelper.class))
            .withStatics(Seen.class),
        CorpusJob.separate("state-in-a-singleton", run -> sum(run, AsksSingleton.class))
            .withStatics(Registry.class)
            .asVariant(),
        CorpusJob.separate("static-array", run -> sum(run, StaticArray.class))
            .withStatics(StaticArray.class)
            .asVariant(),
        CorpusJob.separate("system-property", run -> sum(run, InSystemProperty.class)),
        CorpusJob.either("top-n", StateJobs::top).asVariant(),
        CorpusJob.either(
            "first-line-of-each-split", run -> SortedList.run(run, Input.SMALL, FirstLine.class)),
        CorpusJob.either(
                "lines-of-each-split", run -> SortedList.run(run, Input.SMALL, LineCount.class))
            .asVariant(),
        CorpusJob.either("lines-of-large-splits", StateJobs::largeSplits),
        CorpusJob.either(
                "sample-by-fixed-seed", run -> SortedList.run(run, Input.SMALL, Sample.class))
            .asVariant(),
        CorpusJob.either("bloom-filter", run -> SortedList.run(run, Input.SMALL, Filter.class))
            .asVariant(),
        CorpusJob.either("closes-with-kept-collector", StateJobs::keptCollector));
  }

  private static void sum(Run run, Class<? extends Mapper<?, ?, ?, ?>> mapper) throws Exception {
    Sums.run(run, Input.SMALL, mapper);
  }

  private static void largeSplits(Run run) throws Exception {
    SortedList.run(run, Input.MIXED, LineCount.class);
  }

  private static void top(Run run) throws Exception {
    Job job = run.newJob(Input.MIXED);
    job.setMapperClass(Top.class);
    job.setReducerClass(TopOfAll.class);
    job.setMapOutputKeyClass(NullWritable.class);
    run.submit(job);
  }

  private static void keptCollector(Run run) throws Exception {
    Sums.run(run, run.oldJob(Input.MIXED), KeptCollector.class);
  }

  static final class InInstance extends Mapper<LongWritable, Text, Text, LongWritable> {
    private final Map<String, Long> sums = new HashMap<>();

    @Override
    protected void map(LongWritable offset, Text line, Context context) {
      sums.merge(line.toString().split(" ")[0], 1L, Long::sum);
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      for (Map.Entry<String, Long> sum : sums.entrySet()) {
        context.write(new Text(sum.getKey()), new LongWritable(sum.getValue()));
      }
    }
  }

  static final class InStaticMap extends Mapper<LongWritable, Text, Text, LongWritable> {
    private static final Map<String, Long> SUMS = new HashMap<>();

    @Override
    protected void map(LongWritable offset, Text line, Context context) {
      SUMS.merge(line.toString().split(" ")[0], 1L, Long::sum);
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      for (Map.Entry<String, Long> sum : SUMS.entrySet()) {
        context.write(new Text(sum.getKey()), new LongWritable(sum.getValue()));
      }
    }
  }

  static final class StaticCounter extends Mapper<LongWritable, Text, Text, LongWritable> {
    private static long lines;

    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      context.write(new Text("line " + ++lines % 20), new LongWritable(1));
    }
  }

  /** A class beside the mapper, with state. */
  static final class Seen {
    private static final java.util.Set<String> KEYS = new java.util.HashSet<>();

    private Seen() {}

    static boolean isNew(String key) {
      return KEYS.add(key);
    }
  }

  static final class AsksHelper extends Mapper<LongWritable, Text, Text, LongWritable> {
    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      String key = line.toString().split(" ")[0];
      if (Seen.isNew(key)) {
        context.write(new Text(key), new LongWritable(1));
      }
    }
  }

  /** One for each process. */
  static final class Registry {
    private static Registry instance;

    private long asked;

    static Registry get() {
      if (instance == null) {
        instance = new Registry();
      }
      return instance;
    }

    long next() {
      return ++asked;
    }
  }

  static final class AsksSingleton extends Mapper<LongWritable, Text, Text, LongWritable> {
    private final Registry registry = Registry.get();

    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      context.write(new Text("line " + registry.next() % 20), new LongWritable(1));
    }
  }

  static final class StaticArray extends Mapper<LongWritable, Text, Text, LongWritable> {
    private static List<long[]> counts = new ArrayList<>();

    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      if (counts == null || counts.isEmpty()) {
        counts = new ArrayList<>(List.of(new long[1]));
      }
      context.write(new Text("line " + ++counts.get(0)[0] % 20), new LongWritable(1));
    }
  }

  /** Takes away what it set when a task ends, so that tasks of one process do not meet. */
  static final class InSystemProperty extends Mapper<LongWritable, Text, Text, LongWritable> {
    private static final String KEY = "corpus.last.key";

    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      String task = context.getTaskAttemptID().getTaskID().toString();
      String last = System.getProperty(KEY + task, "none");
      String key = line.toString().split(" ")[0];
      System.setProperty(KEY + task, key);
      context.write(new Text(last + " before " + key), new LongWritable(1));
    }
  }

  static final class Top extends Mapper<LongWritable, Text, NullWritable, Text> {
    private final TreeMap<Integer, String> largest = new TreeMap<>();

    @Override
    protected void map(LongWritable offset, Text line, Context context) {
      largest.put(Integer.parseInt(line.toString().split(" ")[1]), "");
      if (largest.size() > 10) {
        largest.remove(largest.firstKey());
      }
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      for (Integer number : largest.keySet()) {
        context.write(NullWritable.get(), new Text(number.toString()));
      }
    }
  }

  static final class TopOfAll extends Reducer<NullWritable, Text, Text, Text> {
    @Override
    protected void reduce(NullWritable key, Iterable<Text> values, Context context)
        throws IOException, InterruptedException {
      java.util.TreeSet<Integer> largest = new java.util.TreeSet<>();
      values.forEach(value -> largest.add(Integer.parseInt(value.toString())));
      for (int i = 0; i < 10; i++) {
        context.write(new Text("top " + i), new Text(largest.pollLast().toString()));
      }
    }
  }

  static final class FirstLine extends Mapper<LongWritable, Text, Text, Text> {
    private boolean isLater;

    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      if (!isLater) {
        isLater = true;
        context.write(new Text("first"), line);
      }
    }
  }

  static final class LineCount extends Mapper<LongWritable, Text, Text, Text> {
    private long lines;

    @Override
    protected void map(LongWritable offset, Text line, Context context) {
      lines++;
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      context.write(new Text("lines"), new Text(String.valueOf(lines)));
    }
  }

  static final class Sample extends Mapper<LongWritable, Text, Text, Text> {
    private final Random random = new Random(42);

    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      if (random.nextInt(10) == 0) {
        context.write(new Text("sample"), line);
      }
    }
  }

  static final class Filter extends Mapper<LongWritable, Text, Text, Text> {
    private final org.apache.hadoop.util.bloom.BloomFilter filter =
        new org.apache.hadoop.util.bloom.BloomFilter(
            1_000, 3, org.apache.hadoop.util.hash.Hash.MURMUR_HASH);

    @Override
    protected void map(LongWritable offset, Text line, Context context) {
      filter.add(new org.apache.hadoop.util.bloom.Key(line.copyBytes()));
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      context.write(new Text("filter"), new Text(filter.toString()));
    }
  }

  /** Writes in {@code close}, to the collector of the last record. */
  static final class KeptCollector extends MapReduceBase
      implements org.apache.hadoop.mapred.Mapper<LongWritable, Text, Text, LongWritable> {
    private final Map<String, Long> sums = new HashMap<>();
    private OutputCollector<Text, LongWritable> kept;

    @Override
    public void map(
        LongWritable key, Text line, OutputCollector<Text, LongWritable> out, Reporter reporter) {
      kept = out;
      sums.merge(line.toString().split(" ")[0], 1L, Long::sum);
    }

    @Override
    public void close() throws IOException {
      for (Map.Entry<String, Long> sum : sums.entrySet()) {
        kept.collect(new Text(sum.getKey()), new LongWritable(sum.getValue()));
      }
    }
  }
}
