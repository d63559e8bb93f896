// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce;

import static java.util.concurrent.TimeUnit.SECONDS;

import io.situ.mapreduce.cost.PlacementKeys;
import io.situ.mapreduce.launch.ClassArchivePlan;
import io.situ.mapreduce.launch.KeptJar;
import io.situ.mapreduce.launch.PlacementFile;
import io.situ.mapreduce.mapside.MapSidePlan;
import io.situ.storage.config.StoreConfig.Key;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.StringUtils.TraditionalBinaryPrefix;

/** The configuration keys of the framework {@code situ}, by their full names. */
public final class JobKeys {

  /** The value of {@code mapreduce.framework.name} that brings jobs here. */
  public static final String FRAMEWORK_NAME = "situ";

  /** What runs the tasks. */
  public static final Key FRAMEWORK =
      new Key(
          "situ.mapreduce.framework",
          Optional.of("auto"),
          "What runs the tasks of a job submitted with mapreduce.framework.name=situ: yarn, local,"
              + " or auto, which is yarn where the configuration names a ResourceManager.");

  /** Where job records go. */
  public static final Key RECORDS =
      new Key(
          "situ.mapreduce.records.dir",
          Optional.empty(),
          "Directory of the submitting host that gets one JSON record per job; none is written"
              + " where this is not set.");

  private static final Key REGROUP =
      new Key(
          "situ.mapreduce.regroup",
          Optional.of("auto"),
          "Whether splits of one host share a map task, and are cut where hosts change: auto for"
              + " jobs whose code is shown not to notice it, always whatever the code does, or"
              + " off.");

  private static final Key REGROUP_DENY =
      new Key(
          "situ.mapreduce.regroup.deny",
          Optional.empty(),
          "Classes of input formats, comma-separated, whose jobs are not regrouped; their"
              + " subclasses too.");

  private static final Key REGROUP_BYTES =
      new Key(
          "situ.mapreduce.regroup.bytes",
          Optional.of("1g"),
          "What a map task should read, unless spreading over a host's slots asks for less; by"
              + " default 32m where tasks run in one process, and no more than the job's own"
              + " mapreduce.input.fileinputformat.split.maxsize.");

  private static final Key REGROUP_LEAST_BYTES =
      new Key(
          "situ.mapreduce.regroup.least.bytes",
          Optional.of("32m"),
          "Below this a host's work is not spread over more map tasks, since each costs the start"
              + " of a process; by default 1m where tasks run in one process, and what"
              + " situ.mapreduce.cost.* asks for with locality=auto.");

  private static final Key LOCALITY_WAIT =
      new Key(
          "situ.mapreduce.locality.wait",
          Optional.of("30s"),
          "How long map tasks on YARN wait at most for the hosts that hold their bytes before any"
              + " will do; 0 leaves that to the cluster's scheduler.");

  private static final Key INPUT_CHANGES =
      new Key(
          "situ.mapreduce.input.changes",
          Optional.of("fail"),
          "What a regrouped job does whose input is changed while it runs: fail, or ignore it and"
              + " perhaps read parts of both versions.");

  /** Which files a job reads whose input only names them. */
  public static final Key INPUT_NAMES =
      new Key(
          "situ.mapreduce.input.names",
          Optional.empty(),
          "For jobs whose input only names the files that maps read: the path of such a file, with"
              + " {} for a record's text. Maps then run where those files are.");

  private static final Key MAP_SIDE =
      new Key(
          MapSidePlan.MODE,
          Optional.of("auto"),
          "Whether map output is sorted by prefixes of keys and combined before the sort: auto for"
              + " jobs whose result is shown to stay the same, or off.");

  private static final Key LAUNCH_CLASSES =
      new Key(
          ClassArchivePlan.MODE,
          Optional.of("auto"),
          "Whether the processes of jobs on YARN start with an archive of loaded classes: auto where"
              + " a fitting one is kept, and after the first job of 'situ run' the cluster makes"
              + " one; kept, where none is made; or off.");

  private static final Key LAUNCH_PLACEMENT =
      new Key(
          PlacementFile.MODE,
          Optional.of("auto"),
          "Whether tasks on YARN get with their job what its client knows of where a cluster's data"
              + " is: auto, or off, where each task asks the cluster.");

  private static final Key LAUNCH_JAR =
      new Key(
          KeptJar.MODE,
          Optional.of("auto"),
          "Whether Situ's jar is kept on the cluster's file system for the next job of 'situ run':"
              + " auto, or off, which sends it with each job.");

