// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.inventory;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.situ.cli.console.CliException;
import io.situ.cli.console.ExitCode;
import io.situ.cli.context.GlobalOptions;
import io.situ.inventory.Inventory;
import io.situ.inventory.datafile.Row;
import io.situ.inventory.diff.Diff;
import io.situ.inventory.manifest.InventoryException;
import io.situ.inventory.manifest.Manifest;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Prints what changed between two snapshots. */
@Command(
    name = "diff",
    header = "Print what changed between two snapshots of an inventory.",
    description = {
      "One line each: + added, - removed, M changed, A only owner, group, mode or time, R renamed."
    })
public final class DiffCommand implements Callable<Integer> {

  @ParentCommand private GlobalOptions situ;

  @Option(
      names = "--inventory",
      required = true,
      paramLabel = "DIR",
      description = "The inventory.")
  private Path inventory;

  @Option(
      names = "--from",
      paramLabel = "N",
      description = "The older snapshot; by default the one before the newer.")
  private long from;

  @Option(
      names = "--to",
      paramLabel = "N",
      description = "The newer snapshot; by default the current one.")
  private long to;

  @Option(names = "--json", description = "One JSON object per line.")
  private boolean json;

  @Override
  public Integer call() throws InventoryException {
    situ.out().endWithReader();
    Inventory opened = Inventory.open(inventory);
    long newer = to == 0 ? opened.snapshot().manifest().id() : to;
    long older = from == 0 ? before(opened, newer) : from;
    try (Diff diff = Diff.between(opened.snapshot(older), opened.snapshot(newer))) {
      for (Diff.Change change = diff.next(); change != null; change = diff.next()) {
        print(change);
      }
    }
    return ExitCode.OK.code();
  }

  private long before(Inventory opened, long newer) throws InventoryException {
    List<Long> earlier =
        opened.snapshots().stream().map(Manifest::id).filter(id -> id < newer).sorted().toList();
    if (earlier.isEmpty()) {
      throw CliException.input(
          "the inventory '" + inventory + "' has no snapshot before " + newer + " to compare with");
    }
    return earlier.get(earlier.size() - 1);
  }

  private void print(Diff.Change change) {
    String path = change.after().or(change::before).map(DiffCommand::path).orElse("");
    String old = change.before().map(DiffCommand::path).orElse("");
    boolean renamed = change.kind() == Diff.Kind.RENAMED;
    if (json) {
      ObjectNode node = JsonNodeFactory.instance.objectNode();
      node.put("change", change.kind().name().toLowerCase(Locale.ROOT)).put("path", path);
      if (renamed) {
        node.put("from", old);
      }
      situ.out().json(node);
      return;
    }
    if (renamed) {
      situ.out().name("R ", old, " -> ");
      situ.out().name("", path, "\n");
    } else {
      situ.out().name(sign(change.kind()) + " ", path, "\n");
    }
  }

  private static String path(Row row) {
    return row.object().path().toString();
  }

  private static char sign(Diff.Kind kind) {
    return switch (kind) {
      case ADDED -> '+';
      case REMOVED -> '-';
      case CHANGED -> 'M';
      case ATTRIBUTES -> 'A';
      case RENAMED -> 'R';
    };
  }
}
