// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Objects;

/** A report as it was printed: for people and for programs. */
public record KeptReport(List<String> lines, JsonNode json) {

  public KeptReport {
    lines = List.copyOf(lines);
    Objects.requireNonNull(json, "json");
  }
}