  private static final Key LAUNCH_DIR =
      new Key(
          KeptJar.DIRECTORY,
          Optional.empty(),
          "The directory, on a file system that all hosts read, of archives of classes and of Situ's"
              + " jar; by default .situ in the user's home directory there.");

  private static final Key LAUNCH_OWNERS =
      new Key(
          KeptJar.OWNERS,
          Optional.empty(),
          "Users, comma-separated, whose files in that directory are run as code, besides the job's"
              + " own user.");

  private static final Key SHUFFLE =
      new Key(
          "situ.mapreduce.shuffle",
          Optional.of("local"),
          "Where map output goes: local leaves it to Hadoop's shuffle, shared puts it on a shared"
              + " store where reducers read it in place, auto takes what was measured to be"
              + " faster.");

  private static final Key SHUFFLE_DIR =
      new Key(
          "situ.mapreduce.shuffle.dir",
          Optional.empty(),
          "A directory in a mounted store in which shared map output gets a directory for each job;"
              + " if not set, that is below _temporary in the job's output.");

  private static final Key SHUFFLE_WAIT =
      new Key(
          "situ.mapreduce.shuffle.wait",
          Optional.of("10s"),
          "How long a reducer waits for shared map output that is said to be there and cannot be"
              + " read, before the map runs again.");

  private JobKeys() {}

  /**
   * Refuses values that make no sense.
   *
   * @throws IllegalArgumentException naming the key and what it may be
   */
  static void check(Configuration conf) {
    checkWord(conf, REGROUP, "auto, always or off");
    PlacementKeys.check(conf);
    checkWord(conf, INPUT_CHANGES, "fail or ignore");
    checkWord(conf, LAUNCH_CLASSES, "auto, kept or off");
    checkWord(conf, LAUNCH_PLACEMENT, "auto or off");
    checkWord(conf, LAUNCH_JAR, "auto or off");
    checkWord(conf, MAP_SIDE, "auto or off");
    checkWord(conf, SHUFFLE, "local, shared or auto");
    String names = conf.getTrimmed(INPUT_NAMES.name(), "{}");
    if (!names.contains("{}")) {
      throw refuse(INPUT_NAMES, names, "it must be a path with {}, for the text of a record");
    }
    for (Key key : List.of(REGROUP_BYTES, REGROUP_LEAST_BYTES)) {
      String bytes = conf.getTrimmed(key.name(), key.fallback().orElseThrow());
      if (!isAtLeast(1, () -> TraditionalBinaryPrefix.string2long(bytes))) {
        throw refuse(key, bytes, "it must be a size such as 1g");
      }
    }
    for (Key key : List.of(LOCALITY_WAIT, SHUFFLE_WAIT)) {
      String wait = conf.getTrimmed(key.name(), key.fallback().orElseThrow());
      if (!isAtLeast(0, () -> conf.getTimeDurationHelper(key.name(), wait, SECONDS))) {
        throw refuse(key, wait, "it must be a time such as 30s");
      }
    }
  }

  private static void checkWord(Configuration conf, Key key, String words) {
    String word = conf.getTrimmed(key.name(), key.fallback().orElseThrow());
    if (!Set.of(words.split(", | or ")).contains(word)) {
      throw refuse(key, word, "it must be " + words);
    }
  }

  private static boolean isAtLeast(long least, LongSupplier value) {
    try {
      return value.getAsLong() >= least;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static IllegalArgumentException refuse(Key key, String value, String rule) {
    return new IllegalArgumentException(key.name() + " is '" + value + "'; " + rule);
  }

  /** Every key. */
  public static List<Key> all() {
    return List.of(
        FRAMEWORK,
        RECORDS,
        REGROUP,
        REGROUP_DENY,
        REGROUP_BYTES,
        REGROUP_LEAST_BYTES,
        PlacementKeys.LOCALITY,
        PlacementKeys.COST_START,
        PlacementKeys.COST_LOCAL,
        PlacementKeys.COST_REMOTE,
        PlacementKeys.COST_PROCESSORS,
        LOCALITY_WAIT,
        INPUT_CHANGES,
        INPUT_NAMES,
        MAP_SIDE,
        LAUNCH_CLASSES,
        LAUNCH_PLACEMENT,
        LAUNCH_JAR,
        LAUNCH_DIR,
        LAUNCH_OWNERS,
        SHUFFLE,
        SHUFFLE_DIR,
        SHUFFLE_WAIT);
  }
}
