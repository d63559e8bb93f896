// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.record;

import io.situ.mapreduce.record.JobRecord.Host;
import io.situ.mapreduce.record.JobRecord.NonLocalMap;
import io.situ.mapreduce.record.JobRecord.SchedulingDelays;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.TIPStatus;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.JobCounter;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskCompletionEvent;
import org.apache.hadoop.mapreduce.TaskReport;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormatCounter;
import org.apache.hadoop.mapreduce.protocol.ClientProtocol;

/** Gathers what a job did that ran on a cluster and is over. */
public final class ClusterJobOutcome {

  private static final int EVENTS = 1000;

  private final ClientProtocol protocol;
  private final JobID job;
  private final Configuration client;

  /**
   * One map that succeeded.
   *
   * @param wanted the hosts that its split names: all that hold it, or where maps are placed by
   *     hosts the planned one; empty if not known
   * @param holders all that hold its split; empty if not known
   */
  private record MapRun(String host, List<String> wanted, List<String> holders, TaskReport report) {

    Optional<Boolean> local() {
      return holders.isEmpty() ? Optional.empty() : Optional.of(holders.contains(host));
    }

    boolean isStray() {
      return !wanted.isEmpty() && !wanted.contains(host);
    }

    NonLocalMap asStray() {
      String task = report.getTaskID().toString();
      return new NonLocalMap(task.substring(task.indexOf("_m_") + 1), host, wanted);
    }

    Host asHost(boolean measured) {
      Counters counters = report.getTaskCounters();
      return new Host(
          host,
          1,
          local().map(is -> OptionalLong.of(is ? 1 : 0)).orElse(OptionalLong.empty()),
          counters.findCounter(FileInputFormatCounter.BYTES_READ).getValue(),
          measured ? Optional.of(TaskReadCounters.of(counters)) : Optional.empty());
    }
  }

  /**
   * @param client the configuration of this process, which names the history server
   */
  public ClusterJobOutcome(ClientProtocol protocol, JobID job, Configuration client) {
    this.protocol = protocol;
    this.job = job;
    this.client = client;
  }

  /**
   * What the job did.
   *
   * @param wanted for each map the hosts that its split names; empty lists if not known
   * @param holders for each map the hosts that hold its split; empty lists if not known
   * @param submitted when the client handed the job in, by the client's clock
   */
  public JobOutcome gather(List<List<String>> wanted, List<List<String>> holders, long submitted)
      throws IOException, InterruptedException {
    JobStatus status = protocol.getJobStatus(job);
    Counters counters = protocol.getJobCounters(job);
    // Tasks that share the master's process each report the totals of the process; a job whose
    // master never ran has no counters.
    boolean measured = !status.isUber() && counters.countCounters() > 0;
    List<MapRun> maps = maps(wanted, holders);
    List<TaskReport> reduces = Arrays.asList(protocol.getTaskReports(job, TaskType.REDUCE));
    return new JobOutcome(
        JobOutcome.toMap(counters),
        dataLocal(maps, counters),
        measured ? Optional.of(TaskReadCounters.of(counters)) : Optional.empty(),
        hosts(maps, measured),
        waits(maps, status.getStartTime()),
        phases(maps, reduces, submitted, status.getFinishTime()));
  }

  private List<MapRun> maps(List<List<String>> wanted, List<List<String>> holders)
      throws IOException, InterruptedException {
    Map<TaskAttemptID, String> places = places();
    List<MapRun> maps = new ArrayList<>();
    for (TaskReport report : protocol.getTaskReports(job, TaskType.MAP)) {
      String host = places.get(report.getSuccessfulTaskAttemptId());
      int index = report.getTaskID().getId();
      if (host != null) {
        maps.add(new MapRun(host, hosts(wanted, index), hosts(holders, index), report));
      }
    }
    return maps;
  }

  private static List<String> hosts(List<List<String>> ofMaps, int index) {
    return index < ofMaps.size() ? ofMaps.get(index) : List.of();
  }

  private Map<TaskAttemptID, String> places() throws IOException, InterruptedException {
    Map<TaskAttemptID, String> places = new HashMap<>();
    int from = 0;
    TaskCompletionEvent[] events;
    do {
      events = protocol.getTaskCompletionEvents(job, from, EVENTS);
      for (TaskCompletionEvent event : events) {
        places.put(event.getTaskAttemptId(), host(event.getTaskTrackerHttp()));
      }
      from += events.length;
    } while (events.length > 0);
    return places;
  }

  private static String host(String http) {
    String authority = http.substring(http.indexOf("://") < 0 ? 0 : http.indexOf("://") + 3);
    int colon = authority.indexOf(':');
    return colon < 0 ? authority : authority.substring(0, colon);
  }

  /**
   * By the splits' holders: Hadoop's counter knows only the hosts that they name, and also counts
   * containers whose attempts failed.
   */
  private static OptionalLong dataLocal(List<MapRun> maps, Counters counters) {
    if (maps.isEmpty()) {
      return OptionalLong.empty();
    }
    return maps.stream().anyMatch(map -> map.local().isPresent())
        ? OptionalLong.of(maps.stream().filter(map -> map.local().orElse(false)).count())
        : OptionalLong.of(
            Math.min(maps.size(), counters.findCounter(JobCounter.DATA_LOCAL_MAPS).getValue()));
  }

  private static List<Host> hosts(List<MapRun> maps, boolean measured) {
    Map<String, Host> hosts = new TreeMap<>();
    maps.forEach(map -> hosts.merge(map.host(), map.asHost(measured), Host::plus));
    return List.copyOf(hosts.values());
  }

  private static Optional<SchedulingDelays> waits(List<MapRun> maps, long jobStart) {
    if (maps.isEmpty()) {
      return Optional.empty();
    }
    double[] seconds =
        maps.stream()
            .mapToDouble(map -> Math.max(0, map.report().getStartTime() - jobStart) / 1000.0)
            .toArray();
    boolean known = maps.stream().anyMatch(map -> !map.wanted().isEmpty());
    List<NonLocalMap> strays = maps.stream().filter(MapRun::isStray).map(MapRun::asStray).toList();
    return Optional.of(
        new SchedulingDelays(
            Arrays.stream(seconds).average().orElse(0),
            Arrays.stream(seconds).max().orElse(0),
            known ? OptionalLong.of(strays.size()) : OptionalLong.empty(),
            strays));
  }

  private static boolean succeeded(TaskReport task) {
    return task.getCurrentStatus() == TIPStatus.COMPLETE;
  }

  /** Empty where the history server does not report it. */
  private Map<String, Double> phases(
      List<MapRun> maps, List<TaskReport> reduces, long submitted, long finished) {
    long started = maps.stream().mapToLong(map -> map.report().getStartTime()).min().orElse(0);
    long mapped = maps.stream().mapToLong(map -> map.report().getFinishTime()).max().orElse(0);
    if (finished == 0 || mapped == 0 || !reduces.stream().allMatch(ClusterJobOutcome::succeeded)) {
      return Map.of();
    }
    if (reduces.isEmpty()) {
      return JobPhases.between(submitted, finished, started, mapped);
    }
    return ReduceTimes.fetch(client, reduces)
        .map(
            times ->
                JobPhases.between(
                    submitted,
                    finished,
                    started,
                    mapped,
                    times.shuffled(),
                    times.sorted(),
                    times.reduced()))
        .orElse(Map.of());
  }
}
