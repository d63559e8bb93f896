// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.mapreduce.regroup.WrittenJob;
import io.situ.mapreduce.split.RegroupPolicy;
import io.situ.mapreduce.split.SubmittedSplits.RawSplit;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.FileOutputFormat;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.db.DataDrivenDBInputFormat;
import org.apache.hadoop.mapreduce.lib.input.CombineFileSplit;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.lib.input.MultipleInputs;
import org.apache.hadoop.mapreduce.lib.input.NLineInputFormat;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.apache.hadoop.mapreduce.lib.output.MultipleOutputs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every reason to leave a job alone, in both of Hadoop's interfaces. */
class SplitGroupingPolicyTest {

  private static final String OLD_TEXT = "org.apache.hadoop.mapred.TextInputFormat";

  private final Configuration newJob = new Configuration(false);
  private final JobConf oldJob = new JobConf(false);

  SplitGroupingPolicyTest() {
    newJob.setBoolean("mapred.mapper.new-api", true);
  }

  private static Optional<String> objection(Configuration job) {
    Class<?> split =
        RegroupPolicy.newInterface(job)
            ? FileSplit.class
            : org.apache.hadoop.mapred.FileSplit.class;
    return objection(job, split.getName());
  }

  private static Optional<String> objection(Configuration job, String... splitClasses) {
    DecisionRule rule =
        SplitGroupingPolicy.rule(
            job, java.util.stream.Stream.of(splitClasses).map(n -> split(n)).toList());
    return rule.holds() ? Optional.empty() : Optional.of(rule.because());
  }

