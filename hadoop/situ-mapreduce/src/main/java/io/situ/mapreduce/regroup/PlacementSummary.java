// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.regroup;

import io.situ.mapreduce.cost.Locality;
import io.situ.mapreduce.cost.TaskPlan;
import io.situ.mapreduce.placement.LocalityBound;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.hadoop.conf.Configuration;

/**
 * How a job's map tasks were bound to hosts when it was submitted. It travels in the job's own
 * configuration, so that it is known later.
 *
 * @param splits map tasks that the job's input format asked for
 * @param tasks map tasks that were submitted
 * @param leftAlone why splits were not regrouped, as a clause; empty if they were
 * @param rules what decided about them
 * @param strict whether the application master asks for the hosts strictly
 * @param unknownHosts hosts that hold input but are no hosts of the cluster, at most {@value
 *     #NAMED} of them
 * @param expectation what was chosen by what tasks cost; empty where no cluster ran the job, and
 *     for jobs of older versions
 */
public record PlacementSummary(
    int splits,
    int tasks,
    Optional<String> leftAlone,
    Rules rules,
    boolean strict,
    List<String> unknownHosts,
    Optional<Expectation> expectation) {

  static final int NAMED = 10;

  private static final String PREFIX = "situ.mapreduce.bound.";
  private static final String SPLITS = PREFIX + "splits";
  private static final String TASKS = PREFIX + "tasks";
  private static final String LEFT_ALONE = PREFIX + "left.alone";
  private static final String PACKING = PREFIX + "packing";
  private static final String CUTTING = PREFIX + "cutting";
  private static final String ASKING = PREFIX + "asking";
  private static final String STRICT = PREFIX + "strict";
  private static final String UNKNOWN_HOSTS = PREFIX + "unknown.hosts";
  private static final String LOCALITY = PREFIX + "locality";
  private static final String SECONDS = PREFIX + "expected.seconds";
  private static final String TASK_SECONDS = PREFIX + "expected.task.seconds";

  /**
   * What the maps were placed for, and what was expected of it.
   *
   * @param locality what counted
   * @param mapSeconds from the first map's start to the end of the last; empty if nothing was
   *     calculated
   * @param taskSeconds for one map, on average; empty if nothing was calculated
   * @param bound what placement allowed at most; empty if that is not known
   */
  public record Expectation(
      Locality locality,
      OptionalDouble mapSeconds,
      OptionalDouble taskSeconds,
      Optional<LocalityBound> bound) {

    Expectation(Locality locality, Optional<TaskPlan> plan, Optional<LocalityBound> bound) {
      this(
          locality,
          plan.map(made -> OptionalDouble.of(made.seconds())).orElse(OptionalDouble.empty()),
          plan.map(made -> OptionalDouble.of(made.taskSeconds())).orElse(OptionalDouble.empty()),
          bound);
    }

    private static Optional<Expectation> of(Configuration conf) {
      return Optional.ofNullable(conf.get(LOCALITY))
          .map(
              word ->
                  new Expectation(
                      Locality.valueOf(word.toUpperCase(Locale.ROOT)),
                      seconds(conf, SECONDS),
                      seconds(conf, TASK_SECONDS),
                      LocalityBound.of(conf)));
    }

    private static OptionalDouble seconds(Configuration conf, String key) {
      return conf.get(key) == null
          ? OptionalDouble.empty()
          : OptionalDouble.of(conf.getDouble(key, 0));
    }

    private void write(Configuration conf) {
      conf.set(LOCALITY, locality.toString());
      mapSeconds.ifPresent(seconds -> conf.setDouble(SECONDS, seconds));
      taskSeconds.ifPresent(seconds -> conf.setDouble(TASK_SECONDS, seconds));
      bound.ifPresent(known -> known.write(conf));
    }
  }

  /**
   * Which rules decided, each as a sentence without its stop; empty for jobs of older versions.
   *
   * @param packing about several splits in one map task
   * @param cutting about splits that end where hosts change
   * @param asking why hosts are not asked for strictly though all are known; empty where they are,
   *     or are not known
   */
  public record Rules(String packing, String cutting, String asking) {

    /** None that is known. */
    public static final Rules NONE = new Rules("", "", "");

    public Rules {
      Objects.requireNonNull(packing, "packing");
      Objects.requireNonNull(cutting, "cutting");
      Objects.requireNonNull(asking, "asking");
    }
  }

  public PlacementSummary {
    Objects.requireNonNull(rules, "rules");
    Objects.requireNonNull(leftAlone, "leftAlone");
    Objects.requireNonNull(expectation, "expectation");
    unknownHosts = List.copyOf(unknownHosts);
  }

  /** What {@link #write} wrote; empty for a job that was submitted in another way. */
  public static Optional<PlacementSummary> of(Configuration conf) {
    if (conf.get(SPLITS) == null) {
      return Optional.empty();
    }
    return Optional.of(
        new PlacementSummary(
            conf.getInt(SPLITS, 0),
            conf.getInt(TASKS, 0),
            Optional.ofNullable(conf.get(LEFT_ALONE)),
            new Rules(conf.get(PACKING, ""), conf.get(CUTTING, ""), conf.get(ASKING, "")),
            conf.getBoolean(STRICT, false),
            List.copyOf(conf.getTrimmedStringCollection(UNKNOWN_HOSTS)),
            Expectation.of(conf)));
  }

  void write(Configuration conf) {
    conf.setInt(SPLITS, splits);
    conf.setInt(TASKS, tasks);
    leftAlone.ifPresent(reason -> conf.set(LEFT_ALONE, reason));
    conf.set(PACKING, rules.packing());
    conf.set(CUTTING, rules.cutting());
    conf.set(ASKING, rules.asking());
    conf.setBoolean(STRICT, strict);
    conf.setStrings(UNKNOWN_HOSTS, unknownHosts.toArray(new String[0]));
    expectation.ifPresent(expected -> expected.write(conf));
  }
}
