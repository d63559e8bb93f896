// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.OutputFormat;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.apache.hadoop.mapreduce.lib.output.LazyOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitter;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.committer.manifest.ManifestCommitter;
import org.apache.hadoop.mapreduce.task.JobContextImpl;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SituCommitterFactoryTest {

  private static final String THREADS = "mapreduce.manifest.committer.io.threads";

  @TempDir private Path scratch;

  @Test
  void localJobsAreCommittedByFewThreads() throws IOException {
    assertThat(commit("local123", new Configuration()).getInt(THREADS, 32)).isEqualTo(2);
  }

  @Test
  void onAClusterAndWhereTheSiteSaysSoThereAreAsManyAsSaid() throws IOException {
    Configuration said = new Configuration();
    said.setInt(THREADS, 5);

    assertThat(commit("123", new Configuration()).getInt(THREADS, 32)).isEqualTo(32);
    assertThat(commit("local124", said).getInt(THREADS, 32)).isEqualTo(5);
  }

  @Test
  void formatsThatAreNotHadoopsGetTheClassicCommitter() throws IOException {
    assertThat(create(writing(TextOutputFormat.class))).isInstanceOf(ManifestCommitter.class);
    assertThat(create(writing(Casts.class))).isExactlyInstanceOf(FileOutputCommitter.class);

    Configuration lazy = writing(LazyOutputFormat.class);
    lazy.setClass(LazyOutputFormat.OUTPUT_FORMAT, Casts.class, OutputFormat.class);
    assertThat(create(lazy)).isExactlyInstanceOf(FileOutputCommitter.class);
  }

  @Test
  void oneJobHasOneCommitterWhateverItsNamedOutputsAre() throws IOException {
    Configuration job = writing(TextOutputFormat.class);
    job.set("mapreduce.multipleoutputs", "side");
    job.set("mapreduce.multipleoutputs.namedOutput.side.format", Casts.class.getName());
    assertThat(create(job)).isExactlyInstanceOf(FileOutputCommitter.class);

    Configuration other = writing(Casts.class);
    create(other);
    other.setClass("mapreduce.job.outputformat.class", TextOutputFormat.class, OutputFormat.class);
    assertThat(create(other)).isExactlyInstanceOf(FileOutputCommitter.class);
  }

  @Test
  void whereManifestsCannotBeSerializedTheClassicCommitterServes() throws IOException {
    Configuration java = writing(TextOutputFormat.class);
    java.setStrings(
        "io.serializations",
        "org.apache.hadoop.io.serializer.JavaSerialization",
        "org.apache.hadoop.io.serializer.WritableSerialization");

    assertThat(create(java)).isExactlyInstanceOf(FileOutputCommitter.class);
  }

  /** Spark 4.2 asks for the committer of a job's set-up first, other lines after they named it. */
  @Test
  void jobsOfSparkGetTheClassicCommitterBeforeAndAfterTheyAreNamed() throws IOException {
    Configuration before = new JobConf();
    before.set("mapreduce.job.output.value.class", "org.apache.spark.sql.catalyst.InternalRow");
    assertThat(create(before)).isExactlyInstanceOf(FileOutputCommitter.class);

    Configuration after = new JobConf();
    after.set("spark.sql.sources.writeJobUUID", "1b9d");
    assertThat(create(after)).isExactlyInstanceOf(FileOutputCommitter.class);
  }

  @Test
  void whatAnotherJobChoseIsNotTakenOver() throws IOException {
    Configuration shared = writing(Casts.class);
    create(shared);
    shared.setClass("mapreduce.job.outputformat.class", TextOutputFormat.class, OutputFormat.class);

    assertThat(create(shared, 2)).isInstanceOf(ManifestCommitter.class);
  }

  @Test
  void lookingWhetherATaskWroteAnythingLeavesNothingOpen() throws IOException {
    PathOutputCommitter committer = create(writing(TextOutputFormat.class));
    Path work = Path.of(committer.getWorkPath().toUri().getPath());
    Files.createDirectories(work);
    for (int i = 0; i < 5000; i++) {
      Files.createFile(work.resolve("part-" + i));
    }

    assertThat(committer.needsTaskCommit(task(new Configuration(), 1))).isTrue();

    try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
      assertThat(open.map(SituCommitterFactoryTest::target))
          .noneMatch(target -> target.startsWith(work.toString()));
    }
  }

  private static String target(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString();
    } catch (IOException closedMeanwhile) {
      return "";
    }
  }

  private static TaskAttemptContext task(Configuration conf, int job) {
    return new TaskAttemptContextImpl(conf, new TaskAttemptID("local9", job, TaskType.MAP, 0, 0));
  }

  private static Configuration writing(Class<?> format) {
    Configuration conf = new JobConf();
    conf.setClass("mapreduce.job.outputformat.class", format, OutputFormat.class);
    return conf;
  }

  private PathOutputCommitter create(Configuration conf) throws IOException {
    return create(conf, 1);
  }

  private PathOutputCommitter create(Configuration conf, int job) throws IOException {
    return new SituCommitterFactory()
        .createOutputCommitter(
            new org.apache.hadoop.fs.Path("situ://" + scratch + "/out"), task(conf, job));
  }

  /** As many formats written for Hadoop 2. */
  private static final class Casts extends TextOutputFormat<String, String> {
    @Override
    public org.apache.hadoop.fs.Path getDefaultWorkFile(TaskAttemptContext task, String extension)
        throws IOException {
      return ((FileOutputCommitter) getOutputCommitter(task)).getWorkPath();
    }
  }

  /**
   * The local runner hands another configuration to a job's commit than to what made the committer.
   */
  private Configuration commit(String cluster, Configuration conf) throws IOException {
    TaskAttemptContext task =
        new TaskAttemptContextImpl(
            new Configuration(), new TaskAttemptID(cluster, 1, TaskType.MAP, 0, 0));
    org.apache.hadoop.fs.Path output =
        new org.apache.hadoop.fs.Path("situ://" + scratch + "/" + cluster);
    PathOutputCommitter committer = new SituCommitterFactory().createOutputCommitter(output, task);
    JobContextImpl job = new JobContextImpl(conf, new JobID(cluster, 1));
    committer.setupJob(job);
    committer.commitJob(job);

    assertThat(Files.exists(scratch.resolve(cluster + "/_SUCCESS"))).isTrue();
    return job.getConfiguration();
  }
}
