// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.situ.mapreduce.record.JobRecord;
import io.situ.mapreduce.record.JobRecord.State;
import io.situ.mapreduce.record.JobRecords;
import io.situ.mapreduce.record.Submission;
import io.situ.mapreduce.yarn.Framework;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.LocalJobRunner;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.protocol.ClientProtocol;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real jobs on the local runner, submitted through the provider, on real files. */
class SubmittedJobsTest {

  @TempDir private Path scratch;

  @BeforeEach
  void writeInput() throws IOException {
    Files.createDirectory(scratch.resolve("in"));
    Files.writeString(scratch.resolve("in/a"), "one\ntwo\n");
    Files.writeString(scratch.resolve("in/b"), "three\n");
  }

  @Test
  void recordsWhatAJobReadAndWrote() throws Exception {
    Job job = job("out", Mapper.class);
    assertThat(job.waitForCompletion(false)).isTrue();

    JobRecord record = record();
    assertThat(record.id()).isEqualTo(job.getJobID().toString());
    assertThat(record.state()).isEqualTo(State.SUCCEEDED);
    assertThat(record.framework()).isEqualTo("local");
    assertThat(record.data().inputs()).containsExactly(uri("in"));
    assertThat(record.data().objects()).hasValue(2);
    assertThat(record.data().bytes()).isEqualTo(14);
    assertThat(record.data().output()).contains(uri("out"));
    assertThat(record.work().recordsIn()).hasValue(3);
    assertThat(record.work().recordsOut()).hasValue(3);
    assertThat(record.work().read().orElseThrow().unknown()).isGreaterThanOrEqualTo(14);
    assertThat(record.hosts()).hasSize(1);
    assertThat(record.hosts().get(0).bytesRead()).isEqualTo(14);
    assertThat(record.phases())
        .containsOnlyKeys("start", "map", "shuffle", "sort", "reduce", "commit");
    assertThat(record.counters()).isNotEmpty();
    assertThat(scratch.resolve("out/_SUCCESS")).exists();
    assertThat(scratch.resolve("out/_temporary")).doesNotExist();
  }

  @Test
  void failedJobLeavesNoOutput() throws Exception {
    assertThat(job("out", Fails.class).waitForCompletion(false)).isFalse();

    assertThat(record().state()).isEqualTo(State.FAILED);
    assertThat(scratch.resolve("out")).doesNotExist();
  }

  @Test
  void failedJobKeepsWhatWasThereBefore() throws Exception {
    Path out = Files.createDirectory(scratch.resolve("out"));
    Files.writeString(out.resolve("mine"), "kept");
    Job job = job("out", Fails.class);
    job.setOutputFormatClass(IntoExisting.class);

    assertThat(job.waitForCompletion(false)).isFalse();
    assertThat(out.resolve("mine")).hasContent("kept");
    assertThat(out.resolve("_temporary")).doesNotExist();
  }

  @Test
  void ofTwoJobsWithOneOutputTheSecondIsRefused() throws Exception {
    Waits.started = new CountDownLatch(1);
    Waits.released = new CountDownLatch(1);
    Job first = job("out", Waits.class);
    Job second = job("out", Mapper.class);
    second.setOutputFormatClass(IntoExisting.class);
    first.submit();
    Waits.started.await();

    assertThatThrownBy(second::submit)
        .isInstanceOf(FileAlreadyExistsException.class)
        .hasMessageContaining("another job is writing to '" + scratch + "/out'");
    Waits.released.countDown();
    assertThat(first.waitForCompletion(false)).isTrue();
    assertThat(scratch.resolve("out/part-r-00000")).isNotEmptyFile();
  }

  @Test
  void unknownFrameworkIsRefusedByName() throws Exception {
    Job job = job("out", Mapper.class);
    job.getConfiguration().set(Framework.KEY.name(), "magic");

    assertThat(JobFailure.of(catchThrowable(job::submit)).toText())
        .isEqualTo(
            "INVALID_ARGUMENT\n"
                + "situ.mapreduce.framework is 'magic'; it must be auto, local or yarn\n");
  }

  /** As where a configuration of one ResourceManager gets a second one, and not their names. */
  @Test
  void severalResourceManagersWithoutNamesAreRefused() throws Exception {
    Job job = job("out", Mapper.class);
    job.getConfiguration().set(Framework.KEY.name(), "auto");
    job.getConfiguration().setBoolean("yarn.resourcemanager.ha.enabled", true);
    job.getConfiguration().set("yarn.resourcemanager.hostname.rm1", "localhost");
    job.getConfiguration().set("yarn.resourcemanager.hostname.rm2", "localhost");

    assertThat(JobFailure.of(catchThrowable(job::submit)).toText())
        .isEqualTo(
            "INVALID_ARGUMENT\nyarn.resourcemanager.ha.enabled is true and"
                + " yarn.resourcemanager.ha.rm-ids names none\n");
  }

  @Test
  void valuesThatMakeNoSenseAreRefusedByName() throws Exception {
    assertRefused("situ.mapreduce.regroup", "sometimes", "it must be auto, always or off");
    assertRefused(
        "situ.mapreduce.input.names",
        "/lists",
        "it must be a path with {}, for the text of a record");
    assertRefused("situ.mapreduce.regroup.bytes", "many", "it must be a size such as 64m");
    assertRefused("situ.mapreduce.regroup.bytes", "-5", "it must be a size such as 64m");
    assertRefused(
        "situ.mapreduce.locality.wait",
        "soon",
        "it must be milliseconds or a duration such as 30s");
  }

