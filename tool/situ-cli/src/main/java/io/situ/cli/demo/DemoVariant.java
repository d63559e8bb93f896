// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.OptionalLong;

/**
 * One of the two runs that are compared.
 *
 * @param name what is different about it
 * @param seconds wall time of the command
 * @param report what {@code situ report --json} says of it, or as much of that as is known
 * @param network bytes that the hosts received meanwhile; empty where there is no network
 * @param output the file with the answer
 */
record DemoVariant(
    String name, double seconds, JsonNode report, OptionalLong network, Path output) {

  /** A count of the report, empty where it is not known. */
  OptionalLong number(String key) {
    return report.hasNonNull(key)
        ? OptionalLong.of(report.get(key).asLong())
        : OptionalLong.empty();
  }

  /** Whether the store said how far bytes had to come. */
  boolean distancesKnown() {
    return number("bytesLocal").orElse(0)
            + number("bytesRack").orElse(0)
            + number("bytesRemote").orElse(0)
        > 0;
  }

  ObjectNode toJson() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("seconds", seconds);
    if (network.isPresent()) {
      json.put("networkBytes", network.getAsLong());
    } else {
      json.putNull("networkBytes");
    }
    json.set("report", report);
    return json;
  }
}
