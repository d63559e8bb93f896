// SPDX-License-Identifier: Apache-2.0
package io.situ.bench.harness;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.LocalDate;
import java.util.Map;

/**
 * What one run of a benchmark measured, as data: when, of which commit, by which command, on which
 * machine, and each round of each arm of each table. Not thread-safe.
 */
public final class BenchmarkRecord {

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private static final BenchmarkRecord CURRENT = new BenchmarkRecord();

  private final ObjectNode record = JSON.createObjectNode();
  private final ArrayNode tables = JSON.createArrayNode();

  private BenchmarkRecord() {}

  /** That of this process, which runs one benchmark. */
  static BenchmarkRecord current() {
    return CURRENT;
  }

  void start(String command, Map<String, String> machine) {
    record.put("date", LocalDate.now().toString());
    record.put("commit", System.getProperty("situ.commit", "unknown"));
    record.put("command", command);
    record.set("machine", JSON.valueToTree(machine));
  }

  void add(String title, Results results) {
    ObjectNode table = tables.addObject();
    table.put("title", title);
    table.put("unit", results.unit());
    table.set("arms", JSON.valueToTree(results.byArm()));
  }

  /** Facts of a table's arms that are no figures to compare, such as how many maps a job had. */
  public static void facts(String title, Map<String, Map<String, String>> byArm) {
    ObjectNode table = CURRENT.tables.addObject();
    table.put("title", title);
    table.set("facts", JSON.valueToTree(byArm));
  }

  /** Writes all of it; the file is there whole or not at all. */
  void write(Path file) throws IOException {
    record.set("tables", tables);
    Path partial = file.resolveSibling(file.getFileName() + ".partial");
    Files.writeString(partial, JSON.writeValueAsString(record) + "\n");
    Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE);
  }
}
