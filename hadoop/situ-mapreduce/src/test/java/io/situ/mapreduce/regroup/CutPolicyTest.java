package io.situ.mapreduce.regroup;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.lib.input.CombineTextInputFormat;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.FixedLengthInputFormat;
import org.apache.hadoop.mapreduce.lib.input.KeyValueTextInputFormat;
import org.apache.hadoop.mapreduce.lib.input.NLineInputFormat;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFilter;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.junit.jupiter.api.Test;

/** Which input formats' splits may be cut at any byte. */
class CutPolicyTest {

  private final Configuration job = new Configuration(false);
  private final JobConf oldJob = new JobConf(false);

  CutPolicyTest() {
    job.setBoolean("mapred.mapper.new-api", true);
  }

  private Rule reading(Class<?> format) {
    job.set(MRJobConfig.INPUT_FORMAT_CLASS_ATTR, format.getName());
    return CutPolicy.rule(job);
  }

  private Rule readingOld(Class<?> format) {
    oldJob.set(RegroupPolicy.OLD_FORMAT, format.getName());
    return CutPolicy.rule(oldJob);
  }

  @Test
  void formatsThatFindTheNextRecordAreCut() {
    assertThat(CutPolicy.rule(job).holds()).isTrue();
    assertThat(CutPolicy.rule(oldJob).holds()).isTrue();
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

    assertThat(CutPolicy.rule(job))
        .isEqualTo(Rule.no("mapreduce.input.fileinputformat.split.minsize is 9223372036854775807"));
    assertThat(CutPolicy.rule(oldJob))
        .isEqualTo(Rule.no("mapreduce.input.fileinputformat.split.minsize is 5000"));
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
