// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.yarn;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.situ.cli.console.CliException;
import io.situ.mapreduce.ClusterJobs;
import io.situ.mapreduce.record.JobRecord;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The YARN that a run's jobs are submitted to, as the configuration named it then: the directory of
 * that configuration may be another cluster's by the time at which this is asked.
 *
 * @param values what a client needs, by full name
 */
public record YarnCluster(Map<String, String> values) {

  /** None that is known. */
  public static final YarnCluster UNKNOWN = new YarnCluster(Map.of());

  private static final String FRAMEWORK = "yarn";

  /** Begin the names of keys that clients of a ResourceManager read. */
  private static final List<String> PREFIXES =
      List.of(
          "yarn.",
          "ipc.",
          "hadoop.rpc.",
          "hadoop.kerberos.",
          "hadoop.security.auth",
          "hadoop.security.sasl",
          "situ.mapreduce.framework");

  public YarnCluster {
    values = Map.copyOf(values);
  }

  /**
   * Returns the one that jobs with this configuration are submitted to.
   *
   * @param values a whole configuration
   */
  public static YarnCluster of(Map<String, String> values) {
    Map<String, String> own = new TreeMap<>(values);
    own.keySet().removeIf(key -> PREFIXES.stream().noneMatch(key::startsWith));
    return new YarnCluster(own);
  }

  /** Returns what {@link #toJson} wrote, and {@link #UNKNOWN} of anything else. */
  public static YarnCluster of(JsonNode json) {
    Map<String, String> values = new TreeMap<>();
    json.fieldNames().forEachRemaining(key -> values.put(key, json.path(key).asText()));
    return new YarnCluster(values);
  }

  /** Returns this as {@link #of(JsonNode)} reads it. */
  public ObjectNode toJson() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    new TreeMap<>(values).forEach(json::put);
    return json;
  }

  /**
   * Returns a clause about the first of these jobs that is not certainly over though no process may
   * wait for it any more; empty if all are.
   */
  public Optional<String> running(List<JobRecord> jobs) {
    return jobs.stream()
        .filter(job -> job.framework().equals(FRAMEWORK) && job.state() == JobRecord.State.RUNNING)
        .map(this::running)
        .flatMap(Optional::stream)
        .findFirst();
  }

  private Optional<String> running(JobRecord job) {
    try {
      Instant submitted = Instant.ofEpochMilli(job.times().submitted());
      return ClusterJobs.doubt(values, job.id(), submitted);
    } catch (IOException | RuntimeException e) {
      return Optional.of(
          "YARN does not say whether "
              + job.id()
              + " still runs: "
              + CliException.of(e).getMessage());
    }
  }
}
