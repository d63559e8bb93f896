// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.report;

import io.situ.cli.console.DisplayNames;
import io.situ.cli.console.HumanReadable;
import io.situ.mapreduce.cost.Locality;
import io.situ.mapreduce.record.JobRecord;
import io.situ.mapreduce.record.JobRecord.Distances;
import io.situ.mapreduce.record.JobRecord.Host;
import io.situ.mapreduce.record.JobRecord.SchedulingDelays;
import io.situ.mapreduce.regroup.PlacementSummary;
import io.situ.mapreduce.regroup.PlacementSummary.Expectation;
import io.situ.mapreduce.shuffle.ShuffleChoice;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** Lines of a report about one job: how it ended, and where its maps ran. */
final class JobReportFormatter {

  private static final int NAMED = 4;
  private static final String YARN = "yarn";

  private JobReportFormatter() {}

  /**
   * A line about how a job ended, or that it may still run; empty if its end was not seen and it
   * cannot outlive its run's process.
   */
  static Optional<String> end(JobRecord job) {
    String why = why(job);
    return switch (job.state()) {
      case RUNNING ->
          job.framework().equals(YARN)
              ? Optional.of(line(job, "may still run on YARN: its end was not seen"))
              : Optional.empty();
      case SUCCEEDED -> Optional.of(line(job, "succeeded" + duration(job)));
      case FAILED -> Optional.of(line(job, "failed" + duration(job) + why));
      case KILLED -> Optional.of(line(job, "was killed" + why));
    };
  }

  /** A line about a job that did not succeed in a run that did. */
  static String passedOver(JobRecord job) {
    String end = job.state() == JobRecord.State.KILLED ? " was killed" : " failed";
    return "  note     job "
        + named(job)
        + end
        + why(job)
        + "; its program ended with 0 all the same";
  }

  private static String line(JobRecord job, String end) {
    return "  job      " + named(job) + " " + end;
  }

  private static String named(JobRecord job) {
    return job.id() + " (" + DisplayNames.printable(job.name()) + ")";
  }

  private static String why(JobRecord job) {
    return job.failure().map(text -> ": " + DisplayNames.sentence(text)).orElse("");
  }

  private static String duration(JobRecord job) {
    OptionalLong finished = job.times().finished();
    return finished.isPresent()
        ? " in " + HumanReadable.seconds((finished.getAsLong() - job.times().submitted()) / 1e3)
        : "";
  }

  /**
   * How the maps were bound to hosts, where their output went, and how long they waited.
   *
   * @param named whether to say which job it is about
   */
  static List<String> placing(JobRecord job, boolean named) {
    List<String> lines = new ArrayList<>();
    String name = named ? DisplayNames.printable(job.name()) + ": " : "";
    job.data()
        .notices()
        .forEach(notice -> lines.add("  note     " + name + DisplayNames.printable(notice)));
    job.binding().ifPresent(binding -> lines.addAll(splits(binding, name)));
    job.binding()
        .flatMap(PlacementSummary::expectation)
        .ifPresent(expected -> lines.add("  plan     " + name + plan(expected, job)));
    job.binding()
        .flatMap(PlacementSummary::expectation)
        .flatMap(Expectation::bound)
        .ifPresent(
            bound ->
                lines.add(
                    "  possible "
                        + name
                        + HumanReadable.bound(bound.possible(), bound.bytes())
                        + ", by the placement when it was submitted"));
    job.binding()
        .filter(binding -> !binding.unknownHosts().isEmpty())
        .ifPresent(
            binding ->
                lines.add(
                    "           "
                        + name
                        + "the cluster has no hosts named "
                        + String.join(", ", binding.unknownHosts())
                        + ", which hold input; see 'situ doctor'"));
    job.mapSide()
        .ifPresent(
            choice ->
                lines.add(
                    "  map side "
                        + name
                        + DisplayNames.printable(choice.sorter() + "; " + choice.combining())));
    job.reduceSide()
        .ifPresent(choice -> lines.add("  reduces  " + name + DisplayNames.printable(choice)));
    job.shuffle().ifPresent(choice -> lines.add("  shuffle  " + name + shuffle(choice)));
    job.waits().ifPresent(waits -> lines.add("  waits    " + name + waits(waits)));
    return lines;
  }

