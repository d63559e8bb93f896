// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.spark;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.situ.cli.console.DisplayNames;
import io.situ.cli.console.HumanReadable;
import io.situ.cli.spark.SparkApplication.Host;
import io.situ.cli.spark.SparkApplication.MissingHost;
import io.situ.mapreduce.record.JobRecords;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * What an application of Spark did, for people and for programs.
 *
 * @param exitCode that of {@code spark-submit}; empty where it is not known, or does not say how
 *     the application ended
 */
public record SparkReport(SparkApplication application, OptionalInt exitCode) {

  private static final double MILLIS_PER_SECOND = 1000;

  /** Names of hosts in a sentence, at most. */
  private static final int MAX_NAMED = 5;

  private static final String NOT_COUNTED =
      "not counted by distance: that takes spark.plugins=io.situ.spark.SituPlugin, as in 'situ"
          + " spark'";

  private String state() {
    if (exitCode.isPresent()) {
      return exitCode.getAsInt() == 0 ? "SUCCEEDED" : "FAILED";
    }
    return hasEnded() ? "ENDED" : "RUNNING";
  }

  /** Returns whether the application's log says that it has ended. */
  boolean hasEnded() {
    return application.times().ended().isPresent();
  }

  /** Returns how long the application ran; empty where its log does not say. */
  public OptionalDouble seconds() {
    return application.times().ended().stream()
        .mapToDouble(end -> (end - application.times().started()) / MILLIS_PER_SECOND)
        .findFirst();
  }

  /**
   * Returns the report as JSON, with the same names as a MapReduce job's where they mean the same.
   */
  public ObjectNode toJson() {
    SparkApplication it = application;
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("application", it.id()).put("name", it.name()).put("engine", "Spark " + it.version());
    OptionalDouble seconds = seconds();
    json.put("state", state());
    json.put("seconds", seconds.isPresent() ? (Double) seconds.getAsDouble() : null);
    exitCode.ifPresent(code -> json.put("exitCode", code));
    json.put("logCompacted", it.compacted());
    json.put("inputBytes", it.data().bytesRead());
    JobRecords.putDistances(json, it.read());
    it.scans()
        .ifPresent(
            scans ->
                json.putObject("scans")
                    .put("bytesPlanned", scans.planned())
                    .put("bytesPlannedLocal", scans.local())
                    .put("bytesPossible", scans.possible()));
    if (!it.missingHosts().isEmpty()) {
      ArrayNode missing = json.putArray("hostsWithoutExecutor");
      it.missingHosts()
          .forEach(host -> missing.addObject().put("host", host.name()).put("bytes", host.bytes()));
    }
    json.put("recordsIn", it.data().recordsRead()).put("recordsOut", it.data().recordsWritten());
    json.put("bytesWritten", it.data().bytesWritten());
    json.put("jobs", it.jobs().ended()).put("failedJobs", it.jobs().failed());
    json.put("stages", it.tasks().stages()).put("tasks", it.tasks().ended());
    json.put("failedTasks", it.tasks().failed()).put("nodeLocalTasks", it.tasks().nodeLocal());
    json.put("taskSeconds", it.times().taskMillis() / MILLIS_PER_SECOND);
    json.putObject("shuffle")
        .put("bytesWritten", it.shuffle().written())
        .put("bytesReadLocal", it.shuffle().readLocal())
        .put("bytesReadRemote", it.shuffle().readRemote());
    ArrayNode hosts = json.putArray("hosts");
    for (Host host : it.hosts()) {
      ObjectNode one = hosts.addObject().put("host", host.name()).put("tasks", host.tasks());
      one.put("nodeLocalTasks", host.nodeLocal()).put("bytesRead", host.bytesRead());
      JobRecords.putDistances(one, host.read());
    }
    return json;
  }

