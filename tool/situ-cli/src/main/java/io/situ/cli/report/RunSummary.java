// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.situ.cli.console.ExitCode;
import java.util.Optional;

/**
 * How a run ended, as its folder remembers it.
 *
 * @param name what was run
 * @param seconds wall time, from the command to the end of its last job
 * @param reason why it failed, a sentence; empty if it did not
 */
public record RunSummary(String name, double seconds, int exitCode, Optional<String> reason) {

  /** What there is to say until a run reports its end. */
  public static RunSummary unfinished(String name) {
    return new RunSummary(
        name, 0, ExitCode.FAILED.code(), Optional.of("it has not ended yet, or it was killed"));
  }

  static RunSummary of(JsonNode json) {
    return new RunSummary(
        json.path("name").asText(),
        json.path("seconds").asDouble(),
        json.path("exitCode").asInt(),
        Optional.ofNullable(json.path("reason").textValue()));
  }

  ObjectNode toJson() {
    return JsonNodeFactory.instance
        .objectNode()
        .put("name", name)
        .put("seconds", seconds)
        .put("exitCode", exitCode)
        .put("reason", reason.orElse(null));
  }
}