  private static List<String> splits(PlacementSummary binding, String name) {
    List<String> lines = new ArrayList<>(List.of("  splits   " + name + splits(binding)));
    PlacementSummary.Rules rules = binding.rules();
    Stream.of(rules.packing(), rules.cutting(), rules.asking())
        .filter(rule -> !rule.isEmpty())
        .forEach(rule -> lines.add("           " + name + DisplayNames.printable(rule)));
    return lines;
  }

  private static String splits(PlacementSummary binding) {
    String count = HumanReadable.count(binding.splits(), "split");
    String text =
        binding
            .leftAlone()
            .map(reason -> count + " left as they were" + reason(binding, reason))
            .orElseGet(() -> count + " in " + HumanReadable.count(binding.tasks(), "map"));
    if (!binding.strict()) {
      return text;
    }
    boolean takeover = binding.expectation().filter(e -> e.locality() == Locality.AUTO).isPresent();
    return text
        + (takeover
            ? "; on their hosts, or on others where that ends earlier"
            : "; asked for on their hosts only");
  }

  /** What the maps were placed for, what was expected of it, and what came of it. */
  private static String plan(Expectation expected, JobRecord job) {
    String text =
        switch (expected.locality()) {
          case AUTO -> "the earliest end of the maps";
          case STRICT -> "the least bytes over the network";
          case OFF -> "left to the cluster's scheduler";
        };
    if (expected.mapSeconds().isPresent()) {
      text += ", expected " + HumanReadable.seconds(expected.mapSeconds().getAsDouble());
      if (expected.taskSeconds().isPresent()) {
        text += " with maps of " + HumanReadable.seconds(expected.taskSeconds().getAsDouble());
      }
    }
    Double took = job.phases().get("map");
    return took == null ? text : text + "; the maps took " + HumanReadable.seconds(took);
  }

  /** Where rules are known they say it. */
  private static String reason(PlacementSummary binding, String reason) {
    return binding.rules().packing().isEmpty() ? ": " + reason : "";
  }

  private static String shuffle(ShuffleChoice choice) {
    return choice
        .directory()
        .map(directory -> "map output read in place from " + DisplayNames.printable(directory))
        .orElseGet(() -> "left to Hadoop: " + choice.reason());
  }

  private static String waits(SchedulingDelays waits) {
    String text =
        String.format(
            Locale.ROOT,
            "a map waited %s, at most %s",
            HumanReadable.seconds(waits.mean()),
            HumanReadable.seconds(waits.longest()));
    OptionalLong strays = waits.strays();
    if (strays.isEmpty()) {
      return text;
    }
    return text
        + (strays.getAsLong() == 0
            ? "; none ran on another host"
            : "; "
                + HumanReadable.count(strays.getAsLong(), "map")
                + " ran on another host"
                + names(waits));
  }

  private static String names(SchedulingDelays waits) {
    List<String> names =
        waits.which().stream()
            .limit(NAMED)
            .map(stray -> stray.task() + " on " + stray.host())
            .toList();
    String more = waits.which().size() > NAMED ? ", ..." : "";
    return names.isEmpty() ? "" : ": " + String.join(", ", names) + more;
  }

  /** Bytes that were read, by how far they came, or that it was not measured. */
  static String distances(Optional<Distances> read) {
    return read.map(HumanReadable::distances).orElse("not measured");
  }

  /** A line for each host, where there are several, and how even they are. */
  static List<String> hosts(List<Host> hosts) {
    List<String> lines = new ArrayList<>();
    if (hosts.size() < 2) {
      return lines;
    }
    int width = hosts.stream().mapToInt(host -> host.name().length()).max().orElse(0);
    String label = "  hosts    ";
    for (Host host : hosts) {
      lines.add(label + String.format(Locale.ROOT, "%-" + width + "s  ", host.name()) + host(host));
      label = "           ";
    }
    OptionalDouble balance = JobRecord.balance(hosts);
    if (balance.isPresent()) {
      lines.add(
          String.format(
              Locale.ROOT,
              "%sthe busiest read %.0f %% more than its even share",
              label,
              (balance.getAsDouble() - 1) * 100));
    }
    return lines;
  }

  private static String host(Host host) {
    String local =
        host.dataLocalMaps().isPresent()
            ? " (" + HumanReadable.count(host.dataLocalMaps().getAsLong()) + " local)"
            : "";
    return HumanReadable.count(host.maps(), "map") + local + ", " + distances(host.read());
  }
}