  /** Returns the report as people read it. */
  public List<String> lines() {
    SparkApplication it = application;
    List<String> lines = new ArrayList<>();
    lines.add(
        DisplayNames.printable(it.name()) + " (" + DisplayNames.printable(it.id()) + ") " + end());
    if (it.compacted()) {
      lines.add("  note     its event log was compacted by the History Server: not all is counted");
    }
    lines.add("  input    " + HumanReadable.bytes(it.data().bytesRead()));
    lines.add("  read     " + it.read().map(HumanReadable::distances).orElse(NOT_COUNTED));
    it.scans()
        .ifPresent(
            scans ->
                lines.add(
                    "  possible "
                        + HumanReadable.bound(scans.possible(), scans.planned())
                        + ", "
                        + HumanReadable.bytes(scans.local())
                        + " planned so, of scans packed by host"));
    if (!it.missingHosts().isEmpty()) {
      lines.add("  missing  " + missing());
    }
    lines.add(
        "  records  "
            + HumanReadable.count(it.data().recordsRead())
            + " in, "
            + HumanReadable.count(it.data().recordsWritten())
            + " out");
    lines.add("  tasks    " + tasks());
    if (it.shuffle().written() > 0) {
      lines.add(
          "  shuffle  "
              + HumanReadable.bytes(it.shuffle().written())
              + " written, read "
              + HumanReadable.bytes(it.shuffle().readLocal())
              + " from the same host, "
              + HumanReadable.bytes(it.shuffle().readRemote())
              + " from others");
    }
    lines.addAll(hosts());
    lines.add(
        "  time     tasks "
            + HumanReadable.seconds(it.times().taskMillis() / MILLIS_PER_SECOND)
            + " in all");
    if (it.data().bytesWritten() > 0) {
      lines.add("  output   " + HumanReadable.bytes(it.data().bytesWritten()));
    }
    return lines;
  }

  private String end() {
    OptionalDouble seconds = seconds();
    String in = seconds.isPresent() ? " in " + HumanReadable.seconds(seconds.getAsDouble()) : "";
    return switch (state()) {
      case "SUCCEEDED" -> "succeeded" + in;
      case "FAILED" -> "failed" + in;
      case "ENDED" -> "ended after " + HumanReadable.seconds(seconds.orElseThrow());
      default -> "was still running when its log was last written, or was killed";
    };
  }

  private String missing() {
    List<MissingHost> hosts = application.missingHosts();
    String named =
        hosts.stream()
            .limit(MAX_NAMED)
            .map(host -> DisplayNames.printable(host.name()))
            .collect(joining(", "));
    String more =
        hosts.size() <= MAX_NAMED ? "" : " and " + (hosts.size() - MAX_NAMED) + " more hosts";
    return named
        + more
        + " held "
        + HumanReadable.bytes(hosts.stream().mapToLong(MissingHost::bytes).sum())
        + " of what was read and had no executor by that name: start as many executors as hosts"
        + " hold data (--num-executors), each with so much memory that two do not fit on one"
        + " (--executor-memory)";
  }

  private String tasks() {
    SparkApplication.Tasks tasks = application.tasks();
    String failed =
        tasks.failed() == 0 ? "" : ", " + HumanReadable.count(tasks.failed()) + " failed";
    return HumanReadable.count(tasks.ended(), "task")
        + " ("
        + HumanReadable.count(tasks.nodeLocal())
        + " local"
        + failed
        + ") in "
        + HumanReadable.count(tasks.stages(), "stage")
        + " of "
        + HumanReadable.count(application.jobs().ended(), "job")
        + " on "
        + HumanReadable.count(application.hosts().size(), "host");
  }

  private List<String> hosts() {
    List<String> lines = new ArrayList<>();
    if (application.hosts().size() < 2) {
      return lines;
    }
    int width = application.hosts().stream().mapToInt(host -> host.name().length()).max().orElse(0);
    String label = "  hosts    ";
    for (Host host : application.hosts()) {
      lines.add(
          label
              + String.format(
                  Locale.ROOT, "%-" + width + "s  ", DisplayNames.printable(host.name()))
              + HumanReadable.count(host.tasks(), "task")
              + " ("
              + HumanReadable.count(host.nodeLocal())
              + " local), "
              + host.read()
                  .map(HumanReadable::distances)
                  .orElseGet(() -> HumanReadable.bytes(host.bytesRead()) + " read"));
      label = "           ";
    }
    return lines;
  }
}
