package io.situ.mapreduce;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What is known of one submitted job.
 *
 * @param id Hadoop's name of the job
 * @param framework {@code local} or {@code yarn}
 * @param failure why it failed, where that is known
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
   * @param objects number of input files, where the input format tells
   * @param bytes total length of the input splits
   * @param output output directory, where the job has one
   */
  public record Data(
      List<String> inputs, OptionalLong objects, long bytes, Optional<String> output) {
    public Data {
      inputs = List.copyOf(inputs);
    }
  }

  /**
   * How the work went.
   *
   * @param dataLocalMaps maps that ran on a host holding their split, where that is known
   * @param read bytes read from stores
   */
  public record Work(
      int maps,
      int reduces,
      OptionalLong dataLocalMaps,
      Distances read,
      OptionalLong recordsIn,
      OptionalLong recordsOut) {}

  /** Bytes read from stores by how far they had to come; unknown where the store says nothing. */
  public record Distances(long local, long rack, long remote, long unknown) {

    /** Nothing read. */
    public static final Distances NONE = new Distances(0, 0, 0, 0);

    Distances minus(Distances other) {
      return new Distances(
          local - other.local, rack - other.rack, remote - other.remote, unknown - other.unknown);
    }

    /** Both together. */
    public Distances plus(Distances other) {
      return new Distances(
          local + other.local, rack + other.rack, remote + other.remote, unknown + other.unknown);
    }
  }

  /** What one host did: how many maps, and how many bytes of input they read. */
  public record Host(String name, int maps, long bytesRead) {}
}
