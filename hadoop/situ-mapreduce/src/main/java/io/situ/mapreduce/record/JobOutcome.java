// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.record;

import io.situ.mapreduce.record.JobRecord.Distances;
import io.situ.mapreduce.record.JobRecord.Host;
import io.situ.mapreduce.record.JobRecord.SchedulingDelays;
import io.situ.mapreduce.record.JobRecord.Work;
import io.situ.mapreduce.split.SubmittedSplits;
import java.io.IOException;
import java.net.InetAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormatCounter;
import org.apache.hadoop.mapreduce.protocol.ClientProtocol;

/**
 * What an ended job did.
 *
 * @param counters by group and name
 * @param read bytes read from stores by distance; empty where they were not measured
 * @param phases seconds by phase; empty where the job itself does not report it
 */
public record JobOutcome(
    Map<String, Map<String, Long>> counters,
    OptionalLong dataLocalMaps,
    Optional<Distances> read,
    List<Host> hosts,
    Optional<SchedulingDelays> waits,
    Map<String, Double> phases) {

  /** Of a job of which nothing was measured. */
  public static final JobOutcome NONE =
      new JobOutcome(
          Map.of(), OptionalLong.empty(), Optional.empty(), List.of(), Optional.empty(), Map.of());

  /**
   * A job run by the local runner in this process. Its own file system counters are useless: every
   * task reports the totals of the process, so they are counted once for each task.
   *
   * @param read what the process read meanwhile; empty where that was not for this job alone
   */
  public static JobOutcome local(
      ClientProtocol protocol, JobID job, Submission submission, Optional<Distances> read)
      throws IOException, InterruptedException {
    Counters counters = protocol.getJobCounters(job);
    String host = InetAddress.getLocalHost().getHostName();
    long counted = counters.findCounter(FileInputFormatCounter.BYTES_READ).getValue();
    // Of maps side by side each counts what the others read meanwhile too.
    long bytes = Math.min(counted, submission.bytes());
    boolean known = submission.holders().stream().anyMatch(hosts -> !hosts.isEmpty());
    long local =
        submission.holders().stream()
            .filter(hosts -> hosts.contains(host) || hosts.contains(SubmittedSplits.NO_HOST))
            .count();
    OptionalLong dataLocal = known ? OptionalLong.of(local) : OptionalLong.empty();
    return new JobOutcome(
        toMap(counters),
        dataLocal,
        read,
        List.of(new Host(host, submission.maps(), dataLocal, bytes, read)),
        Optional.empty(),
        Map.of());
  }

  static Map<String, Map<String, Long>> toMap(Counters counters) {
    Map<String, Map<String, Long>> groups = new TreeMap<>();
    for (var group : counters) {
      Map<String, Long> values = new TreeMap<>();
      group.forEach(counter -> values.put(counter.getName(), counter.getValue()));
      groups.put(group.getName(), values);
    }
    return groups;
  }

  public Work work(Submission submission) {
    return new Work(
        submission.maps(),
        submission.reduces(),
        dataLocalMaps,
        read,
        counter(TaskCounter.MAP_INPUT_RECORDS),
        counter(
            submission.reduces() > 0
                ? TaskCounter.REDUCE_OUTPUT_RECORDS
                : TaskCounter.MAP_OUTPUT_RECORDS));
  }

  public OptionalLong counter(Enum<?> counter) {
    String group = counter.getDeclaringClass().getName();
    Long value = counters.getOrDefault(group, Map.of()).get(counter.name());
    return value == null ? OptionalLong.empty() : OptionalLong.of(value);
  }
}
