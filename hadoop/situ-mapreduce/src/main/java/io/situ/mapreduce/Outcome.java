package io.situ.mapreduce;

import io.situ.mapreduce.JobRecord.Distances;
import io.situ.mapreduce.JobRecord.Host;
import io.situ.mapreduce.JobRecord.Work;
import java.io.IOException;
import java.net.InetAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.JobCounter;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskCompletionEvent;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.TaskReport;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormatCounter;
import org.apache.hadoop.mapreduce.protocol.ClientProtocol;

/**
 * What an ended job did.
 *
 * @param counters by group and name
 * @param read bytes read from stores by distance
 */
record Outcome(
    Map<String, Map<String, Long>> counters,
    OptionalLong dataLocalMaps,
    Distances read,
    List<Host> hosts) {

  static final Outcome NONE =
      new Outcome(Map.of(), OptionalLong.empty(), Distances.NONE, List.of());

  private static final int EVENTS = 1000;

  /**
   * A job run by the local runner in this process. Its own file system counters are useless: every
   * task reports the totals of the process, so they are counted once for each task.
   */
  static Outcome local(ClientProtocol protocol, JobID job, Submission submission, Distances read)
      throws IOException, InterruptedException {
    Counters counters = protocol.getJobCounters(job);
    String host = InetAddress.getLocalHost().getHostName();
    long bytes = counters.findCounter(FileInputFormatCounter.BYTES_READ).getValue();
    boolean known = submission.hosts().stream().anyMatch(hosts -> !hosts.isEmpty());
    long local =
        submission.hosts().stream()
            .filter(hosts -> hosts.contains(host) || hosts.contains("localhost"))
            .count();
    return new Outcome(
        toMap(counters),
        known ? OptionalLong.of(local) : OptionalLong.empty(),
        read,
        List.of(new Host(host, submission.maps(), bytes)));
  }

  /** A job run by a cluster. */
  static Outcome cluster(ClientProtocol protocol, JobID job)
      throws IOException, InterruptedException {
    Counters counters = protocol.getJobCounters(job);
    return new Outcome(
        toMap(counters),
        OptionalLong.of(counters.findCounter(JobCounter.DATA_LOCAL_MAPS).getValue()),
        TaskReads.of(counters),
        hosts(protocol, job));
  }

  private static List<Host> hosts(ClientProtocol protocol, JobID job)
      throws IOException, InterruptedException {
    Map<TaskAttemptID, String> places = places(protocol, job);
    Map<String, Host> hosts = new TreeMap<>();
    for (TaskReport task : protocol.getTaskReports(job, TaskType.MAP)) {
      String name =
          Optional.ofNullable(task.getSuccessfulTaskAttemptId()).map(places::get).orElse("");
      long bytes = task.getTaskCounters().findCounter(FileInputFormatCounter.BYTES_READ).getValue();
      hosts.merge(name, new Host(name, 1, bytes), Outcome::sum);
    }
    hosts.remove("");
    return List.copyOf(hosts.values());
  }

  private static Host sum(Host a, Host b) {
    return new Host(a.name(), a.maps() + b.maps(), a.bytesRead() + b.bytesRead());
  }

  private static Map<TaskAttemptID, String> places(ClientProtocol protocol, JobID job)
      throws IOException, InterruptedException {
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

  private static Map<String, Map<String, Long>> toMap(Counters counters) {
    Map<String, Map<String, Long>> groups = new TreeMap<>();
    for (var group : counters) {
      Map<String, Long> values = new TreeMap<>();
      group.forEach(counter -> values.put(counter.getName(), counter.getValue()));
      groups.put(group.getName(), values);
    }
    return groups;
  }

  Work work(Submission submission) {
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

  private OptionalLong counter(TaskCounter counter) {
    Long value = counters.getOrDefault(TaskCounter.class.getName(), Map.of()).get(counter.name());
    return value == null ? OptionalLong.empty() : OptionalLong.of(value);
  }
}
