// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.situ.cli.console.CliException;
import io.situ.cli.console.ExitCode;
import io.situ.cli.console.HumanReadable;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeSet;

/** Two runs side by side. */
final class DemoTable {

  private static final String UNKNOWN = "not known";

  private final String title;
  private final DemoVariant stock;
  private final DemoVariant inPlace;
  private final boolean same;

  DemoTable(String title, DemoVariant stock, DemoVariant inPlace) throws IOException {
    this.title = title;
    this.stock = stock;
    this.inPlace = inPlace;
    this.same = Files.mismatch(stock.output(), inPlace.output()) < 0;
  }

  private interface Cell {
    String of(DemoVariant arm);
  }

  List<String> lines() {
    Map<String, Cell> rows = new LinkedHashMap<>();
    rows.put("", DemoVariant::name);
    rows.put("time", arm -> HumanReadable.seconds(arm.seconds()));
    rows.put("maps", arm -> count(arm.number("maps")));
    if (stock.network().isPresent()) {
      rows.put("maps where their bytes are", arm -> count(arm.number("dataLocalMaps")));
    }
    if (inPlace.distancesKnown()) {
      rows.put("read on the host that has it", arm -> distance(arm, List.of("bytesLocal")));
      rows.put("read from another host", arm -> distance(arm, List.of("bytesRack", "bytesRemote")));
    }
    if (stock.network().isPresent()) {
      rows.put("crossed the network", arm -> HumanReadable.bytes(arm.network().orElse(0)));
    }
    for (String host : hosts()) {
      rows.put("  " + host, arm -> host(arm, host));
    }
    List<String> lines = new ArrayList<>(List.of(title, ""));
    int label = width(rows.keySet().stream().toList());
    int first = width(rows.values().stream().map(cell -> cell.of(stock)).toList());
    rows.forEach(
        (name, cell) ->
            lines.add(
                String.format(
                        Locale.ROOT,
                        "%-" + label + "s  %-" + first + "s  %s",
                        name,
                        cell.of(stock),
                        cell.of(inPlace))
                    .stripTrailing()));
    lines.add("");
    lines.add(same ? "Both gave the same answer." : "The answers differ.");
    return lines;
  }

  /** Throws a {@link CliException} if the two answers differ. */
  void check() {
    if (!same) {
      throw new CliException(
          ExitCode.FAILED,
          "the two jobs gave different answers: "
              + stock.output()
              + " and "
              + inPlace.output()
              + "; keep them with --keep");
    }
  }

  ObjectNode toJson() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("place", title).put("sameAnswer", same);
    json.set("stock", stock.toJson());
    json.set("inPlace", inPlace.toJson());
    return json;
  }

  private List<String> hosts() {
    TreeSet<String> names = new TreeSet<>();
    for (DemoVariant arm : List.of(stock, inPlace)) {
      arm.report().path("hosts").forEach(host -> names.add(host.path("name").asText()));
    }
    return names.size() < 2 ? List.of() : List.copyOf(names);
  }

  private static String host(DemoVariant arm, String name) {
    for (JsonNode host : arm.report().path("hosts")) {
      if (host.path("name").asText().equals(name)) {
        return HumanReadable.count(host.path("maps").asLong(), "map")
            + ", "
            + HumanReadable.bytes(host.path("bytesRead").asLong());
      }
    }
    return "nothing";
  }

  private static String count(OptionalLong number) {
    return number.isPresent() ? HumanReadable.count(number.getAsLong()) : UNKNOWN;
  }

  private static String distance(DemoVariant arm, List<String> keys) {
    return arm.distancesKnown()
        ? HumanReadable.bytes(keys.stream().mapToLong(key -> arm.number(key).orElse(0)).sum())
        : UNKNOWN;
  }

  private static int width(List<String> texts) {
    return texts.stream().mapToInt(String::length).max().orElse(0);
  }
}
