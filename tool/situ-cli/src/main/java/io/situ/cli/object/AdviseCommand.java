// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.object;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.situ.cli.console.DisplayNames;
import io.situ.cli.console.ExitCode;
import io.situ.cli.console.HumanReadable;
import io.situ.cli.context.GlobalOptions;
import io.situ.cli.context.OpenStores;
import io.situ.cli.context.ResolvedStore;
import io.situ.cli.context.StoreLocation;
import io.situ.storage.Listing;
import io.situ.storage.Store;
import io.situ.storage.StoreObject;
import io.situ.storage.diagnostics.LayoutAdvice;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Says how files should be striped so that jobs are local. */
@Command(
    name = "advise",
    header = "Say how files should be striped so that jobs find their bytes on one host.",
    description = {
      "Looks at every file below DIR: how many bytes are in splits that some host holds whole. Where"
          + " that can be fixed, prints the storage system's own command; it is never run."
    })
public final class AdviseCommand implements Callable<Integer> {

  private static final String BLOCK_SIZE = "block.size";
  private static final String USUAL_SPLIT = "128m";

  @ParentCommand private GlobalOptions situ;

  @Parameters(paramLabel = "DIR", description = "The directory whose files jobs read.")
  private String path;

  @Option(
      names = "--split",
      paramLabel = "SIZE",
      description = "Bytes that a task reads, such as 128m; the store's block size if not given.")
  private String split;

  @Option(names = "--json", description = "As one JSON object.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    try (OpenStores stores = situ.stores()) {
      StoreLocation place = situ.place(path);
      long bytes = splitBytes(place);
      ResolvedStore driven = ResolvedStore.at(stores, place);
      LocalityStatistics figures = analyze(driven.store(), place, bytes);
      LayoutAdvice advice =
          figures.allNear()
              ? LayoutAdvice.nothing("every split lies on one host")
              : driven.provider().advise(figures.question(driven.path().toString()));
      print(place, driven, figures, advice);
    }
    return ExitCode.OK.code();
  }

  private long splitBytes(StoreLocation place) {
    String text =
        split != null ? split : situ.settings().store(place.store()).values().get(BLOCK_SIZE);
    if (text == null) {
      text = situ.settings().store("").values().getOrDefault(BLOCK_SIZE, USUAL_SPLIT);
    }
    return HumanReadable.parse(text.strip(), split != null ? "--split" : "fs.situ." + BLOCK_SIZE);
  }

  private static LocalityStatistics analyze(Store store, StoreLocation place, long split)
      throws IOException {
    LocalityStatistics figures = new LocalityStatistics(split);
    Listing.Options options = Listing.Options.RECURSIVE.withPlacement();
    try (Listing listing = store.list(place.path(), options)) {
      for (StoreObject next = listing.next(); next != null; next = listing.next()) {
        if (next.isFile() && next.size() > 0) {
          figures.add(
              next.size(),
              Listing.mayHaveMore(next) ? store.placement(next, 0, next.size()) : next.extents());
        }
      }
    }
    return figures;
  }

  private void print(
      StoreLocation place, ResolvedStore driven, LocalityStatistics figures, LayoutAdvice advice) {
    if (json) {
      situ.out().json(json(driven, figures, advice));
      return;
    }
    situ.out().name("", place.display(), ": driver " + driven.provider().driver() + "\n");
    situ.out().line(figures.text());
    situ.out()
        .line(
            (advice.commands().isEmpty() ? "Nothing to do: " : "Advice: ") + advice.reason() + ".");
    advice.commands().forEach(command -> situ.out().line("  " + DisplayNames.printable(command)));
  }

  private ObjectNode json(ResolvedStore driven, LocalityStatistics figures, LayoutAdvice advice) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("driver", driven.provider().driver());
    figures.into(node);
    node.put("reason", advice.reason());
    advice.commands().forEach(node.putArray("commands")::add);
    return node;
  }
}
