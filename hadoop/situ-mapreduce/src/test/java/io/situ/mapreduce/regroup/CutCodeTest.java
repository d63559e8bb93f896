package io.situ.mapreduce.regroup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.junit.jupiter.api.Test;

/** Mappers that would notice that the split of a small file was cut. */
class CutCodeTest {

  private static Optional<String> objection(Class<?> mapper) {
    JobConf job = new JobConf(false);
    job.setBoolean("mapred.mapper.new-api", true);
    job.set("mapreduce.job.map.class", mapper.getName());
    assertThat(TaskCode.objection(job, java.util.List.of())).isEmpty();
    return TaskCode.objectionToCuts(job);
  }

  @Test
  void recordsOnTheirOwnPass() {
    assertThat(objection(Words.class)).isEmpty();
  }

  @Test
  void whatIsKeptForTheNextRecordIsRefused() {
    assertThat(objection(Numbers.class).orElseThrow())
        .contains("changes the field CutCodeTest$Numbers.line of an object that outlives a record");
    assertThat(objection(Headers.class).orElseThrow())
        .contains("uses the field CutCodeTest$Headers.header before it fills it");
    assertThat(objection(Gathers.class).orElseThrow()).contains("Map.merge");
  }

  @Test
  void whatIsDoneOncePerSplitIsRefused() {
    assertThat(objection(Ends.class).orElseThrow()).endsWith("has a method cleanup of its own");
    assertThat(objection(Starts.class).orElseThrow()).endsWith("calls FileSplit.getStart");
    assertThat(objection(Begins.class).orElseThrow())
        .endsWith("puts out records before it has read one");
  }

  /** Counts words with what it has at hand for all records. */
  public static final class Words extends Mapper<LongWritable, Text, Text, IntWritable> {
    private final Text word = new Text();
    private final IntWritable one = new IntWritable(1);
    private final Map<String, String> names = new HashMap<>();
    private String prefix;

    @Override
    protected void setup(Context context) {
      prefix = context.getConfiguration().get("prefix", "");
      names.put("a", "b");
    }

    @Override
    protected void map(LongWritable key, Text line, Context context)
        throws IOException, InterruptedException {
      for (String each : line.toString().split(" ", -1)) {
        word.set(prefix + names.getOrDefault(each, each));
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
