// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.spark;

import io.situ.mapreduce.record.JobRecord.Distances;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What an application of Spark did, from its event log.
 *
 * @param id Spark's name of the application
 * @param name the name that it gave itself
 * @param version Spark's version
 * @param times when it ran
 * @param jobs how many of its jobs ran, and failed
 * @param tasks its tasks
 * @param data bytes and records of its tasks
 * @param read bytes that its tasks read from stores by distance; empty where Situ's plug-in did not
 *     count
 * @param scans what tasks read of scans that Situ packed by host; empty where there were none
 * @param missingHosts hosts that what these scans read lay on and that had no executor, by name
 * @param shuffle bytes of its shuffles
 * @param hosts what each host did, by name
 * @param compacted whether its log has not all events any more, so that not all is counted
 */
public record SparkApplication(
    String id,
    String name,
    String version,
    Times times,
    Jobs jobs,
    Tasks tasks,
    Data data,
    Optional<Distances> read,
    Optional<Scans> scans,
    List<MissingHost> missingHosts,
    Shuffle shuffle,
    List<Host> hosts,
    boolean compacted) {

  public SparkApplication {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(version, "version");
    Objects.requireNonNull(times, "times");
    Objects.requireNonNull(jobs, "jobs");
    Objects.requireNonNull(tasks, "tasks");
    Objects.requireNonNull(data, "data");
    Objects.requireNonNull(read, "read");
    Objects.requireNonNull(scans, "scans");
    Objects.requireNonNull(shuffle, "shuffle");
    missingHosts = List.copyOf(missingHosts);
    hosts = List.copyOf(hosts);
  }

  /**
   * When it ran.
   *
   * @param started milliseconds since 1970-01-01T00:00Z
   * @param ended the same; empty where the log does not say, because it runs or was killed
   * @param taskMillis run time of its tasks on executors, added up
   */
  public record Times(long started, OptionalLong ended, long taskMillis) {}

  /** How many jobs ended, and how many of them failed. */
  public record Jobs(int ended, int failed) {}

  /**
   * Attempts at tasks.
   *
   * @param ended all attempts
   * @param failed those that failed or were killed
   * @param nodeLocal those that Spark started where it preferred: in the process or on the host
   * @param stages stages that ran, counted once whatever their attempts
   */
  public record Tasks(int ended, int failed, int nodeLocal, int stages) {}

  /**
   * What Spark's own metrics say.
   *
   * @param bytesRead bytes of input, from stores and other file systems
   */
  public record Data(long bytesRead, long recordsRead, long bytesWritten, long recordsWritten) {}

  /**
   * Bytes that tasks read of scans, by the placement when these were planned.
   *
   * @param planned all
   * @param local those on the hosts that were chosen
   * @param possible those with each row group, stripe or run of lines on its best host
   */
  public record Scans(long planned, long local, long possible) {}

  /**
   * A host without an executor.
   *
   * @param bytes what was read of the parts of scans that were planned for it
   */
  public record MissingHost(String name, long bytes) {}

  /**
   * Bytes of shuffles.
   *
   * @param readLocal from the host of the task
   * @param readRemote from other hosts
   */
  public record Shuffle(long written, long readLocal, long readRemote) {}

  /** What one host did. */
  public record Host(
      String name, int tasks, int nodeLocal, long bytesRead, Optional<Distances> read) {}
}
