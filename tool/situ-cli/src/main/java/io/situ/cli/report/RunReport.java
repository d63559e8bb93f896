// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.report;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.situ.cli.console.DisplayNames;
import io.situ.cli.console.HumanReadable;
import io.situ.mapreduce.record.JobRecord;
import io.situ.mapreduce.record.JobRecord.Distances;
import io.situ.mapreduce.record.JobRecord.Host;
import io.situ.mapreduce.record.JobRecord.State;
import io.situ.mapreduce.record.JobRecords;
import io.situ.mapreduce.regroup.PlacementSummary;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * What a run did, from the records of its jobs. A job that reads what an earlier job of the run
 * wrote does not count as input, and only the last job's records and directory are output. Where
 * not all jobs are known, nothing is summed up.
 *
 * @param run the name of the run's folder, or of the job
 */
public record RunReport(String run, RunSummary summary, KnownJobs jobs) {

  /** Returns the report of a run whose jobs are all known. */
  public static RunReport of(String run, RunSummary summary, List<JobRecord> jobs) {
    return new RunReport(run, summary, new KnownJobs(jobs, Optional.empty()));
  }

  /** All jobs; empty where not all are known. */
  private List<JobRecord> all() {
    return jobs.gap().isPresent() ? List.of() : jobs.records();
  }

  private List<JobRecord> first() {
    Set<String> written = new HashSet<>();
    List<JobRecord> first = new ArrayList<>();
    for (JobRecord job : all()) {
      if (job.data().inputs().stream().noneMatch(written::contains)) {
        first.add(job);
      }
      job.data().output().ifPresent(written::add);
    }
    return first;
  }

  private Optional<JobRecord> last() {
    return all().isEmpty() ? Optional.empty() : Optional.of(all().get(all().size() - 1));
  }

  private Optional<String> output() {
    return last().flatMap(job -> job.data().output());
  }

  private static OptionalLong sum(List<JobRecord> jobs, Function<JobRecord, OptionalLong> value) {
    return jobs.isEmpty() || jobs.stream().anyMatch(job -> value.apply(job).isEmpty())
        ? OptionalLong.empty()
        : OptionalLong.of(jobs.stream().mapToLong(job -> value.apply(job).getAsLong()).sum());
  }

  private OptionalLong inputObjects() {
    return sum(first(), job -> job.data().objects());
  }

  private OptionalLong inputBytes() {
    return sum(first(), job -> OptionalLong.of(job.data().bytes()));
  }

  /** By the first job; what later ones wrote is mixed with what tasks did. */
  private OptionalLong writtenBefore() {
    return all().isEmpty() ? OptionalLong.empty() : all().get(0).data().writtenBefore();
  }

  private String written() {
    OptionalLong bytes = writtenBefore();
    return bytes.isPresent()
        ? "; written before the first task: " + HumanReadable.bytes(bytes.getAsLong())
        : "";
  }

  private OptionalLong recordsIn() {
    return sum(first(), job -> job.work().recordsIn());
  }

  private OptionalLong recordsOut() {
    return last().map(job -> job.work().recordsOut()).orElse(OptionalLong.empty());
  }

  private Optional<Distances> read() {
    return all().stream()
        .map(job -> job.work().read())
        .reduce(Distances::plus)
        .flatMap(read -> read);
  }

  /** What placement allowed to be local at most, where it is known of every job. */
  private OptionalLong possible() {
    return sum(
        all(),
        job ->
            job.binding()
                .flatMap(PlacementSummary::expectation)
                .flatMap(PlacementSummary.Expectation::bound)
                .map(bound -> OptionalLong.of(bound.possible()))
                .orElse(OptionalLong.empty()));
  }

  private OptionalLong maps() {
    return sum(all(), job -> OptionalLong.of(job.work().maps()));
  }

  private OptionalLong dataLocalMaps() {
    return sum(all(), job -> job.work().dataLocalMaps());
  }

  private Map<String, Double> phases() {
    Map<String, Double> phases = new LinkedHashMap<>();
    all()
        .forEach(
            job -> job.phases().forEach((name, value) -> phases.merge(name, value, Double::sum)));
    return phases;
  }

  private List<Host> hosts() {
    Map<String, Host> hosts = new TreeMap<>();
    for (JobRecord job : all()) {
      job.hosts().forEach(host -> hosts.merge(host.name(), host, Host::plus));
    }
    return List.copyOf(hosts.values());
  }

  private String state() {
    if (summary.isUnfinished()) {
      return "RUNNING";
    }
    return summary.exitCode() == 0 ? "SUCCEEDED" : "FAILED";
  }