  private static RawSplit split(String className) {
    DataOutputBuffer out = new DataOutputBuffer();
    try {
      Text.writeString(out, className);
      Text.writeString(out, "/in/file");
      out.writeLong(0);
      out.writeLong(1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new RawSplit(
        className, java.util.Arrays.copyOf(out.getData(), out.getLength()), 0, 1, List.of());
  }

  private void reads(Class<? extends InputFormat<?, ?>> format) {
    newJob.set(MRJobConfig.INPUT_FORMAT_CLASS_ATTR, format.getName());
  }

  private void maps(Class<?> mapper) {
    newJob.set(MRJobConfig.MAP_CLASS_ATTR, mapper.getName());
  }

  @Test
  void ordinaryJobsAreRegrouped() {
    maps(Quiet.class);
    oldJob.setMapperClass(OldQuiet.class);

    assertThat(objection(newJob)).isEmpty();
    assertThat(objection(oldJob)).isEmpty();
    assertThat(objection(new JobConf(false))).isEmpty();
  }

  @Test
  void whoSwitchesItOffIsObeyed() {
    for (Configuration job : List.of(newJob, oldJob)) {
      job.set(RegroupPolicy.MODE.name(), "off");
      assertThat(objection(job)).contains("situ.mapreduce.regroup is off");
    }
  }

  @Test
  void aJobWithoutReducersKeepsItsOutputFiles() {
    for (Configuration job : List.of(newJob, oldJob)) {
      job.setInt(MRJobConfig.NUM_REDUCES, 0);
      assertThat(objection(job))
          .contains("it has no reducers, so that its output files would be others");
    }
  }

  @Test
  void severalInputsWithMappersOfTheirOwnStayApart() throws IOException {
    Job job = Job.getInstance(newJob);
    MultipleInputs.addInputPath(job, new Path("/a"), TextInputFormat.class, Quiet.class);
    org.apache.hadoop.mapred.lib.MultipleInputs.addInputPath(
        oldJob, new Path("/a"), org.apache.hadoop.mapred.TextInputFormat.class, OldQuiet.class);

    assertThat(objection(job.getConfiguration()))
        .contains(
            "its input format org.apache.hadoop.mapreduce.lib.input.DelegatingInputFormat gives"
                + " splits a meaning of their own");
    assertThat(objection(oldJob))
        .contains(
            "its input format org.apache.hadoop.mapred.lib.DelegatingInputFormat gives splits a"
                + " meaning of their own");
  }

  @Test
  void linesThatAreDealtOutOnPurposeStayDealtOut() {
    reads(NLineInputFormat.class);
    oldJob.setInputFormat(org.apache.hadoop.mapred.lib.NLineInputFormat.class);

    assertThat(objection(newJob).orElseThrow())
        .contains("org.apache.hadoop.mapreduce.lib.input.NLineInputFormat gives splits a meaning");
    assertThat(objection(oldJob).orElseThrow())
        .contains("org.apache.hadoop.mapred.lib.NLineInputFormat gives splits a meaning");
  }

  @Test
  void whatIsMadeOfADeniedFormatIsDeniedToo() {
    reads(OwnLines.class);
    oldJob.setInputFormat(OldOwnLines.class);

    assertThat(objection(newJob).orElseThrow()).contains("OwnLines gives splits a meaning");
    assertThat(objection(oldJob).orElseThrow()).contains("OldOwnLines gives splits a meaning");
  }

  @Test
  void formatsThatTheUserDeniesAreDenied() {
    newJob.set(RegroupPolicy.DENY.name(), "a.b.C, " + TextInputFormat.class.getName());
    oldJob.set(RegroupPolicy.DENY.name(), "a.b.C, " + OLD_TEXT);

    assertThat(objection(newJob))
        .contains(
            "its input format org.apache.hadoop.mapreduce.lib.input.TextInputFormat gives splits a"
                + " meaning of their own");
    assertThat(objection(oldJob))
        .contains("its input format " + OLD_TEXT + " gives splits a meaning of their own");
  }

  @Test
  void splitsThatAreMoreThanARangeOfAFileStayAsTheyAre() {
    String plain = FileSplit.class.getName();
    String oldPlain = org.apache.hadoop.mapred.FileSplit.class.getName();
    String rows = DataDrivenDBInputFormat.DataDrivenDBInputSplit.class.getName();

    assertThat(objection(newJob, plain, CombineFileSplit.class.getName()))
        .contains(
            "its splits are org.apache.hadoop.mapreduce.lib.input.CombineFileSplit, not plain file"
                + " splits");
    assertThat(objection(newJob, rows).orElseThrow()).contains(rows);
    assertThat(objection(newJob, oldPlain)).isPresent();
    assertThat(
            objection(
                    oldJob, oldPlain, org.apache.hadoop.mapred.lib.CombineFileSplit.class.getName())
                .orElseThrow())
        .contains("its splits are org.apache.hadoop.mapred.lib.CombineFileSplit, not plain");
    assertThat(objection(oldJob, "org.apache.hadoop.mapred.lib.db.DBInputFormat$DBInputSplit"))
        .isPresent();
    assertThat(objection(oldJob, plain)).isPresent();
  }

  @Test
  void mappersThatWriteFilesOfTheirAttemptRunOncePerAttempt() {
    maps(Sides.class);
    assertThat(objection(newJob))
        .contains("its mapper " + Sides.class.getName() + " calls MultipleOutputs.<init>");
    maps(Worker.class);
    assertThat(objection(newJob).orElseThrow())
        .endsWith(" calls FileOutputFormat.getWorkOutputPath");
    maps(Heir.class);
    assertThat(objection(newJob))
        .contains(
            "its mapper "
                + Heir.class.getName()
                + " reaches "
                + Worker.class.getName()
                + ", which calls FileOutputFormat.getWorkOutputPath");

    oldJob.setMapperClass(OldWorker.class);
    assertThat(objection(oldJob))
        .contains(
            "its mapper "
                + OldWorker.class.getName()
                + " calls FileOutputFormat.getPathForCustomFile");
  }

  @Test
  void whoKnowsBetterHasSuchMappersRegroupedButNothingElse() {
    maps(Sides.class);
    oldJob.setMapperClass(OldWorker.class);
    for (Configuration job : List.of(newJob, oldJob)) {
      job.set(RegroupPolicy.MODE.name(), "always");
      assertThat(objection(job)).isEmpty();
      job.setInt(MRJobConfig.NUM_REDUCES, 0);
      assertThat(objection(job)).isPresent();
    }
  }

  @Test
  void aMapperThatCannotBeLookedIntoIsLeftAlone() {
    newJob.setClassLoader(new WithoutFiles());
    maps(Quiet.class);
    oldJob.setClassLoader(new WithoutFiles());
    oldJob.set("mapred.mapper.class", OldQuiet.class.getName());

    assertThat(objection(newJob))
        .hasValueSatisfying(text -> assertThat(text).endsWith("Quiet, which is not found"));
    assertThat(objection(oldJob))
        .hasValueSatisfying(text -> assertThat(text).endsWith("OldQuiet, which is not found"));
  }

  @Test
  void thereIsNothingToPackInASingleSplit(@TempDir java.nio.file.Path scratch) throws Exception {
    WrittenJob job = new WrittenJob(scratch).write(WrittenJob.split("a", 0, 10, "node1"));

    assertThat(job.bind(1, "node1").leftAlone()).contains("it has less than two splits");
  }

  /** Has the mappers of this test, and does not show their files. */
  private static final class WithoutFiles extends ClassLoader {

    WithoutFiles() {
      super(SplitGroupingPolicyTest.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      return name.endsWith("Quiet") ? findClass(name) : super.loadClass(name, resolve);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      Class<?> known = findLoadedClass(name);
      if (known != null) {
        return known;
      }
      try (InputStream file =
          getParent().getResourceAsStream(name.replace('.', '/').concat(".class"))) {
        byte[] bytes = file.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }

    @Override
    public URL getResource(String name) {
      return name.endsWith("Quiet.class") ? null : super.getResource(name);
    }
  }

  /** Writes nothing but records. */
  public static final class Quiet extends Mapper<LongWritable, Text, Text, LongWritable> {}

  /** Names another output. */
  public static final class Sides extends Mapper<LongWritable, Text, Text, LongWritable> {
    @Override
    protected void setup(Context context) {
      new MultipleOutputs<>(context);
    }
  }

  /** Asks where its attempt writes. */
  public static class Worker extends Mapper<LongWritable, Text, Text, LongWritable> {
    @Override
    protected void setup(Context context) throws IOException, InterruptedException {
      org.apache.hadoop.mapreduce.lib.output.FileOutputFormat.getWorkOutputPath(context);
    }
  }

  /** Says nothing itself. */
  public static final class Heir extends Worker {}

  /** Writes nothing but records, in the old interface. */
  public static class OldQuiet extends MapReduceBase
      implements org.apache.hadoop.mapred.Mapper<LongWritable, Text, Text, LongWritable> {
    @Override
    public void map(
        LongWritable key, Text line, OutputCollector<Text, LongWritable> out, Reporter reporter) {}
  }

  /** Asks where its attempt writes, in the old interface. */
  public static final class OldWorker extends MapReduceBase
      implements org.apache.hadoop.mapred.Mapper<LongWritable, Text, Text, LongWritable> {
    @Override
    public void configure(JobConf job) {
      FileOutputFormat.getPathForCustomFile(job, "side");
    }

    @Override
    public void map(
        LongWritable key, Text line, OutputCollector<Text, LongWritable> out, Reporter reporter) {}
  }

  /** Deals out lines. */
  public static final class OwnLines extends NLineInputFormat {}

  /** Deals out lines, in the old interface. */
  public static final class OldOwnLines extends org.apache.hadoop.mapred.lib.NLineInputFormat {}
}
