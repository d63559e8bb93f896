// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TaskCounter;

/** Real jobs on the local runner, through Situ's client. */
public final class LocalJobs {

  private LocalJobs() {}

  /** What every such job is configured with. */
  public static JobConf conf(Path scratch) {
    JobConf conf = new JobConf();
    conf.set("mapreduce.framework.name", "situ");
    conf.set("situ.mapreduce.framework", "local");
    conf.set("hadoop.tmp.dir", scratch + "/tmp");
    conf.setInt("mapreduce.client.completion.pollinterval", 20);
    conf.setInt("mapreduce.client.progressmonitor.pollinterval", 20);
    conf.setInt("mapreduce.task.io.sort.mb", 16);
    return conf;
  }

  /** Runs a job, which must succeed. */
  public static Job run(Job job) throws Exception {
    assertThat(job.waitForCompletion(false)).isTrue();
    return job;
  }

  public static long counter(Job job, TaskCounter counter) throws IOException {
    return job.getCounters().findCounter(counter).getValue();
  }

  /** The parts in an output directory, by their names. */
  public static TreeMap<String, String> output(Path directory) throws IOException {
    TreeMap<String, String> contents = new TreeMap<>();
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.filter(f -> f.getFileName().toString().startsWith("part")).toList()) {
        contents.put(file.getFileName().toString(), Files.readString(file));
      }
    }
    return contents;
  }
}