  public ObjectNode toJson() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("run", run).put("state", state());
    json.setAll(summary.toJson());
    gap()
        .ifPresent(
            gap -> json.put("reason", summary.reason().map(why -> why + "; " + gap).orElse(gap)));
    put(json, "inputObjects", inputObjects());
    put(json, "inputBytes", inputBytes());
    put(json, "bytesWrittenBefore", writtenBefore());
    JobRecords.putDistances(json, read());
    put(json, "bytesPossible", possible());
    put(json, "maps", maps());
    put(json, "dataLocalMaps", dataLocalMaps());
    put(json, "recordsIn", recordsIn());
    put(json, "recordsOut", recordsOut());
    json.put("output", output().orElse(null));
    ObjectNode phases = json.putObject("phases");
    phases().forEach(phases::put);
    JobRecords.putHosts(json, hosts());
    var list = json.putArray("jobs");
    jobs.records().forEach(job -> list.add(JobRecords.toJson(job)));
    return json;
  }

  /** Why not all jobs are known, where the summary does not say it. */
  private Optional<String> gap() {
    return jobs.gap().filter(gap -> !summary.reason().equals(Optional.of(gap)));
  }

  private static void put(ObjectNode json, String name, OptionalLong value) {
    if (value.isPresent()) {
      json.put(name, value.getAsLong());
    } else {
      json.putNull(name);
    }
  }

  /** What the jobs read, by how far the bytes came, as people read it. */
  public String distances() {
    return JobReportFormatter.distances(read());
  }

  /** The report as people read it: names and messages in it are those of users and programs. */
  public List<String> lines() {
    return linesAsTheyAre().stream().map(DisplayNames::printable).toList();
  }

  private List<String> linesAsTheyAre() {
    List<String> lines = new ArrayList<>();
    OptionalDouble seconds = summary.seconds();
    lines.add(
        summary.name()
            + " "
            + words(state())
            + (seconds.isPresent() ? " in " + HumanReadable.seconds(seconds.getAsDouble()) : ""));
    summary.reason().ifPresent(reason -> lines.add("  reason   " + DisplayNames.sentence(reason)));
    gap().ifPresent(gap -> lines.add("  note     " + DisplayNames.sentence(gap)));
    if (!all().isEmpty()) {
      lines.addAll(sums());
    }
    List<JobRecord> records = jobs.records();
    records.stream().flatMap(job -> end(job).stream()).forEach(lines::add);
    records.forEach(job -> lines.addAll(JobReportFormatter.placing(job, records.size() > 1)));
    lines.addAll(JobReportFormatter.hosts(hosts()));
    if (!all().isEmpty()) {
      List<String> phases = new ArrayList<>();
      phases().forEach((phase, time) -> phases.add(phase + " " + HumanReadable.seconds(time)));
      lines.add("  time     " + String.join(", ", phases));
    }
    output().ifPresent(output -> lines.add("  output   " + DisplayNames.escaped(plain(output))));
    return lines;
  }

  private List<String> sums() {
    String bytes = HumanReadable.bytes(inputBytes().orElseThrow());
    return List.of(
        "  input    " + count(inputObjects(), "object") + ", " + bytes + written(),
        "  read     " + JobReportFormatter.distances(read()),
        "  records  " + count(recordsIn()) + " in, " + count(recordsOut()) + " out",
        "  tasks    " + tasks());
  }

  /** A line about how a job ended, where that does not follow from what is said of the run. */
  private Optional<String> end(JobRecord job) {
    if (job.state() == State.RUNNING) {
      return summary.isUnfinished() ? Optional.empty() : JobReportFormatter.end(job);
    }
    if (summary.exitCode() != 0) {
      return isReason(job) ? Optional.empty() : JobReportFormatter.end(job);
    }
    if (job.state() == State.SUCCEEDED) {
      return jobs.gap().flatMap(some -> JobReportFormatter.end(job));
    }
    return Optional.of(JobReportFormatter.passedOver(job));
  }

  private boolean isReason(JobRecord job) {
    String reason = summary.reason().orElse("");
    return job.failure().filter(reason::contains).isPresent();
  }

  private static String words(String state) {
    return switch (state) {
      case "SUCCEEDED" -> "succeeded";
      case "RUNNING" -> "was still running when last seen";
      default -> "failed";
    };
  }

  private String tasks() {
    OptionalLong local = dataLocalMaps();
    String where =
        local.isPresent() ? " (" + HumanReadable.count(local.getAsLong()) + " local)" : "";
    int reduces = all().stream().mapToInt(job -> job.work().reduces()).sum();
    String hosts = hosts().isEmpty() ? "" : " on " + HumanReadable.count(hosts().size(), "host");
    return HumanReadable.count(maps().orElseThrow(), "map")
        + where
        + ", "
        + HumanReadable.count(reduces, "reduce")
        + hosts;
  }

  /** A path of this host's store without the scheme that says so. */
  static String plain(String path) {
    if (path.startsWith("situ:///")) {
      return path.substring("situ://".length());
    }
    return path.startsWith("situ:/") && !path.startsWith("situ://")
        ? path.substring("situ:".length())
        : path;
  }

  private static String count(OptionalLong value) {
    return value.isPresent() ? HumanReadable.count(value.getAsLong()) : "unknown";
  }

  private static String count(OptionalLong value, String noun) {
    return value.isPresent()
        ? HumanReadable.count(value.getAsLong(), noun)
        : "an unknown number of " + noun + "s";
  }
}
