// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.shuffle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.situ.mapreduce.jobfile.SubmittedJob;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.MapTask;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.task.reduce.Shuffle;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.ipc.HadoopYarnProtoRPC;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code auto} makes of where tasks write; a mount that is no disk stands for a store. */
class AutoShuffleTest {

  private static final Path NO_DISK = Path.of("/dev/shm");

  @TempDir private Path scratch;
  private Path store;
  private final Configuration conf = new Configuration();

  @BeforeEach
  void makeJob() throws IOException {
    assumeTrue(Files.isWritable(NO_DISK), NO_DISK + " is missing");
    store = Files.createTempDirectory(NO_DISK, "situ-auto");
    conf.set(ShuffleKeys.MODE.name(), "auto");
    conf.set(ShuffleKeys.PLACE.name(), "file://" + store);
    conf.set(YarnConfiguration.NM_LOCAL_DIRS, store + "/a," + store + "/b");
    write(Map.of());
  }

  private void write(Map<String, String> values) throws IOException {
    Configuration job = new Configuration(false);
    values.forEach(job::set);
    Files.deleteIfExists(scratch.resolve(".job.xml.crc"));
    try (OutputStream out = Files.newOutputStream(scratch.resolve("job.xml"))) {
      job.writeXml(out);
    }
  }

  @AfterEach
  void removeStore() throws IOException {
    if (store != null) {
      Files.delete(store);
    }
  }

  private ShuffleChoice choice(boolean yarn) throws IOException {
    var submitDir = new org.apache.hadoop.fs.Path(scratch.toUri());
    SubmittedJob job = SubmittedJob.load(new JobID("auto", 1), submitDir, conf);
    ShuffleChoice choice = ShufflePlan.apply(job, yarn).orElseThrow();
    job.write();
    return choice;
  }

  @Test
  void sharesOnTheStoreThatTasksWriteToAnyway() throws IOException {
    ShuffleChoice choice = choice(true);

    assertThat(choice.directory()).contains(store + "/situ-shuffle-job_auto_0001");
    assertThat(choice.reason()).isEqualTo("auto found that tasks write to /dev/shm in any case");
    Configuration job = new Configuration(false);
    job.addResource(scratch.resolve("job.xml").toUri().toURL());
    assertThat(job.getFloat(MRJobConfig.COMPLETED_MAPS_FOR_REDUCE_SLOWSTART, 0)).isEqualTo(0.9f);
  }

  @Test
  void leavesTasksWithDisksAlone() throws IOException {
    conf.set(YarnConfiguration.NM_LOCAL_DIRS, store + "/a," + scratch);

    assertThat(choice(true).isShared()).isFalse();
    assertThat(choice(true).reason())
        .endsWith("yarn.nodemanager.local-dirs is not on a shared store");
  }

  @Test
  void nothingOfAJobThatIsLeftAloneChangesButTheReasonIsAdded() throws IOException {
    Map<String, String> said =
        Map.of(
            MRJobConfig.MAP_OUTPUT_COLLECTOR_CLASS_ATTR, MapTask.MapOutputBuffer.class.getName(),
            MRConfig.SHUFFLE_CONSUMER_PLUGIN, Shuffle.class.getName(),
            MRJobConfig.COMPLETED_MAPS_FOR_REDUCE_SLOWSTART, "0.05",
            MRJobConfig.MAX_FETCH_FAILURES_NOTIFICATIONS, "3",
            YarnConfiguration.IPC_RPC_IMPL, HadoopYarnProtoRPC.class.getName());
    for (Map<String, String> before : List.of(Map.<String, String>of(), said)) {
      write(before);
      conf.set(YarnConfiguration.NM_LOCAL_DIRS, store + "/a," + scratch);
      ShuffleChoice choice = choice(true);

      Map<String, String> expected = new TreeMap<>(before);
      expected.put("situ.mapreduce.shuffle.reason", choice.reason());
      assertThat(written()).isEqualTo(expected);

      conf.set(YarnConfiguration.NM_LOCAL_DIRS, store + "/a");
      assertThat(choice(true).isShared()).isTrue();
      assertThat(written())
          .containsEntry(MRConfig.SHUFFLE_CONSUMER_PLUGIN, SharedReduceInput.class.getName());
    }
  }

  private Map<String, String> written() throws IOException {
    Configuration job = new Configuration(false);
    job.addResource(scratch.resolve("job.xml").toUri().toURL());
    Map<String, String> values = new TreeMap<>();
    job.forEach(entry -> values.put(entry.getKey(), entry.getValue()));
    return values;
  }

  @Test
  void leavesTasksInOneProcessAlone() throws IOException {
    assertThat(choice(false).isShared()).isFalse();
  }

  @Test
  void wantsTheSameStore() throws IOException {
    conf.set(ShuffleKeys.PLACE.name(), "file://" + scratch);

    assertThat(choice(true).reason()).endsWith("and " + scratch + " is on another");
  }

  @Test
  void leavesJobsWithAShuffleOfTheirOwnAlone() throws IOException {
    conf.set("mapreduce.job.map.output.collector.class", "org.example.Mine");

    assertThat(choice(true).reason())
        .startsWith("auto cannot share map output: situ.mapreduce.shuffle=shared does not go with");
  }

  /** Its application master cannot load what keeps lost hosts' map output. */
  @Test
  void leavesJobsWithAClassLoaderOfTheirOwnAloneOrRefusesThem() throws IOException {
    conf.setBoolean(MRJobConfig.MAPREDUCE_JOB_CLASSLOADER, true);
    String refusal =
        "situ.mapreduce.shuffle=shared is not available: mapreduce.job.classloader=true hides"
            + " Situ's classes from Hadoop's own in the application master; leave one of them out";

    ShuffleChoice choice = choice(true);
    assertThat(choice.isShared()).isFalse();
    assertThat(choice.reason()).isEqualTo("auto cannot share map output: " + refusal);

    conf.set(ShuffleKeys.MODE.name(), "shared");
    assertThatThrownBy(() -> choice(true))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(refusal);
    assertThat(choice(false).isShared()).isTrue();
  }
}
