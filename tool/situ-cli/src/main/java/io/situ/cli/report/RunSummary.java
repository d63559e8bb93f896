// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.situ.cli.console.CliException;
import io.situ.cli.console.ExitCode;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * How a run ended, as its folder remembers it.
 *
 * @param name what was run
 * @param seconds wall time, from the command to the end of its last job; empty where its end was
 *     not seen
 * @param reason why it failed, a sentence; empty if it did not
 */
public record RunSummary(
    String name, OptionalDouble seconds, int exitCode, Optional<String> reason) {

  private static final String UNFINISHED = "it has not ended yet, or it was killed";

  /** What there is to say until a run reports its end. */
  public static RunSummary unfinished(String name) {
    return of(name, UNFINISHED);
  }

  /** What there is to say of a run that is over and has not reported its end. */
  public static RunSummary unreported(String name) {
    return of(name, "its process is over and did not report how the run ended");
  }

  /** What there is to say of a run that ended by an error before its job or application did. */
  static RunSummary failed(String name, CliException problem) {
    return new RunSummary(
        name, OptionalDouble.empty(), problem.exit().code(), Optional.of(problem.getMessage()));
  }

  private static RunSummary of(String name, String reason) {
    return new RunSummary(
        name, OptionalDouble.empty(), ExitCode.FAILED.code(), Optional.of(reason));
  }

  /** Returns whether the run has not reported its end, and is not known to be over. */
  public boolean isUnfinished() {
    return equals(unfinished(name));
  }

  /** Returns what {@link #toJson} wrote; empty if it is not that. */
  static Optional<RunSummary> of(JsonNode json) {
    return json.path("name").isTextual() && json.path("exitCode").isInt()
        ? Optional.of(
            new RunSummary(
                json.get("name").asText(),
                json.path("seconds").isNumber()
                    ? OptionalDouble.of(json.get("seconds").asDouble())
                    : OptionalDouble.empty(),
                json.get("exitCode").asInt(),
                Optional.ofNullable(json.path("reason").textValue())))
        : Optional.empty();
  }

  /** What there is to say of a run whose record cannot be read. */
  static RunSummary damaged(Path file, String why) {
    return new RunSummary(
        "a run",
        OptionalDouble.empty(),
        ExitCode.FAILED.code(),
        Optional.of("how it ended is not known: '" + file + "' is damaged: " + why));
  }

  ObjectNode toJson() {
    ObjectNode json = JsonNodeFactory.instance.objectNode().put("name", name);
    json.put("seconds", seconds.isPresent() ? (Double) seconds.getAsDouble() : null);
    return json.put("exitCode", exitCode).put("reason", reason.orElse(null));
  }
}
