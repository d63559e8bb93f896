// SPDX-License-Identifier: Apache-2.0
package io.situ.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
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
  private final DemoArm stock;
  private final DemoArm inPlace;
  private final boolean same;

  DemoTable(String title, DemoArm stock, DemoArm inPlace) throws IOException {
    this.title = title;
    this.stock = stock;
    this.inPlace = inPlace;
    this.same = Files.mismatch(stock.output(), inPlace.output()) < 0;
  }

  private interface Cell {
    String of(DemoArm arm);
  }

  List<String> lines() {
    Map<String, Cell> rows = new LinkedHashMap<>();
    rows.put("", DemoArm::name);
    rows.put("time", arm -> Sizes.seconds(arm.seconds()));
    rows.put("maps", arm -> count(arm.number("maps")));
    if (stock.network().isPresent()) {
      rows.put("maps where their bytes are", arm -> count(arm.number("dataLocalMaps")));
    }
    if (inPlace.distancesKnown()) {
      rows.put("read on the host that has it", arm -> distance(arm, List.of("bytesLocal")));
      rows.put("read from another host", arm -> distance(arm, List.of("bytesRack", "bytesRemote")));
    }
    if (stock.network().isPresent()) {
      rows.put("crossed the network", arm -> Sizes.bytes(arm.network().orElse(0)));
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

  /** Throws a {@link Problem} if the two answers differ. */
  void check() {
    if (!same) {
      throw new Problem(
          Exit.FAILED,
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
    for (DemoArm arm : List.of(stock, inPlace)) {
      arm.report().path("hosts").forEach(host -> names.add(host.path("name").asText()));
    }
    return names.size() < 2 ? List.of() : List.copyOf(names);
  }

  private static String host(DemoArm arm, String name) {
    for (JsonNode host : arm.report().path("hosts")) {
      if (host.path("name").asText().equals(name)) {
        return Sizes.count(host.path("maps").asLong(), "map")
            + ", "
            + Sizes.bytes(host.path("bytesRead").asLong());
      }
    }
    return "nothing";
  }

  private static String count(OptionalLong number) {
    return number.isPresent() ? Sizes.count(number.getAsLong()) : UNKNOWN;
  }

  private static String distance(DemoArm arm, List<String> keys) {
    return arm.distancesKnown()
        ? Sizes.bytes(keys.stream().mapToLong(key -> arm.number(key).orElse(0)).sum())
        : UNKNOWN;
  }

  private static int width(List<String> texts) {
    return texts.stream().mapToInt(String::length).max().orElse(0);
  }
}
