package io.situ.cli;

import io.situ.inventory.Manifest;
import io.situ.inventory.ScanOptions;
import io.situ.inventory.Scanner;
import io.situ.storage.Store;
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
      "Sizes, versions and who holds which bytes, as Parquet files that any engine reads. What was"
          + " there before stays until the new snapshot is whole."
    })
final class ScanCommand implements Callable<Integer> {

  @ParentCommand private Situ situ;

  @Parameters(paramLabel = "PATH", description = "The directory.")
  private String path;

  @Option(
      names = "--inventory",
      required = true,
      paramLabel = "DIR",
      description = "The inventory; made if it is not there.")
  private Path inventory;

  @Option(names = "--no-placement", description = "Do not ask who holds which bytes.")
  private boolean noPlacement;

  @Mixin private ScanFlags flags = new ScanFlags();

  @Option(names = "--json", description = "Tell the result as JSON.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    Place place = situ.place(path);
    try (Stores stores = situ.stores()) {
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
      return (manifest.isPartial() ? Exit.PARTIAL : Exit.OK).code();
    }
  }
}
