// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.policy;

import io.situ.mapreduce.split.RegroupPolicy;
import io.situ.mapreduce.split.SubmittedSplits.RawSplit;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.SkipBadRecords;
import org.apache.hadoop.mapreduce.MRJobConfig;

/**
 * Which jobs' splits may share a map task. Those whose code is shown to give each split the result
 * that it has in a task of its own, or whose user says so; each refusal is a clause for the user.
 */
public final class SplitGroupingPolicy {

  private static final String NEW_FILE_SPLIT = "org.apache.hadoop.mapreduce.lib.input.FileSplit";
  private static final String OLD_FILE_SPLIT = "org.apache.hadoop.mapred.FileSplit";

  /** Split classes that hold nothing of their own beyond a file split. */
  private static final Set<String> NEW_SPLITS =
      Set.of(NEW_FILE_SPLIT, "org.apache.hadoop.examples.terasort.TeraInputFormat$TeraFileSplit");

  private static final Set<String> DENIED =
      Set.of(
          "org.apache.hadoop.mapred.lib.NLineInputFormat",
          "org.apache.hadoop.mapreduce.lib.input.NLineInputFormat",
          "org.apache.hadoop.mapred.lib.DelegatingInputFormat",
          "org.apache.hadoop.mapreduce.lib.input.DelegatingInputFormat");

  private SplitGroupingPolicy() {}

  public static DecisionRule rule(Configuration conf, List<RawSplit> splits) {
    RegroupPolicy.Mode mode = RegroupPolicy.MODE.get(conf::get);
    if (mode == RegroupPolicy.Mode.OFF) {
      return DecisionRule.no(RegroupPolicy.MODE.name() + " is off");
    }
    Optional<String> objection = ofSettings(conf).or(() -> ofInput(conf, splits));
    if (objection.isPresent()) {
      return DecisionRule.no(objection.get());
    }
    if (mode == RegroupPolicy.Mode.ALWAYS) {
      return DecisionRule.yes(RegroupPolicy.MODE.name() + " is always");
    }
    return TaskCode.objection(conf, splits)
        .map(DecisionRule::no)
        .orElseGet(
            () ->
                DecisionRule.yes(
                    "what its map tasks run was shown to keep nothing between two splits"));
  }

  private static Optional<String> ofSettings(Configuration conf) {
    if (conf.getInt(MRJobConfig.NUM_REDUCES, 1) == 0) {
      return Optional.of("it has no reducers, so that its output files would be others");
    }
    if (conf.getInt(MRJobConfig.MAP_FAILURES_MAX_PERCENT, 0) > 0) {
      return Optional.of(
          MRJobConfig.MAP_FAILURES_MAX_PERCENT
              + " is set, and a map that fails would take sound splits along");
    }
    if (SkipBadRecords.getMapperMaxSkipRecords(conf) > 0) {
      return Optional.of("it skips bad records, which Hadoop counts by task");
    }
    return Optional.empty();
  }

  private static Optional<String> ofInput(Configuration conf, List<RawSplit> splits) {
    String format = RegroupPolicy.inputFormat(conf);
    if (isDenied(format, conf)) {
      return Optional.of("its input format " + format + " gives splits a meaning of their own");
    }
    Set<String> known = RegroupPolicy.newInterface(conf) ? NEW_SPLITS : Set.of(OLD_FILE_SPLIT);
    return splits.stream()
        .map(RawSplit::className)
        .filter(name -> !known.contains(name))
        .findFirst()
        .map(name -> "its splits are " + name + ", not plain file splits");
  }

  /** Also what a denied format's subclasses make of it. */
  private static boolean isDenied(String format, Configuration conf) {
    List<String> own = RegroupPolicy.DENY.find(conf::get).orElse(List.of());
    if (DENIED.contains(format) || own.contains(format)) {
      return true;
    }
    for (Class<?> c = conf.getClassByNameOrNull(format); c != null; c = c.getSuperclass()) {
      if (DENIED.contains(c.getName()) || own.contains(c.getName())) {
        return true;
      }
    }
    return false;
  }
}
