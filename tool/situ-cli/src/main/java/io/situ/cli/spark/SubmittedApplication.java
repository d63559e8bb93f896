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
import java.util.regex.Pattern;

/**
 * What there is to say of an application whose driver is on the cluster and whose event log this
 * host does not see to its end: {@code spark-submit} may end before it does, or with 0 however it
 * ends.
 *
 * @param run the name of the run's folder
 * @param name the application's
 * @param seconds how long {@code spark-submit} took, where its end shows that the application has
 *     succeeded; empty where it does not show that
 * @param logged whether an event log is written
 * @param directory where, as {@code spark.eventLog.dir} says; empty for Spark's own directory for
 *     it on the host of the driver
 */
record SubmittedApplication(
    String run, String name, OptionalDouble seconds, boolean logged, Optional<String> directory) {

  /** Why there is no report, and how the next run has one: one sentence. */
  static final String NO_EVENT_LOG =
      "no event log was written: for a report of the next run set spark.eventLog.dir to a directory"
          + " on a shared file system, and do not set spark.eventLog.enabled to false";

  /** Why there is no report where the event log is in Spark's own directory for it. */
  static final String OTHER_HOSTS_EVENT_LOG =
      "the driver ran on the cluster, and its event log is not on this host: set spark.eventLog.dir"
          + " to a directory on a shared file system to have the report here, and by 'situ report"
          + " APPLICATION --event-log DIR'";

  /** A directory of whatever host writes to it, which may be on a shared file system. */
  private static final Pattern OF_A_HOST = Pattern.compile("file:.*|(?![a-zA-Z][\\w+.-]*:).*");

  SubmittedApplication {
    Objects.requireNonNull(run, "run");
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(seconds, "seconds");
    Objects.requireNonNull(directory, "directory");
  }

  /** Returns the sentences as people read them. */
  List<String> lines() {
    String known =
        seconds.isPresent()
            ? " succeeded in "
                + HumanReadable.seconds(seconds.getAsDouble())
                + "; what it read is not known here"
            : " was submitted; whether and how it ended is not known here";
    return List.of(DisplayNames.printable(name) + known + wayToReport());
  }

  private String wayToReport() {
    if (!logged) {
      return "; " + NO_EVENT_LOG;
    }
    if (directory.isEmpty()) {
      return "; " + OTHER_HOSTS_EVENT_LOG;
    }
    String shown = DisplayNames.printable(directory.get());
    String prints = "'situ report APPLICATION --event-log " + shown + "' prints its report";
    return OF_A_HOST.matcher(directory.get()).matches()
        ? "; its event log is in '"
            + shown
            + "' on the driver's host: if that is on a shared file system, "
            + prints
            + ", and else set spark.eventLog.dir to a directory on one"
        : ": " + prints;
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
