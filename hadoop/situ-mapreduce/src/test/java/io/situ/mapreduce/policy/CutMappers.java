// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.policy;

import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapRunnable;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.RecordReader;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.Mapper;

/** Mappers whose splits may share a task, and must not be cut. */
final class CutMappers {

  private CutMappers() {}

  /** Reads lines. */
  abstract static class Lines extends Mapper<LongWritable, Text, Text, LongWritable> {
    @Override
    protected abstract void map(LongWritable at, Text line, Context context)
        throws IOException, InterruptedException;
  }

  /** Adds to what it has. */
  public static final class Appends extends Lines {
    private final Text all = new Text();

    @Override
    protected void map(LongWritable at, Text line, Context context)
        throws IOException, InterruptedException {
      all.append(line.copyBytes(), 0, line.getLength());
      context.write(all, at);
    }
  }

  /** Has something else in the first record than in the next ones. */
  public static final class Clears extends Lines {
    private final Text word = new Text("first");

    @Override
    protected void map(LongWritable at, Text line, Context context)
        throws IOException, InterruptedException {
      context.write(word, at);
      word.clear();
    }
  }

  /** Adds up, by another name for its field. */
  public static final class Renames extends Lines {
    private final LongWritable sum = new LongWritable();

    @Override
    protected void map(LongWritable at, Text line, Context context)
        throws IOException, InterruptedException {
      LongWritable same = sum;
      same.set(same.get() + 1);
      context.write(line, same);
    }
  }

  /** Adds up, in one of two. */
  public static final class Chooses extends Lines {
    private final LongWritable odd = new LongWritable();
    private final LongWritable even = new LongWritable();

    @Override
    protected void map(LongWritable at, Text line, Context context)
        throws IOException, InterruptedException {
      LongWritable chosen = line.getLength() % 2 == 0 ? even : odd;
      long next = chosen.get() + 1;
      even.set(next);
      odd.set(next);
      context.write(line, even);
    }
  }

  /** Adds up, by what it prints. */
  public static final class Prints extends Lines {
    private final LongWritable sum = new LongWritable();

    @Override
    protected void map(LongWritable at, Text line, Context context)
        throws IOException, InterruptedException {
      String before = "" + sum;
      sum.set(Long.parseLong(before) + 1);
      context.write(line, sum);
    }
  }

  /** Adds up, by what a method gives it. */
  public static final class Gives extends Lines {
    private final LongWritable sum = new LongWritable();

    @Override
    protected void map(LongWritable at, Text line, Context context)
        throws IOException, InterruptedException {
      sum.set(own().get() + 1);
      context.write(line, sum);
    }

    private LongWritable own() {
      return sum;
    }
  }

  /** A text that counts. */
  public static final class Counted extends Text {
    private int count;

    @Override
    public void set(String text) {
      count++;
      super.set(text + count);
    }
  }

  /** Has a text that counts. */
  public static final class Overrides extends Lines {
    private final Text word = new Counted();

    @Override
    protected void map(LongWritable at, Text line, Context context)
        throws IOException, InterruptedException {
      word.set(line.toString());
      context.write(word, at);
    }
  }

  /** Has one object by two names. */
  public static final class Shares extends Lines {
    private final Text word;
    private final Text other;

    /** Makes it. */
    public Shares() {
      Text both = new Text();
      other = both;
      word = both;
    }

    @Override
    protected void map(LongWritable at, Text line, Context context)
        throws IOException, InterruptedException {
      context.write(other, at);
      word.set(line);
    }
  }

  /** Reads two records at once. */
  public static final class Pairs extends Lines {
    @Override
    protected void map(LongWritable at, Text line, Context context)
        throws IOException, InterruptedException {
      String first = line.toString();
      String second = context.nextKeyValue() ? context.getCurrentValue().toString() : "";
      context.write(new Text(first + second), at);
    }
  }

  /** Puts its split into each record. */
  public static final class Splits extends Lines {
    @Override
    protected void map(LongWritable at, Text line, Context context)
        throws IOException, InterruptedException {
      context.write(new Text(line + " of " + context.getInputSplit()), at);
    }
  }

  /** Puts the hosts of its split into each record. */
  public static final class Places extends Lines {
    @Override
    protected void map(LongWritable at, Text line, Context context)
        throws IOException, InterruptedException {
      context.write(new Text(context.getInputSplit().getLocations()[0]), at);
    }
  }

  /** Puts something out, by another class. */
  public static final class Helps extends Lines {
    @Override
    protected void setup(Context context) throws IOException, InterruptedException {
      Helper.put(context);
    }

    @Override
    protected void map(LongWritable at, Text line, Context context)
        throws IOException, InterruptedException {
      context.write(line, at);
    }
  }

  /** Puts something out for others. */
  static final class Helper {
    private Helper() {}

    static void put(Mapper<LongWritable, Text, Text, LongWritable>.Context context)
        throws IOException, InterruptedException {
      context.write(new Text("a split"), new LongWritable(1));
    }
  }

  /** Puts something out, by a method of its own. */
  public static final class Calls extends Lines {
    @Override
    protected void setup(Context context) throws IOException, InterruptedException {
      put(context);
    }

    @Override
    protected void map(LongWritable at, Text line, Context context)
        throws IOException, InterruptedException {
      context.write(line, at);
    }

    private void put(Context context) throws IOException, InterruptedException {
      context.write(new Text("a split"), new LongWritable(1));
    }
  }

  /** Asks for the file by Hadoop's key. */
  public static final class AsksFile extends Lines {
    @Override
    protected void map(LongWritable at, Text line, Context context)
        throws IOException, InterruptedException {
      context.write(new Text(context.getConfiguration().get("mapreduce.map.input.file", "")), at);
    }
  }

  /** Reads a split as it likes. */
  public static final class Runs implements MapRunnable<LongWritable, Text, Text, Text> {
    @Override
    public void configure(JobConf conf) {}

    @Override
    public void run(
        RecordReader<LongWritable, Text> in, OutputCollector<Text, Text> out, Reporter reporter)
        throws IOException {
      LongWritable key = in.createKey();
      Text value = in.createValue();
      while (in.next(key, value)) {
        out.collect(value, value);
      }
    }
  }
}
