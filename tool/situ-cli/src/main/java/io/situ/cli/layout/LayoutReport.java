// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.layout;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.situ.cli.console.Console;
import io.situ.cli.console.DisplayNames;
import io.situ.cli.console.HumanReadable;
import io.situ.cli.context.StoreLocation;
import io.situ.storage.diagnostics.LayoutAdvice;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * What is printed of one path.
 *
 * @param driver its name
 * @param split bytes of a split of files that can be cut anywhere
 */
record LayoutReport(
    StoreLocation place, String driver, long split, TreeLocality sums, LayoutAdvice advice) {

  void print(Console out) {
    out.name("", place.display(), ": driver " + driver + ", " + content() + "\n");
    if (sums.bytes() > 0) {
      out.line("  now       " + now());
    }
    if (sums.bytes() > 0 && advice.piece().isPresent()) {
      out.line("  copied    " + copied(advice.piece().getAsLong()));
    }
    for (FileLocality file : sums.worst()) {
      out.name(
          "  worst     " + percent(file.possible(), file.bytes()) + "  ",
          new StoreLocation(place.store(), file.path()).display(),
          "  (" + HumanReadable.bytes(file.bytes()) + " in " + counted(file) + ")\n");
    }
    boolean isNothing = advice.commands().isEmpty();
    out.line(
        (isNothing ? "Nothing to do: " : "Advice: ")
            + DisplayNames.printable(advice.reason())
            + ".");
    advice.commands().forEach(command -> out.line("  " + DisplayNames.printable(command)));
    advice
        .settings()
        .forEach(
            (key, value) ->
                out.line("Or, for what is written through Situ: " + fullName(key) + "=" + value));
  }

  private String content() {
    if (sums.bytes() == 0) {
      return "no file with bytes that engines read";
    }
    return HumanReadable.count(sums.files(), "file")
        + ", "
        + HumanReadable.bytes(sums.bytes())
        + " in "
        + sums.units().entrySet().stream()
            .map(each -> HumanReadable.count(each.getValue(), each.getKey().noun()))
            .collect(Collectors.joining(", "))
        + " of at most "
        + HumanReadable.bytes(sums.largest());
  }

  private static String counted(FileLocality file) {
    return HumanReadable.count(file.units().ranges().size(), file.units().kind().noun());
  }

  private String now() {
    if (sums.known() == 0) {
      return "not known: the store does not report which hosts hold the files";
    }
    return "at most "
        + percent(sums.possible(), sums.known())
        + " local ("
        + HumanReadable.bytes(sums.possible())
        + "), on "
        + HumanReadable.count(sums.hosts(), "host")
        + (sums.known() < sums.bytes()
            ? "; not counted: "
                + HumanReadable.bytes(sums.bytes() - sums.known())
                + " of which no host is known"
            : "");
  }

  private String copied(long piece) {
    return "at least "
        + percent(sums.together(piece), sums.bytes())
        + " in pieces of "
        + HumanReadable.bytes(piece)
        + (isColumnar()
            ? "; written by an engine with blocks of that size, row groups and stripes fit in them"
            : "");
  }

  private boolean isColumnar() {
    return sums.units().containsKey(UnitKind.ROW_GROUP)
        || sums.units().containsKey(UnitKind.STRIPE);
  }

  /** Rounded down: only all is 100 %. */
  private static String percent(long part, long all) {
    return String.format(
        Locale.ROOT, "%d %%", all == 0 ? 0 : (long) Math.floor(100.0 * part / all));
  }

  private String fullName(String key) {
    return place.store().isEmpty()
        ? "fs.situ." + key
        : "fs.situ.store." + place.store() + "." + key;
  }

  ObjectNode json() {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("path", place.path().toString()).put("store", place.store()).put("driver", driver);
    node.put("files", sums.files()).put("bytes", sums.bytes()).put("split", split);
    ObjectNode units = node.putObject("units");
    sums.units().forEach((kind, count) -> units.put(key(kind), count));
    node.put("largestUnit", sums.largest()).put("hosts", sums.hosts());
    node.put("knownBytes", sums.known());
    if (sums.known() > 0) {
      node.put("possibleBytes", sums.possible());
    }
    advice
        .piece()
        .ifPresent(piece -> node.put("piece", piece).put("copiedBytes", sums.together(piece)));
    for (FileLocality file : sums.worst()) {
      node.withArray("worst")
          .addObject()
          .put("path", file.path().toString())
          .put("kind", key(file.units().kind()))
          .put("units", file.units().ranges().size())
          .put("bytes", file.bytes())
          .put("possibleBytes", file.possible());
    }
    node.put("reason", advice.reason());
    advice.commands().forEach(node.putArray("commands")::add);
    ObjectNode settings = node.putObject("settings");
    advice.settings().forEach((key, value) -> settings.put(fullName(key), value));
    return node;
  }

  private static String key(UnitKind kind) {
    return switch (kind) {
      case ROW_GROUP -> "rowGroups";
      case STRIPE -> "stripes";
      case SPLIT -> "splits";
      case FILE -> "wholeFiles";
    };
  }
}
