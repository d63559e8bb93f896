package io.situ.mapreduce.regroup;

import io.situ.mapreduce.regroup.SubmittedSplits.RawSplit;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRJobConfig;

/**
 * Which jobs may be regrouped without a change of meaning. Each refusal is a clause for the user.
 */
final class RegroupPolicy {

  static final String MODE = "situ.mapreduce.regroup";
  static final String DENY = "situ.mapreduce.regroup.deny";

  static final String OLD_FORMAT = "mapred.input.format.class";
  static final String OLD_RUNNER = "mapred.map.runner.class";

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

  private RegroupPolicy() {}

  static boolean newInterface(Configuration conf) {
    return conf.getBoolean("mapred.mapper.new-api", false);
  }

  static String inputFormat(Configuration conf) {
    return newInterface(conf)
        ? conf.get(
            MRJobConfig.INPUT_FORMAT_CLASS_ATTR,
            "org.apache.hadoop.mapreduce.lib.input.TextInputFormat")
        : conf.get(OLD_FORMAT, "org.apache.hadoop.mapred.TextInputFormat");
  }

  /** Why the job is left alone; empty if it may be regrouped. */
  static Optional<String> objection(Configuration conf, List<RawSplit> splits) {
    if (conf.get(MODE, "auto").equals("off")) {
      return Optional.of(MODE + " is off");
    }
    if (conf.getInt(MRJobConfig.NUM_REDUCES, 1) == 0) {
      return Optional.of("it has no reducers, so that its output files would be others");
    }
    String format = inputFormat(conf);
    if (isDenied(format, conf)) {
      return Optional.of("its input format " + format + " gives splits a meaning of their own");
    }
    Set<String> known = newInterface(conf) ? NEW_SPLITS : Set.of(OLD_FILE_SPLIT);
    Optional<RawSplit> other =
        splits.stream().filter(split -> !known.contains(split.className())).findFirst();
    if (other.isPresent()) {
      return Optional.of("its splits are " + other.get().className() + ", not plain file splits");
    }
    return conf.get(MODE, "auto").equals("always")
        ? Optional.empty()
        : MapperScan.objection(mapper(conf));
  }

  /** Also what a denied format's subclasses make of it. */
  private static boolean isDenied(String format, Configuration conf) {
    Collection<String> own = conf.getTrimmedStringCollection(DENY);
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

  private static Class<?> mapper(Configuration conf) {
    return newInterface(conf)
        ? conf.getClass(MRJobConfig.MAP_CLASS_ATTR, org.apache.hadoop.mapreduce.Mapper.class)
        : new JobConf(conf).getMapperClass();
  }
}
