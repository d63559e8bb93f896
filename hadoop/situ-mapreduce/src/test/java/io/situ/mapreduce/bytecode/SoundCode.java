// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.bytecode;

import java.io.BufferedReader;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.FileReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.WritableComparable;
import org.apache.hadoop.io.WritableComparator;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Partitioner;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Code of tasks that gives each split what it has in a task of its own. */
final class SoundCode {

  private static final Logger LOG = LoggerFactory.getLogger(SoundCode.class);

  private SoundCode() {}

  /** A program that submits jobs is not run in tasks, even if its constants are read there. */
  static void main(String[] args) {
    System.setProperty(args[0], args[1]);
    System.exit(0);
  }

  /** What Hadoop's guide shows. */
  static class WordCount extends Mapper<Object, Text, Text, IntWritable> {
    private static final IntWritable ONE = new IntWritable(1);
    private final Text word = new Text();

    @Override
    public void map(Object key, Text value, Context context)
        throws IOException, InterruptedException {
      for (String each : value.toString().split(" ", -1)) {
        word.set(each);
        context.write(word, ONE);
      }
      LOG.debug("{} is done", key);
    }
  }

  /** Gathers in the instance, which lives for one split. */
  static class Gathers extends Mapper<LongWritable, Text, Text, LongWritable> {
    private final Map<String, Long> sums = new HashMap<>();
    private String file;

    @Override
    protected void setup(Context context) {
      file = ((FileSplit) context.getInputSplit()).getPath().getName();
    }

    @Override
    protected void map(LongWritable key, Text value, Context context) {
      sums.merge(value + file, 1L, Long::sum);
      context.getCounter("words", file).increment(1);
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      for (Map.Entry<String, Long> sum : sums.entrySet()) {
        context.write(new Text(sum.getKey()), new LongWritable(sum.getValue()));
      }
    }
  }

  /** A table that is filled once and only read. */
  static class ReadsTable extends Mapper<LongWritable, Text, Text, Text> {
    private static final Map<String, String> NAMES = new HashMap<>();
    private static final Set<String> STOP = Set.of("the", "a");
    private static final String[] DAYS = {"mon", "tue"};
    private static final Pattern SPACE = Pattern.compile(" +");
    private static final List<String> LIST = Collections.unmodifiableList(new ArrayList<>());

    static {
      NAMES.put("de", "Germany");
    }

    @Override
    protected void map(LongWritable key, Text value, Context context)
        throws IOException, InterruptedException {
      for (String word : SPACE.split(value.toString())) {
        if (!STOP.contains(word) && !LIST.contains(word)) {
          context.write(new Text(NAMES.get(word)), new Text(DAYS[word.length() % 2]));
        }
      }
      for (Map.Entry<String, String> name : NAMES.entrySet()) {
        context.write(new Text(name.getKey()), new Text(name.getValue()));
      }
    }
  }

  /** An enum, a switch over it, and a table of lambdas. */
  static class Switches extends Mapper<LongWritable, Text, Text, Text> {
    private static final Function<String, String> UPPER = text -> text + "!";

    @Override
    protected void map(LongWritable key, Text value, Context context)
        throws IOException, InterruptedException {
      Kind kind = Kind.valueOf(value.toString());
      switch (kind) {
        case NEW -> context.write(value, new Text(UPPER.apply(kind.label)));
        case OLD -> context.getCounter(kind).increment(1);
      }
      for (Kind each : Kind.values()) {
        context.write(value, new Text(each.name()));
      }
    }
  }

  @DelegateCode
  enum Kind {
    NEW("n"),
    OLD("o");

    private final String label;

    Kind(String label) {
      this.label = label;
    }
  }

  /** A helper that is a class of its own, reached through an interface. */
  static class Parses extends Mapper<LongWritable, Text, Text, Text> {
    private final Parser parser = new Commas();

    @Override
    protected void map(LongWritable key, Text value, Context context)
        throws IOException, InterruptedException {
      List<String> parts = parser.parse(value.toString());
      parts.sort(Comparator.comparing(String::length).reversed());
      context.write(value, new Text(String.join(";", parts)));
    }
  }

  @DelegateCode
  interface Parser {
    List<String> parse(String line);
  }

  @DelegateCode
  static class Commas implements Parser {
    private int lines;

    @Override
    public List<String> parse(String line) {
      lines++;
      return new ArrayList<>(List.of(line.split(",", -1)));
    }
  }

  /** Reads a file that the job shipped. */
  static class Joins extends Mapper<LongWritable, Text, Text, Text> {
    private final Map<String, String> table = new TreeMap<>();

    @Override
    protected void setup(Context context) throws IOException {
      Path file = new Path(context.getCacheFiles()[0]);
      try (BufferedReader lines = new BufferedReader(new FileReader(file.getName()))) {
        String line = lines.readLine();
        while (line != null) {
          table.put(line.substring(0, 2), line);
          line = lines.readLine();
        }
      }
    }

    @Override
    protected void map(LongWritable key, Text value, Context context)
        throws IOException, InterruptedException {
      context.write(value, new Text(table.get(value.toString())));
    }
  }

  /** One for all splits, which takes what it knows from the configuration. */
  static class Buckets extends Partitioner<Text, IntWritable> implements Configurable {
    private Configuration conf;
    private int[] cuts;

    @Override
    public void setConf(Configuration newConf) {
      conf = newConf;
      cuts = new int[] {conf.getInt("test.cut", 1)};
    }

    @Override
    public Configuration getConf() {
      return conf;
    }

    @Override
    public int getPartition(Text key, IntWritable value, int partitions) {
      return key.getLength() < cuts[0] ? 0 : partitions - 1;
    }
  }

  /** A key with its own order, registered as Hadoop asks for. */
  static class Pair implements WritableComparable<Pair> {
    private int first;

    static {
      WritableComparator.define(Pair.class, new Order());
    }

    @Override
    public void readFields(DataInput in) throws IOException {
      first = in.readInt();
    }

    @Override
    public void write(DataOutput out) throws IOException {
      out.writeInt(first);
    }

    @Override
    public int compareTo(Pair other) {
      return Integer.compare(first, other.first);
    }

    @DelegateCode
    static class Order extends WritableComparator {
      Order() {
        super(Pair.class);
      }

      @Override
      public int compare(byte[] a, int s1, int l1, byte[] b, int s2, int l2) {
        return compareBytes(a, s1, l1, b, s2, l2);
      }
    }
  }
}
