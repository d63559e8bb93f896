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

  private static void assertHas(SubmittedJob job, String slowStart, String heartbeat) {
    assertThat(job.conf().get(SLOWSTART)).isEqualTo(slowStart);
    assertThat(job.conf().get(HEARTBEAT)).isEqualTo(heartbeat);
  }

  @Test
  void reducesOfShortMapsStartWithThem() throws IOException {
    assertHas(applied(6.5, 3), "0", "250");
  }

  @Test
  void reducesOfLongMapsStartAsHadoopStartsThem() throws IOException {
    assertHas(applied(30.5, 100), "0.05", "1000");
  }

  private void setMegabytes(int map, int reduce, int master) {
    client.setInt(MRJobConfig.MAP_MEMORY_MB, map);
    client.setInt(MRJobConfig.REDUCE_MEMORY_MB, reduce);
    client.setInt(MRJobConfig.MR_AM_VMEM_MB, master);
  }

  private void assertStartWithMapsFrom(long room) throws IOException {
    assertThat(applied(5, room - 1).conf().get(SLOWSTART)).isEqualTo("0.05");
    assertThat(applied(5, room).conf().get(SLOWSTART)).isEqualTo("0");
  }

  @Test
  void theyTakeNoSlotThatAMapMayNeed() throws IOException {
    client.setNumReduceTasks(4);
    setMegabytes(1024, 1536, 1536);

    assertStartWithMapsFrom(10);
  }

  /** A map and the application master get 2,000 MB each, and each of three reduces 4,000. */
  @Test
  void containersAreAsLargeAsYarnMakesThem() throws IOException {
    client.setInt("yarn.scheduler.minimum-allocation-mb", 2000);
    client.setNumReduceTasks(3);
    setMegabytes(1001, 3000, 1500);

    assertStartWithMapsFrom(7);
  }

  @Test
  void whatTheUserSaysHolds() throws IOException {
    client.set(SLOWSTART, "0.05");
    client.set(HEARTBEAT, "1000");

    assertHas(applied(5, 100), "0.05", "1000");
  }

  @Test
  void zeroTurnsItOff() throws IOException {
    client.set(LaunchKeys.REDUCES.name(), "0");

    assertHas(applied(5, 100), "0.05", "1000");
  }
}
