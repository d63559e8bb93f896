// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.spark;

import com.fasterxml.jackson.databind.JsonNode;
import io.situ.cli.spark.SparkApplication.Data;
import io.situ.cli.spark.SparkApplication.Host;
import io.situ.cli.spark.SparkApplication.Jobs;
import io.situ.cli.spark.SparkApplication.Shuffle;
import io.situ.cli.spark.SparkApplication.Tasks;
import io.situ.cli.spark.SparkApplication.Times;
import io.situ.mapreduce.record.JobRecord.Distances;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/** Adds up what an event log says of an application. Not thread-safe. */
final class ApplicationReader {

  /** Names of the accumulators of Situ's plug-in. */
  private static final String BYTES_READ = "situ.bytesRead.";

  private static final Set<String> LOCAL = Set.of("PROCESS_LOCAL", "NODE_LOCAL");

  private final Map<String, HostSum> hosts = new TreeMap<>();
  private final ScanSums scans = new ScanSums();
  private final Set<Long> stages = new HashSet<>();
  private final Set<String> executors = new HashSet<>();
  private String id = "unknown";
  private String name = "unknown";
  private String version = "unknown";

  /** Whether Situ's plug-in was there. */
  private boolean counted;

  private long started;
  private OptionalLong ended = OptionalLong.empty();
  private long taskMillis;
  private int jobs;
  private int failedJobs;
  private int failedTasks;
  private long recordsRead;
  private long bytesWritten;
  private long recordsWritten;
  private long shuffleWritten;
  private long shuffleLocal;
  private long shuffleRemote;

  private ApplicationReader() {}

  /**
   * Reads the log of an application.
   *
   * @throws IOException in one sentence, if a file cannot be read or is damaged
   */
  static SparkApplication read(EventLog log) throws IOException {
    ApplicationReader reader = new ApplicationReader();
    log.read(
        Map.of(
            "SparkListenerLogStart",
            reader::log,
            EventLog.SETTINGS,
            reader::settings,
            "SparkListenerApplicationStart",
            reader::start,
            "SparkListenerApplicationEnd",
            reader::end,
            "SparkListenerJobEnd",
            reader::job,
            "SparkListenerTaskEnd",
            reader::task,
            "SparkListenerExecutorAdded",
            reader::executor,
            ScanSums.WITHOUT_EXECUTOR,
            reader.scans::addWithoutExecutor));
    return reader.application(log.isCompacted());
  }

  private void log(JsonNode event) {
    version = event.path("Spark Version").asText();
  }

  private void settings(JsonNode event) {
    String plugins = event.path("Spark Properties").path("spark.plugins").asText();
    counted =
        Arrays.stream(plugins.split(",")).map(String::strip).anyMatch(SparkCommand.PLUGIN::equals);
  }

  private void start(JsonNode event) {
    id = event.path("App ID").asText();
    name = event.path("App Name").asText();
    started = event.path("Timestamp").asLong();
  }

  private void end(JsonNode event) {
    ended = OptionalLong.of(event.path("Timestamp").asLong());
  }

  private void job(JsonNode event) {
    jobs++;
    String result = event.path("Job Result").path("Result").asText();
    failedJobs += result.equals("JobSucceeded") ? 0 : 1;
  }

  private void executor(JsonNode event) {
    executors.add(event.path("Executor Info").path("Host").asText());
  }

  private void task(JsonNode event) {
    stages.add(event.path("Stage ID").asLong());
    JsonNode info = event.path("Task Info");
    JsonNode metrics = event.path("Task Metrics");
    failedTasks += event.path("Task End Reason").path("Reason").asText().equals("Success") ? 0 : 1;
    taskMillis += metrics.path("Executor Run Time").asLong();
    recordsRead += metrics.path("Input Metrics").path("Records Read").asLong();
    bytesWritten += metrics.path("Output Metrics").path("Bytes Written").asLong();
    recordsWritten += metrics.path("Output Metrics").path("Records Written").asLong();
    shuffleWritten += metrics.path("Shuffle Write Metrics").path("Shuffle Bytes Written").asLong();
    JsonNode shuffle = metrics.path("Shuffle Read Metrics");
    shuffleLocal += shuffle.path("Local Bytes Read").asLong();
    shuffleRemote += shuffle.path("Remote Bytes Read").asLong();
    hosts.computeIfAbsent(info.path("Host").asText(), HostSum::new).add(info, metrics);
    info.path("Accumulables").forEach(scans::add);
  }

  private SparkApplication application(boolean compacted) {
    List<Host> each = new ArrayList<>();
    int tasks = 0;
    int local = 0;
    long bytes = 0;
    Optional<Distances> read = atLeast(Optional.empty());
    for (HostSum sum : hosts.values()) {
      Host host = sum.host(atLeast(sum.read));
      each.add(host);
      tasks += host.tasks();
      local += host.nodeLocal();
      bytes += host.bytesRead();
      if (host.read().isPresent()) {
        read = Optional.of(read.orElse(Distances.NONE).plus(host.read().get()));
      }
    }
    return new SparkApplication(
        id,
        name,
        version,
        new Times(started, ended, taskMillis),
        new Jobs(jobs, failedJobs),
        new Tasks(tasks, failedTasks, local, stages.size()),
        new Data(bytes, recordsRead, bytesWritten, recordsWritten),
        read,
        scans.scans(),
        scans.missingHosts(executors),
        new Shuffle(shuffleWritten, shuffleLocal, shuffleRemote),
        each,
        compacted);
  }

  /** With the plug-in nothing is a count too, as of tasks that never ran. */
  private Optional<Distances> atLeast(Optional<Distances> read) {
    return counted ? Optional.of(read.orElse(Distances.NONE)) : read;
  }

  /** What the tasks of one host did. */
  private static final class HostSum {
    private final String name;
    private int tasks;
    private int nodeLocal;
    private long bytesRead;
    private Optional<Distances> read = Optional.empty();

    HostSum(String name) {
      this.name = name;
    }

    void add(JsonNode info, JsonNode metrics) {
      tasks++;
      nodeLocal += LOCAL.contains(info.path("Locality").asText()) ? 1 : 0;
      bytesRead += metrics.path("Input Metrics").path("Bytes Read").asLong();
      for (JsonNode accumulator : info.path("Accumulables")) {
        String label = accumulator.path("Name").asText();
        if (label.startsWith(BYTES_READ)) {
          long bytes = accumulator.path("Update").asLong();
          Distances more = distances(label.substring(BYTES_READ.length()), bytes);
          read = Optional.of(read.orElse(Distances.NONE).plus(more));
        }
      }
    }

    private static Distances distances(String distance, long bytes) {
      return switch (distance) {
        case "node-local" -> new Distances(bytes, 0, 0, 0);
        case "rack-local" -> new Distances(0, bytes, 0, 0);
        case "remote" -> new Distances(0, 0, bytes, 0);
        default -> new Distances(0, 0, 0, bytes);
      };
    }

    Host host(Optional<Distances> distances) {
      return new Host(name, tasks, nodeLocal, bytesRead, distances);
    }
  }
}
