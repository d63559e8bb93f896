// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.hadoop.fs.config.JobPlacement;
import io.situ.mapreduce.jobfile.SubmittedJob;
import io.situ.mapreduce.jobfile.WrittenConf;
import io.situ.storage.config.PlacementTables;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlacementFileTest {

  private static final org.apache.hadoop.fs.Path INPUT =
      new org.apache.hadoop.fs.Path("situ://vol/in");

  @TempDir private Path scratch;

  private final Configuration conf = new Configuration();

  @BeforeEach
  void prepare() throws IOException {
    conf.setBoolean("fs.situ.impl.disable.cache", true);
    conf.set("fs.situ.store.vol.root", Files.createDirectory(scratch.resolve("vol")).toString());
    Files.createDirectory(scratch.resolve("job"));
  }

  private SubmittedJob job() throws IOException {
    return WrittenConf.submit(scratch.resolve("job"), conf);
  }

  private String apply(SubmittedJob job) throws IOException {
    try (FileSystem open = INPUT.getFileSystem(conf)) {
      assertThat(open).isNotNull();
      return PlacementFile.apply(job, List.of(INPUT));
    }
  }

  @Test
  void tasksGetWhatTheClientsStoreKnows() throws IOException {
    conf.set("fs.situ.store.vol.driver", TablesProvider.DRIVER);
    conf.set(MRJobConfig.CACHE_FILES, "hdfs://namenode/other");
    conf.set(MRJobConfig.CACHE_FILE_TIMESTAMPS, "1");
    conf.set(MRJobConfig.CACHE_FILES_SIZES, "2");
    conf.set(MRJobConfig.CACHE_FILE_VISIBILITIES, "true");
    SubmittedJob job = job();

    assertThat(apply(job)).isEqualTo("tasks get the placement of cluster with the job");

    Path file = scratch.resolve("job/" + JobPlacement.FILE);
    try (InputStream in = Files.newInputStream(file)) {
      assertThat(PlacementTables.read(in).find("cluster").orElseThrow().content())
          .asString()
          .isEqualTo("of a cluster");
    }
    assertThat(job.conf().getStrings(MRJobConfig.CACHE_FILES))
        .containsExactly("hdfs://namenode/other", file.toUri() + "#" + JobPlacement.FILE);
    assertThat(job.conf().getStrings(MRJobConfig.CACHE_FILES_SIZES))
        .containsExactly("2", Long.toString(Files.size(file)));
    assertThat(job.conf().getStrings(MRJobConfig.CACHE_FILE_VISIBILITIES))
        .containsExactly("true", "false");
  }

  @Test
  void aStoreWithoutAClusterAddsNothing() throws IOException {
    SubmittedJob job = job();
    assertThat(apply(job)).isEqualTo("no cluster's placement goes with the job");
    assertThat(scratch.resolve("job/" + JobPlacement.FILE)).doesNotExist();
    assertThat(job.conf().get(MRJobConfig.CACHE_FILES)).isNull();
  }

  @Test
  void oneKeyTurnsItOff() throws IOException {
    conf.set("fs.situ.store.vol.driver", TablesProvider.DRIVER);
    conf.set(LaunchKeys.PLACEMENT.name(), "off");
    SubmittedJob job = job();
    assertThat(apply(job))
        .isEqualTo("tasks ask clusters for placement: situ.mapreduce.launch.placement is off");
    assertThat(job.conf().get(MRJobConfig.CACHE_FILES)).isNull();
  }

  @Test
  void aJobWithAFileOfThatNameIsLeftAsItIs() throws IOException {
    conf.set("fs.situ.store.vol.driver", TablesProvider.DRIVER);
    conf.set(MRJobConfig.CACHE_FILES, "hdfs://namenode/other#" + JobPlacement.FILE);
    SubmittedJob job = job();
    assertThat(apply(job)).startsWith("tasks ask clusters for placement: ");
    assertThat(job.conf().getStrings(MRJobConfig.CACHE_FILES)).hasSize(1);
  }
}
