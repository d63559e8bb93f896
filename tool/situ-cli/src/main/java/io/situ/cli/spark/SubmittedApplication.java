// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.spark;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.situ.cli.console.DisplayNames;
import io.situ.cli.console.ExitCode;
import io.situ.cli.console.HumanReadable;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What there is to say of an application whose driver is on the cluster and whose event log this
 * host does not see to its end: {@code spark-submit} may end before it does, or with 0 however it
 * ends.
 *
 * @param run the name of the run's folder
 * @param name the application's
 * @param seconds how long {@code spark-submit} took, where its end shows that the application has
 *     succeeded; empty where it does not show that
 * @param eventLog where its event log is; empty where none was written
 */
record SubmittedApplication(
    String run, String name, OptionalDouble seconds, Optional<String> eventLog) {

  /** Why there is no report, and how the next run has one: one sentence. */
  static final String NO_EVENT_LOG =
      "no event log was written: for a report of the next run set spark.eventLog.dir to a directory"
          + " on a shared file system, and do not set spark.eventLog.enabled to false";

  SubmittedApplication {
    Objects.requireNonNull(run, "run");
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(seconds, "seconds");
    Objects.requireNonNull(eventLog, "eventLog");
  }

  /** Returns the sentences as people read them. */
  List<String> lines() {
    String known =
        seconds.isPresent()
            ? " succeeded in "
                + HumanReadable.seconds(seconds.getAsDouble())
                + "; what it read is not known here"
            : " was submitted; whether and how it ended is not known here";
    return List.of(
        DisplayNames.printable(name)
            + known
            + eventLog
                .map(
                    directory ->
                        ": 'situ report APPLICATION --event-log "
                            + DisplayNames.printable(directory)
                            + "' prints its report")
                .orElse("; " + NO_EVENT_LOG));
  }

  /** Returns the same for programs. */
  ObjectNode toJson() {
    ObjectNode json =
        JsonNodeFactory.instance
            .objectNode()
            .put("run", run)
            .put("name", name)
            .put("state", seconds.isPresent() ? "SUCCEEDED" : "SUBMITTED")
            .put("exitCode", ExitCode.OK.code());
    seconds.ifPresent(value -> json.put("seconds", value));
    return json;
  }
}
