// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.record;

import io.situ.mapreduce.mapside.MapSideChoice;
import io.situ.mapreduce.regroup.PlacementSummary;
import io.situ.mapreduce.shuffle.ShuffleChoice;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * What is known of one submitted job.
 *
 * @param id Hadoop's name of the job
 * @param framework {@code local} or {@code yarn}
 * @param failure why it failed, where that is known
 * @param binding how its maps were bound to hosts; empty for a job that was submitted without Situ
 * @param mapSide which of the map-side classes its maps used; empty for a job that was submitted
 *     without Situ
 * @param reduceSide what its reduces read fetched map output from, and why; empty for a job that
 *     was not submitted to YARN with Situ
 * @param shuffle where its map output went; empty if nothing was asked for but Hadoop's shuffle
 * @param waits how long its maps waited for their hosts, where that is known
 * @param phases seconds by phase, in the order in which they ran
 * @param counters every final counter, by group and name
 */
public record JobRecord(
    String id,
    String name,
    String framework,
    State state,
    Optional<String> failure,
    Times times,
    Data data,
    Work work,
    Optional<PlacementSummary> binding,
    Optional<MapSideChoice> mapSide,
    Optional<String> reduceSide,
    Optional<ShuffleChoice> shuffle,
    Optional<SchedulingDelays> waits,
    Map<String, Double> phases,
    List<Host> hosts,
    Map<String, Map<String, Long>> counters) {

  public JobRecord {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(framework, "framework");
    Objects.requireNonNull(state, "state");
    Objects.requireNonNull(failure, "failure");
    Objects.requireNonNull(times, "times");
    Objects.requireNonNull(data, "data");
    Objects.requireNonNull(work, "work");
    Objects.requireNonNull(binding, "binding");
    Objects.requireNonNull(mapSide, "mapSide");
    Objects.requireNonNull(reduceSide, "reduceSide");
    Objects.requireNonNull(shuffle, "shuffle");
    Objects.requireNonNull(waits, "waits");
    phases = Collections.unmodifiableMap(new LinkedHashMap<>(phases));
    hosts = List.copyOf(hosts);
    counters = Collections.unmodifiableMap(new LinkedHashMap<>(counters));
  }

  /** How far a job got. */
  public enum State {
    /** It was submitted; its end was not seen. */
    RUNNING,
    SUCCEEDED,
    FAILED,
    KILLED
  }

  /** When it ran, milliseconds since 1970-01-01T00:00Z; {@code finished} is empty while it runs. */
  public record Times(long submitted, OptionalLong finished) {}

  /**
   * What it read and wrote.
   *
   * @param inputs input paths, as the job gave them
   * @param objects number of input files, where the input format reports
   * @param bytes total length of the input splits
   * @param writtenBefore bytes that its client wrote through Hadoop's file systems before it handed
   *     the job on; known of the first job of a process
   * @param output output directory, where the job has one
   * @param notices what its user should know: what the stores of its input reported, such as why
   *     some files have no known placement, and what its processes could not use
   */
  public record Data(
      List<String> inputs,
      OptionalLong objects,
      long bytes,
      OptionalLong writtenBefore,
      Optional<String> output,
      List<String> notices) {
    public Data {
      inputs = List.copyOf(inputs);
      notices = List.copyOf(notices);
    }
  }

  /**
   * How the work went.
   *
   * @param dataLocalMaps maps that ran on a host holding their split, where that is known
   * @param read bytes read from stores; empty where they were not measured
   */
  public record Work(
      int maps,
      int reduces,
      OptionalLong dataLocalMaps,
      Optional<Distances> read,
      OptionalLong recordsIn,
      OptionalLong recordsOut) {}

  /** Bytes read from stores by how far they had to come; unknown where the store says nothing. */
  public record Distances(long local, long rack, long remote, long unknown) {

    /** Nothing read. */
    public static final Distances NONE = new Distances(0, 0, 0, 0);

    public Distances minus(Distances other) {
      return new Distances(
          local - other.local, rack - other.rack, remote - other.remote, unknown - other.unknown);
    }

    /** Both together. */
    public Distances plus(Distances other) {
      return new Distances(
          local + other.local, rack + other.rack, remote + other.remote, unknown + other.unknown);
    }

    /** Both together; empty where one of them is. */
    public static Optional<Distances> plus(Optional<Distances> one, Optional<Distances> other) {
      return one.flatMap(read -> other.map(read::plus));
    }
  }

  /**
   * How long maps waited, from the start of the job's master to their own, in seconds.
   *
   * @param mean over all maps
   * @param strays maps that ran on a host other than theirs, where that is known
   * @param which those maps
   */
  public record SchedulingDelays(
      double mean, double longest, OptionalLong strays, List<NonLocalMap> which) {
    public SchedulingDelays {
      which = List.copyOf(which);
    }
  }

  /**
   * A map that ran on another host than its own.
   *
   * @param task its short name, such as {@code m_000003}
   * @param host where it ran
   * @param wanted where it was to run
   */
  public record NonLocalMap(String task, String host, List<String> wanted) {
    public NonLocalMap {
      wanted = List.copyOf(wanted);
    }
  }

  /**
   * What one host did.
   *
   * @param dataLocalMaps maps whose split the host holds, where that is known
   * @param bytesRead bytes of input
   * @param read bytes its maps read from stores; empty where they were not measured
   */
  public record Host(
      String name, int maps, OptionalLong dataLocalMaps, long bytesRead, Optional<Distances> read) {

    /** Both together, under this one's name. */
    public Host plus(Host other) {
      return new Host(
          name,
          maps + other.maps,
          dataLocalMaps.isPresent() && other.dataLocalMaps.isPresent()
              ? OptionalLong.of(dataLocalMaps.getAsLong() + other.dataLocalMaps.getAsLong())
              : OptionalLong.empty(),
          bytesRead + other.bytesRead,
          Distances.plus(read, other.read));
    }
  }

  /**
   * How much more than its even share the busiest of these hosts read: 1 is even, 2 is double.
   *
   * @return empty where nothing was read
   */
  public static OptionalDouble balance(List<Host> hosts) {
    long all = hosts.stream().mapToLong(Host::bytesRead).sum();
    long most = hosts.stream().mapToLong(Host::bytesRead).max().orElse(0);
    return all == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of((double) most * hosts.size() / all);
  }
}
