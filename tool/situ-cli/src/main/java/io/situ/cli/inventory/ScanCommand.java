// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.inventory;

import io.situ.cli.console.ExitCode;
import io.situ.cli.context.GlobalOptions;
import io.situ.cli.context.OpenStores;
import io.situ.cli.context.StoreLocation;
import io.situ.inventory.Inventory;
import io.situ.inventory.ScanOptions;
import io.situ.inventory.manifest.InventoryException;
import io.situ.inventory.manifest.Manifest;
import io.situ.inventory.scan.Scanner;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Walks a tree and writes what is there to an inventory. */
@Command(
    name = "scan",
    header = "List everything below a directory, once, into an inventory.",
    description = {
      "Sizes, versions and which hosts hold which bytes, as Parquet files that any engine reads."
          + " What was there before stays until the new snapshot is whole."
    })
public final class ScanCommand implements Callable<Integer> {

  @ParentCommand private GlobalOptions situ;

  @Parameters(
      paramLabel = "PATH",
      description =
          "The directory. Symbolic links on the way to it are followed once, at the start; below it"
              + " none is.")
  private String path;

  @Option(
      names = "--inventory",
      required = true,
      paramLabel = "DIR",
      description = "The inventory; made if it is not there.")
  private Path inventory;

  @Option(names = "--no-placement", description = "Do not ask which hosts hold which bytes.")
  private boolean noPlacement;

  @Mixin private ScanArguments flags = new ScanArguments();

  @Option(names = "--json", description = "Print the result as JSON.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    try (OpenStores stores = situ.stores()) {
      StoreLocation place = real(stores, situ.place(path));
      Store store = stores.at(place);
      ScanProgress progress = new ScanProgress();
      ScanOptions options =
          flags.apply(ScanOptions.DEFAULT).withPlacement(!noPlacement).withProgress(progress);
      Manifest manifest;
      try {
        manifest = Scanner.scan(store, place.path(), inventory, options);
      } finally {
        progress.end();
      }
      new ManifestText(inventory, manifest).print(situ.out(), json);
      return (manifest.isPartial() ? ExitCode.PARTIAL : ExitCode.OK).code();
    }
  }

  /** An inventory that was made of the path as it was given keeps that name of it. */
  private StoreLocation real(OpenStores stores, StoreLocation given) throws StoreException {
    return isOf(given) ? given : stores.real(given);
  }

  private boolean isOf(StoreLocation given) {
    try {
      Manifest.Origin origin = Inventory.open(inventory).snapshot().manifest().origin();
      return origin.store().equals(given.store()) && origin.root().equals(given.path());
    } catch (InventoryException e) {
      return false;
    }
  }
}