  private void assertRefused(String key, String value, String rule) throws Exception {
    Job job = job("out", Mapper.class);
    job.getConfiguration().set(key, value);

    assertThat(JobFailure.of(catchThrowable(job::submit)).toText())
        .isEqualTo("INVALID_ARGUMENT\n" + key + " is '" + value + "'; " + rule + "\n");
    assertThat(scratch.resolve("out")).doesNotExist();
  }

  @Test
  void aJobThatIsKilledBeforeItIsHandedOverNeverRuns() throws Exception {
    ClientProtocol runner = new LocalJobRunner(new JobConf());
    Submission submission =
        new Submission(
            new JobConf(), List.of(), OptionalLong.empty(), 0, List.of(), Optional.of(path("out")));
    JobMonitor watch = JobMonitor.start(runner, new JobConf(), new JobID("local", 1), submission);
    assertThat(scratch.resolve("out")).exists();

    watch.kill(0);

    assertThat(scratch.resolve("out")).doesNotExist();
    assertThatThrownBy(() -> watch.submit(() -> null)).hasMessageContaining("was killed");
  }

  /** The corrected job would be refused, since its output is there. */
  @Test
  void aJobThatIsNotAcceptedLeavesNoDirectoryForMapOutput() throws Exception {
    refuse();
    assertThat(scratch.resolve("out")).doesNotExist();

    Files.createDirectory(scratch.resolve("out"));
    Files.writeString(scratch.resolve("out/mine"), "kept");
    refuse();
    assertThat(scratch.resolve("out/mine")).hasContent("kept");
    assertThat(scratch.resolve("out/_temporary")).doesNotExist();

    Path taken = scratch.resolve("other/_temporary/situ-shuffle-x");
    Files.createDirectories(taken);
    assertThatThrownBy(() -> start("other")).hasMessageContaining("it is there already");
    assertThat(taken).isDirectory();
  }

  private void refuse() throws Exception {
    JobMonitor watch = start("out");
    assertThat(scratch.resolve("out/_temporary/situ-shuffle-x")).isDirectory();
    assertThatThrownBy(
            () ->
                watch.submit(
                    () -> {
                      throw new IOException("refused");
                    }))
        .hasMessage("refused");
  }

  private JobMonitor start(String out) throws IOException {
    JobConf conf = new JobConf();
    conf.set(
        "situ.mapreduce.shuffle.job.dir",
        scratch.resolve(out).resolve("_temporary/situ-shuffle-x").toString());
    Optional<org.apache.hadoop.fs.Path> output =
        Optional.of(new org.apache.hadoop.fs.Path(scratch.resolve(out).toUri()));
    Submission submission =
        new Submission(conf, List.of(), OptionalLong.empty(), 1, List.of(), output);
    return JobMonitor.start(new LocalJobRunner(conf), conf, new JobID("local", 1), submission);
  }

  @SuppressWarnings("rawtypes")
  private Job job(String out, Class<? extends Mapper> mapper) throws IOException {
    JobConf conf = new JobConf();
    conf.set("fs.defaultFS", "situ:///");
    conf.set("mapreduce.framework.name", "situ");
    conf.set(Framework.KEY.name(), "local");
    conf.set(JobKeys.RECORDS.name(), scratch.resolve("records").toString());
    conf.set("hadoop.tmp.dir", scratch + "/tmp");
    conf.setInt("mapreduce.client.completion.pollinterval", 50);
    Job job = Job.getInstance(conf);
    job.setMapperClass(mapper);
    job.setOutputKeyClass(LongWritable.class);
    job.setOutputValueClass(Text.class);
    FileInputFormat.addInputPath(job, path("in"));
    FileOutputFormat.setOutputPath(job, path(out));
    return job;
  }

  private org.apache.hadoop.fs.Path path(String name) {
    return new org.apache.hadoop.fs.Path(uri(name));
  }

  private String uri(String name) {
    return "situ:" + scratch.resolve(name);
  }

  private JobRecord record() throws IOException {
    List<JobRecord> records = JobRecords.readAll(scratch.resolve("records"));
    assertThat(records).hasSize(1);
    return records.get(0);
  }

  /** Fails at its first record. */
  public static final class Fails extends Mapper<LongWritable, Text, LongWritable, Text> {
    @Override
    protected void map(LongWritable key, Text value, Context context) throws IOException {
      throw new IOException("this mapper always fails");
    }
  }

  /** Waits until the test has looked. */
  public static final class Waits extends Mapper<LongWritable, Text, LongWritable, Text> {
    private static CountDownLatch started;
    private static CountDownLatch released;

    @Override
    protected void setup(Context context) throws InterruptedException {
      started.countDown();
      released.await();
    }
  }

  /** Does not mind a directory that is there. */
  public static final class IntoExisting
      extends org.apache.hadoop.mapreduce.lib.output.TextOutputFormat<LongWritable, Text> {
    @Override
    public void checkOutputSpecs(org.apache.hadoop.mapreduce.JobContext job) {
      // Anything will do.
    }
  }
}
