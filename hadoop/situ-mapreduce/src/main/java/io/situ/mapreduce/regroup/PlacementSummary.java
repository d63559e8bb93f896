// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.regroup;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
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
 */
public record PlacementSummary(
    int splits,
    int tasks,
    Optional<String> leftAlone,
    Rules rules,
    boolean strict,
    List<String> unknownHosts) {

  static final int NAMED = 10;

  private static final String PREFIX = "situ.mapreduce.bound.";
  private static final String SPLITS = PREFIX + "splits";
  private static final String TASKS = PREFIX + "tasks";
  private static final String LEFT_ALONE = PREFIX + "left.alone";
  private static final String PACKING = PREFIX + "packing";
  private static final String CUTTING = PREFIX + "cutting";
  private static final String STRICT = PREFIX + "strict";
  private static final String UNKNOWN_HOSTS = PREFIX + "unknown.hosts";

  /**
   * Which rules decided, each as a sentence without its stop; empty for jobs of older versions.
   *
   * @param packing about several splits in one map task
   * @param cutting about splits that end where hosts change
   */
  public record Rules(String packing, String cutting) {

    /** None that is known. */
    public static final Rules NONE = new Rules("", "");

    public Rules {
      Objects.requireNonNull(packing, "packing");
      Objects.requireNonNull(cutting, "cutting");
    }
  }

  public PlacementSummary {
    Objects.requireNonNull(rules, "rules");
    Objects.requireNonNull(leftAlone, "leftAlone");
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
            new Rules(conf.get(PACKING, ""), conf.get(CUTTING, "")),
            conf.getBoolean(STRICT, false),
            List.copyOf(conf.getTrimmedStringCollection(UNKNOWN_HOSTS))));
  }

  void write(Configuration conf) {
    conf.setInt(SPLITS, splits);
    conf.setInt(TASKS, tasks);
    leftAlone.ifPresent(reason -> conf.set(LEFT_ALONE, reason));
    conf.set(PACKING, rules.packing());
    conf.set(CUTTING, rules.cutting());
    conf.setBoolean(STRICT, strict);
    conf.setStrings(UNKNOWN_HOSTS, unknownHosts.toArray(new String[0]));
  }
}
