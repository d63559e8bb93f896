// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.launch;

import io.situ.storage.config.ConfigKey;
import io.situ.storage.config.ConfigType;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** The configuration of how processes of jobs start. */
public final class LaunchKeys {

  /** Which archives are used. */
  public enum Archives {
    /** One that is kept, and the cluster makes the first. */
    AUTO,
    /** One that is kept. */
    KEPT,
    OFF
  }

  public static final ConfigKey<Archives> CLASSES =
      ConfigKey.of(
              "situ.mapreduce.launch.classes",
              ConfigType.choice(Archives.values()),
              "Whether the processes of jobs on YARN start with an archive of loaded classes: auto where"
                  + " a fitting one is kept, and after the first job of 'situ run' the cluster makes"
                  + " one; kept, where none is made; or off.")
          .withDefault(Archives.AUTO);

  public static final ConfigKey<Boolean> PLACEMENT =
      ConfigKey.of(
              "situ.mapreduce.launch.placement",
              ConfigType.either("auto", "off"),
              "Whether tasks on YARN get with their job what its client knows of where a cluster's data"
                  + " is: auto, or off, where each task asks the cluster.")
          .withDefault(true);

  public static final ConfigKey<Boolean> JAR =
      ConfigKey.of(
              "situ.mapreduce.launch.jar",
              ConfigType.either("auto", "off"),
              "Whether Situ's jar is kept on the cluster's file system for the next job of 'situ run':"
                  + " auto, or off, which sends it with each job.")
          .withDefault(true);

  public static final ConfigKey<Boolean> COMPILER =
      ConfigKey.of(
              "situ.mapreduce.launch.compiler",
              ConfigType.either("auto", "off"),
              "Whether processes that start with an archive compile code for the second time later"
                  + " than Java does by itself, which takes less of the processor: auto, unless"
                  + " their Java options say something of compilers; or off.")
          .withDefault(true);

  /** The directory: a path of Hadoop's. */
  public static final ConfigKey<String> DIRECTORY =
      ConfigKey.of(
          "situ.mapreduce.launch.dir",
          ConfigType.text(),
          "The directory, on a file system that all hosts read, of archives of classes and of Situ's"
              + " jar; by default .situ in the user's home directory there.");

  /** Users besides the job's own whose files are run. */
  public static final ConfigKey<List<String>> OWNERS =
      ConfigKey.of(
          "situ.mapreduce.launch.owners",
          ConfigType.list(ConfigType.text(), "names of users, separated by commas"),
          "Users, comma-separated, whose files in that directory are run as code, besides the job's"
              + " own user.");

  /** Of how long a map phase reduces may hold containers without need. */
  public static final ConfigKey<Duration> REDUCES =
      ConfigKey.of(
              "situ.mapreduce.launch.reduces",
              ConfigType.duration(ChronoUnit.MILLIS, Duration.ZERO),
              "For locality=auto on YARN: reduces start beside the last maps, not after them, where"
                  + " the maps are expected to take at most so long; 0 leaves that to Hadoop's"
                  + " mapreduce.job.reduce.slowstart.completedmaps, and what is set there always"
                  + " holds.")
          .withDefault(Duration.ofSeconds(30));

  private LaunchKeys() {}
}
