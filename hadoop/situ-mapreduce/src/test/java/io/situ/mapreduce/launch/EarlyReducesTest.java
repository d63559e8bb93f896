// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.mapreduce.jobfile.SubmittedJob;
import io.situ.mapreduce.jobfile.WrittenConf;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EarlyReducesTest {

  private static final String SLOWSTART = MRJobConfig.COMPLETED_MAPS_FOR_REDUCE_SLOWSTART;
  private static final String HEARTBEAT = MRJobConfig.MR_AM_TO_RM_HEARTBEAT_INTERVAL_MS;

  @TempDir private Path scratch;
  private final JobConf client = new JobConf();

  private SubmittedJob applied(double mapSeconds, long room) throws IOException {
    SubmittedJob job = WrittenConf.submit(scratch, client);
    EarlyReduces.apply(job, mapSeconds, room);
    return job;
  }

  @Test
  void reducesOfShortMapsStartWithThem() throws IOException {
    SubmittedJob job = applied(6.5, 3);

    assertThat(job.conf().get(SLOWSTART)).isEqualTo("0");
    assertThat(job.conf().get(HEARTBEAT)).isEqualTo("250");
  }

  @Test
  void reducesOfLongMapsStartAsHadoopStartsThem() throws IOException {
    SubmittedJob job = applied(30.5, 100);

    assertThat(job.conf().get(SLOWSTART)).isEqualTo("0.05");
    assertThat(job.conf().get(HEARTBEAT)).isEqualTo("1000");
  }

  @Test
  void theyTakeNoSlotThatAMapMayNeed() throws IOException {
    client.setNumReduceTasks(4);
    client.setInt(MRJobConfig.MAP_MEMORY_MB, 1024);
    client.setInt(MRJobConfig.REDUCE_MEMORY_MB, 1536);
    client.setInt(MRJobConfig.MR_AM_VMEM_MB, 1536);

    assertThat(applied(5, 9).conf().get(SLOWSTART)).isEqualTo("0.05");
    assertThat(applied(5, 10).conf().get(SLOWSTART)).isEqualTo("0");
  }

  /** A map and the application master get 2,000 MB each, and each of three reduces 4,000. */
  @Test
  void containersAreAsLargeAsYarnMakesThem() throws IOException {
    client.setInt("yarn.scheduler.minimum-allocation-mb", 2000);
    client.setNumReduceTasks(3);
    client.setInt(MRJobConfig.MAP_MEMORY_MB, 1001);
    client.setInt(MRJobConfig.REDUCE_MEMORY_MB, 3000);
    client.setInt(MRJobConfig.MR_AM_VMEM_MB, 1500);

    assertThat(applied(5, 6).conf().get(SLOWSTART)).isEqualTo("0.05");
    assertThat(applied(5, 7).conf().get(SLOWSTART)).isEqualTo("0");
  }

  @Test
  void whatTheUserSaysHolds() throws IOException {
    client.set(SLOWSTART, "0.05");
    client.set(HEARTBEAT, "1000");

    SubmittedJob job = applied(5, 100);

    assertThat(job.conf().get(SLOWSTART)).isEqualTo("0.05");
    assertThat(job.conf().get(HEARTBEAT)).isEqualTo("1000");
  }

  @Test
  void zeroTurnsItOff() throws IOException {
    client.set(LaunchKeys.REDUCES.name(), "0");

    SubmittedJob job = applied(5, 100);

    assertThat(job.conf().get(SLOWSTART)).isEqualTo("0.05");
    assertThat(job.conf().get(HEARTBEAT)).isEqualTo("1000");
  }
}
