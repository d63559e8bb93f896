// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.inventory;

import io.situ.cli.console.ExitCode;
import io.situ.cli.context.GlobalOptions;
import io.situ.cli.context.OpenStores;
import io.situ.cli.context.StoreLocation;
import io.situ.inventory.Inventory;
import io.situ.inventory.ScanOptions;
import io.situ.inventory.manifest.Manifest;
import io.situ.inventory.refresh.Refresher;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Brings an inventory up to date. */
@Command(
    name = "refresh",
    header = "Bring an inventory up to date.",
    description = {
      "Where the store can report what changed only that is looked at; else everything is listed"
          + " again. Either way no data is read of files that did not change."
    })
public final class RefreshCommand implements Callable<Integer> {

  @ParentCommand private GlobalOptions situ;

  @Option(
      names = "--inventory",
      required = true,
      paramLabel = "DIR",
      description = "The inventory.")
  private Path inventory;

  @Mixin private ScanArguments flags = new ScanArguments();

  @Option(names = "--json", description = "Print the result as JSON.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    Manifest.Origin origin = Inventory.open(inventory).snapshot().manifest().origin();
    try (OpenStores stores = situ.stores()) {
      ScanProgress progress = new ScanProgress();
      ScanOptions options =
          flags.apply(ScanOptions.DEFAULT).withPlacement(false).withProgress(progress);
      Manifest manifest;
      try {
        StoreLocation place = new StoreLocation(origin.store(), origin.root());
        manifest = Refresher.refresh(stores.at(place), inventory, options);
      } finally {
        progress.end();
      }
      new ManifestText(inventory, manifest).print(situ.out(), json);
      return (manifest.isPartial() ? ExitCode.PARTIAL : ExitCode.OK).code();
    }
  }
}
