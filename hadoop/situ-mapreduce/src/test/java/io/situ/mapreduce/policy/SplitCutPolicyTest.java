// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.mapreduce.split.RegroupPolicy;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.CombineTextInputFormat;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.lib.input.FixedLengthInputFormat;
import org.apache.hadoop.mapreduce.lib.input.KeyValueTextInputFormat;
import org.apache.hadoop.mapreduce.lib.input.NLineInputFormat;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFilter;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.junit.jupiter.api.Test;

/** Which input formats' splits may be cut at any byte. */
class SplitCutPolicyTest {

  private final Configuration job = new Configuration(false);
  private final JobConf oldJob = new JobConf(false);

  SplitCutPolicyTest() {
    job.setBoolean("mapred.mapper.new-api", true);
  }

  private DecisionRule reading(Class<?> format) {
    job.set(MRJobConfig.INPUT_FORMAT_CLASS_ATTR, format.getName());
    return SplitCutPolicy.rule(job);
  }

  private DecisionRule readingOld(Class<?> format) {
    oldJob.set(RegroupPolicy.OLD_FORMAT, format.getName());
    return SplitCutPolicy.rule(oldJob);
  }

  @Test
  void formatsThatFindTheNextRecordAreCut() {
    assertThat(SplitCutPolicy.rule(job).holds()).isTrue();
    assertThat(SplitCutPolicy.rule(oldJob).holds()).isTrue();
    for (Class<?> format :
        List.of(
            TextInputFormat.class,
            KeyValueTextInputFormat.class,
            FixedLengthInputFormat.class,
            SequenceFileInputFormat.class,
            Renamed.class)) {
      assertThat(reading(format).holds()).as(format.getName()).isTrue();
    }
    assertThat(readingOld(org.apache.hadoop.mapred.SequenceFileInputFormat.class).holds()).isTrue();
    assertThat(readingOld(OldRenamed.class).holds()).isTrue();
  }

  @Test
  void othersAreNot() {
    for (Class<?> format :
        List.of(
            NLineInputFormat.class,
            CombineTextInputFormat.class,
            SequenceFileInputFilter.class,
            Records.class)) {
      assertThat(reading(format).holds()).as(format.getName()).isFalse();
    }
    assertThat(readingOld(org.apache.hadoop.mapred.lib.NLineInputFormat.class).holds()).isFalse();
    assertThat(readingOld(org.apache.hadoop.mapred.SequenceFileInputFilter.class).holds())
        .isFalse();
  }

  @Test
  void aFormatThatOverridesAnythingIsNot() {
    assertThat(reading(Aligned.class).because())
        .isEqualTo("its input format " + Aligned.class.getName() + " overrides getSplits");
    assertThat(reading(AlignedHeir.class).holds()).isFalse();
    assertThat(readingOld(OldWhole.class).because()).endsWith("OldWhole overrides isSplitable");
  }

  @Test
  void aJobThatSetsTheLeastLengthOfASplitKeepsItsSplits() {
    job.setLong("mapreduce.input.fileinputformat.split.minsize", Long.MAX_VALUE);
    oldJob.setLong("mapred.min.split.size", 5000);

    assertThat(SplitCutPolicy.rule(job))
        .isEqualTo(
            DecisionRule.no(
                "mapreduce.input.fileinputformat.split.minsize is 9223372036854775807"));
    assertThat(SplitCutPolicy.rule(oldJob))
        .isEqualTo(DecisionRule.no("mapreduce.input.fileinputformat.split.minsize is 5000"));
  }

  private DecisionRule mapping(Class<?> mapper) {
    job.set(MRJobConfig.MAP_CLASS_ATTR, mapper.getName());
    return SplitCutPolicy.rule(job);
  }

  @Test
  void mappersThatTreatEachRecordAloneAreCut() {
    assertThat(mapping(Words.class)).matches(DecisionRule::holds);
    assertThat(mapping(org.apache.hadoop.mapreduce.lib.map.RegexMapper.class))
        .matches(DecisionRule::holds);
    oldJob.set("mapred.mapper.class", org.apache.hadoop.mapred.lib.InverseMapper.class.getName());
    assertThat(SplitCutPolicy.rule(oldJob)).matches(DecisionRule::holds);
  }

