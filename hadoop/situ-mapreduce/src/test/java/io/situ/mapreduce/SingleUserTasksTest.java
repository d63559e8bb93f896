// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.hadoop.fs.config.ProcessRole;
import io.situ.mapreduce.jobfile.SubmittedJob;
import io.situ.mapreduce.jobfile.WrittenConf;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tests themselves are started as a process of a single user. */
class SingleUserTasksTest {

  private static final String MAP = "mapreduce.map.java.opts";
  private static final String REDUCE = "mapreduce.reduce.java.opts";
  private static final String MASTER = "yarn.app.mapreduce.am.command-opts";

  @TempDir private Path scratch;

  private Configuration submitted(Configuration client) throws IOException {
    Path directory = Files.createTempDirectory(scratch, "submit");
    SubmittedJob job = WrittenConf.submit(directory, client);
    SingleUserTasks.apply(job);
    return job.conf();
  }

  @Test
  void tasksOfAJobWithPrivilegedKeysHaveTheOption() throws IOException {
    JobConf client = new JobConf();
    client.set("fs.situ.store.s.placement.command", "/bin/x");
    client.set(MAP, "-Xmx300m");

    Configuration job = submitted(client);

    assertThat(job.get(MAP)).isEqualTo("-Xmx300m " + ProcessRole.SINGLE_USER_OPTION);
    assertThat(job.get(REDUCE)).endsWith(ProcessRole.SINGLE_USER_OPTION);
    assertThat(client.get(MASTER)).endsWith(" " + ProcessRole.SINGLE_USER_OPTION);
    assertThat(submitted(new JobConf(job)).get(MAP)).isEqualTo(job.get(MAP));
  }

  @Test
  void otherJobsAreLeftAsTheyAre() throws IOException {
    JobConf client = new JobConf();
    client.set("fs.situ.store.s.root", "/data");
    String master = client.get(MASTER);

    Configuration job = submitted(client);

    assertThat(job.get(MAP)).isNull();
    assertThat(client.get(MASTER)).isEqualTo(master);
  }
}
