package io.situ.hadoop.fs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitter;
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
