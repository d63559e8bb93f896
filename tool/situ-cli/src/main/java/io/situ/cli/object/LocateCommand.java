// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.object;

import io.situ.cli.console.CliException;
import io.situ.cli.console.Console;
import io.situ.cli.console.DisplayNames;
import io.situ.cli.console.ExitCode;
import io.situ.cli.console.PlacementMap;
import io.situ.cli.context.GlobalOptions;
import io.situ.cli.context.OpenStores;
import io.situ.cli.context.StoreLocation;
import io.situ.inventory.Inventory;
import io.situ.inventory.manifest.InventoryException;
import io.situ.storage.Extent;
import io.situ.storage.Replica;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Prints which hosts hold which bytes of a file. */
@Command(
    name = "locate",
    header = "Print which hosts hold which bytes of a file.",
    description = {
      "On a terminal a map: one row per host, from the file's first byte to its last. In a pipe one"
          + " line per extent and replica: offset, length, host, path. An inventory that is"
          + " configured or given is asked first, as jobs do; the store where it knows another"
          + " version."
    })
public final class LocateCommand implements Callable<Integer> {

  @ParentCommand private GlobalOptions situ;

  @Parameters(arity = "1..*", paramLabel = "FILE", description = "The files.")
  private List<String> paths;

  @Option(names = "--inventory", paramLabel = "DIR", description = "The inventory to ask first.")
  private Path inventory;

  @Option(names = "--json", description = "One JSON object per line and file.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    try (OpenStores stores = situ.stores()) {
      for (StoreLocation place : situ.places(paths)) {
        Store store = stores.at(place);
        StoreObject object = store.stat(place.path(), true);
        if (!object.isFile()) {
          throw CliException.input(
              "'" + place.display() + "' is not a file; 'situ ls' lists directories");
        }
        Optional<List<Extent>> remembered =
            remembered(place, known(stores.named(place), place), object);
        if (remembered.isPresent()) {
          print(place, object, remembered.get(), Optional.empty());
        } else {
          ask(store, place, object);
        }
      }
    }
    return ExitCode.OK.code();
  }

  /** The place in whose inventory to look. */
  private StoreLocation known(StoreLocation named, StoreLocation plain) {
    return situ.settings().hasInventory(named.store()) ? named : plain;
  }

  /** What an inventory knows of this version of a file; empty if that is nothing. */
  private Optional<List<Extent>> remembered(
      StoreLocation place, StoreLocation named, StoreObject object) throws InventoryException {
    Optional<Path> directory =
        Optional.ofNullable(inventory).or(() -> situ.settings().inventory(named.store()));
    StorePath path = inventory == null ? named.path() : place.path();
    if (directory.isEmpty()) {
      return Optional.empty();
    }
    return Inventory.open(directory.get())
        .snapshot()
        .find(path)
        .flatMap(row -> row.extentsOf(object));
  }

  private void ask(Store store, StoreLocation place, StoreObject object) throws StoreException {
    try {
      print(place, object, store.placement(object, 0, object.size()), Optional.empty());
    } catch (StoreException e) {
      if (e.kind() != StoreException.Kind.PERMISSION_DENIED) {
        throw e;
      }
      print(place, object, List.of(), Optional.of(e));
    }
  }

  private void print(
      StoreLocation place,
      StoreObject object,
      List<Extent> extents,
      Optional<StoreException> denied) {
    Console out = situ.out();
    out.endWithReader();
    if (json) {
      out.json(ObjectJson.withExtents(ObjectJson.of(place, object), extents));
    } else if (out.terminal()) {
      out.name("", place.display(), ": " + PlacementMap.title(object.size(), extents) + "\n");
      PlacementMap.rows(object.size(), extents).stream()
          .map(DisplayNames::printable)
          .forEach(out::line);
    } else {
      extents.forEach(extent -> extent.replicas().forEach(replica -> line(extent, replica)));
    }
    boolean silent = !json && object.size() > 0 && extents.isEmpty();
    if (silent || denied.isPresent()) {
      out.flush();
      System.err.println(
          "situ: "
              + denied.map(e -> "this user may not know").orElse("the store does not say")
              + " which hosts hold '"
              + DisplayNames.printable(place.display())
              + "'"
              + denied.map(e -> ": " + DisplayNames.printable(e.reason())).orElse(""));
    }
  }

  private void line(Extent extent, Replica replica) {
    Console out = situ.out();
    out.endWithReader();
    out.write(
        StorePath.encode(extent.offset() + "\t" + extent.length() + "\t" + replica.host() + "\t"));
    out.write(StorePath.encode(replica.path().orElse("")));
    out.write('\n');
  }
}