  @Test
  void mappersThatNoticeWhereASplitEndsAreNot() {
    assertThat(mapping(Counts.class).because()).contains("Counts has a method cleanup");
    assertThat(mapping(Numbers.class).because())
        .contains("changes the field SplitCutPolicyTest$Numbers.number");
    assertThat(mapping(Distinct.class).because()).contains("has the field seen");
    assertThat(mapping(Sums.class).because()).contains("calls get of an object that it keeps");
    assertThat(mapping(Begins.class).because()).contains("puts something out before it has read");
    assertThat(mapping(Ranges.class).because()).contains("asks for the range of its split");

    job.set(RegroupPolicy.MODE.name(), "always");
    assertThat(mapping(Counts.class)).matches(DecisionRule::holds);
  }

  @Test
  void linesThatMayBeTooLongAreNotCut() {
    job.setInt("mapreduce.input.linerecordreader.line.maxlength", 1000);

    assertThat(SplitCutPolicy.rule(job).because()).contains("line.maxlength is set");
  }

  @Test
  void recordsWhoseDelimiterMayBeFoundElsewhereAreNotCut() {
    for (String delimiter : List.of("\n\n", "||", "---", "\r\n\r\n", "aab", "\u00e9\u00e8")) {
      job.set(DelimitedCutsTest.DELIMITER, delimiter);
      assertThat(SplitCutPolicy.rule(job).because())
          .as(delimiter)
          .isEqualTo(
              "textinputformat.record.delimiter has its first byte twice, and may be found"
                  + " elsewhere behind a cut");
    }
    for (String delimiter : List.of("|", "<|>", "\r\n", "\n--")) {
      job.set(DelimitedCutsTest.DELIMITER, delimiter);
      assertThat(SplitCutPolicy.rule(job)).as(delimiter).matches(DecisionRule::holds);
    }
  }

  /** Fills one object for each word. */
  public static final class Words extends Mapper<LongWritable, Text, Text, LongWritable> {
    private static final LongWritable ONE = new LongWritable(1);
    private final Text word = new Text();
    private String separator;

    @Override
    protected void setup(Context context) {
      separator = context.getConfiguration().get("separator", " ");
    }

    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      for (String each : line.toString().split(separator, -1)) {
        word.set(each);
        context.write(word, ONE);
      }
    }
  }

  /** Puts out how many lines a split has. */
  public static final class Counts extends Mapper<LongWritable, Text, Text, LongWritable> {
    private long lines;

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      context.write(new Text("lines"), new LongWritable(lines));
    }
  }

  /** Numbers lines. */
  public static final class Numbers extends Mapper<LongWritable, Text, Text, LongWritable> {
    private long number;

    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      context.write(line, new LongWritable(number++));
    }
  }

  /** Leaves lines out that were seen before. */
  public static final class Distinct extends Mapper<LongWritable, Text, Text, LongWritable> {
    private final Set<String> seen = new HashSet<>();

    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      if (seen.add(line.toString())) {
        context.write(line, offset);
      }
    }
  }

  /** Adds up in what it writes. */
  public static final class Sums extends Mapper<LongWritable, Text, Text, LongWritable> {
    private final LongWritable sum = new LongWritable();

    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      sum.set(sum.get() + line.getLength());
      context.write(line, sum);
    }
  }

  /** Puts something out for each split. */
  public static final class Begins extends Mapper<LongWritable, Text, Text, LongWritable> {
    @Override
    protected void setup(Context context) throws IOException, InterruptedException {
      context.write(new Text("a split"), new LongWritable(1));
    }
  }

  /** Puts out where a split begins. */
  public static final class Ranges extends Mapper<LongWritable, Text, Text, LongWritable> {
    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      long start = ((FileSplit) context.getInputSplit()).getStart();
      context.write(line, new LongWritable(start));
    }
  }

  /** Text by another name. */
  public static final class Renamed extends TextInputFormat {}

  /** Text by another name, in the old interface. */
  public static final class OldRenamed extends org.apache.hadoop.mapred.TextInputFormat {}

  /** Begins splits where records begin. */
  public static class Aligned extends TextInputFormat {
    @Override
    public List<InputSplit> getSplits(JobContext context) {
      return List.of();
    }
  }

  /** The same. */
  public static final class AlignedHeir extends Aligned {}

  /** Has a reader of its own. */
  public abstract static class Records extends FileInputFormat<Object, Object> {}

  /** Keeps files whole. */
  public static final class OldWhole extends org.apache.hadoop.mapred.TextInputFormat {
    @Override
    protected boolean isSplitable(FileSystem fs, Path file) {
      return false;
    }
  }
}
