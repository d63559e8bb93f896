// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.layout;

import io.situ.cli.console.ExitCode;
import io.situ.cli.console.HumanReadable;
import io.situ.cli.context.GlobalOptions;
import io.situ.cli.context.OpenStores;
import io.situ.cli.context.ResolvedStore;
import io.situ.cli.context.StoreLocation;
import io.situ.hadoop.fs.config.SituKeys;
import io.situ.storage.Store;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.diagnostics.LayoutAdvice;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Says how local a scan of files can be, and which layout makes it more so. */
@Command(
    name = "layout",
    aliases = "advise",
    header = "Say how local scans can be at most, and which layout of files helps.",
    description = {
      "Looks at each file, or at every file below a directory: the row groups of Parquet, the"
          + " stripes of ORC and the splits of other files, and on which hosts they lie. Prints how"
          + " many bytes tasks can have on their own hosts at most, the files that lose most, and"
          + " where another layout helps, the storage system's own commands for it; they are never"
          + " run."
    })
public final class LayoutCommand implements Callable<Integer> {

  @ParentCommand private GlobalOptions situ;

  @Parameters(
      arity = "1..*",
      paramLabel = "PATH",
      description = "Files, or directories whose files are added up.")
  private List<String> paths;

  @Option(
      names = "--split",
      paramLabel = "SIZE",
      description =
          "Bytes that a task reads of files without row groups or stripes, such as 128m; the"
              + " store's block size if not given.")
  private String split;

  @Option(names = "--json", description = "One JSON object per line and PATH.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    LayoutProgress progress = new LayoutProgress();
    try (OpenStores stores = situ.stores()) {
      for (StoreLocation place : situ.places(paths)) {
        print(report(stores, place, progress));
      }
    } finally {
      progress.end();
    }
    return (progress.leftOut() > 0 ? ExitCode.PARTIAL : ExitCode.OK).code();
  }

  private LayoutReport report(OpenStores stores, StoreLocation place, LayoutProgress progress)
      throws IOException {
    long bytes = splitBytes(place);
    ResolvedStore driven = ResolvedStore.at(stores, place);
    Store store = driven.store();
    StoreObject top = store.stat(place.path(), true);
    TreeLocality sums = new TreeLocality(bytes);
    try (LayoutSurvey survey = new LayoutSurvey(store, bytes, progress)) {
      survey.add(top, sums);
    } finally {
      progress.end();
    }
    LayoutAdvice advice =
        sums.isAllPossible()
            ? LayoutAdvice.nothing("all that a task reads lies on one host")
            : driven.provider().advise(sums.question(directory(driven.path(), top)));
    return new LayoutReport(place, driven.provider().driver(), bytes, sums, advice);
  }

  /** Layouts for new files are those of directories. */
  private static String directory(StorePath path, StoreObject top) {
    return (top.isDirectory() ? path : path.parent().orElse(path)).toString();
  }

  private long splitBytes(StoreLocation place) {
    return split != null
        ? HumanReadable.parse(split.strip(), "--split")
        : situ.settings().get(place.store(), SituKeys.BLOCK_SIZE);
  }

  private void print(LayoutReport report) {
    if (json) {
      situ.out().json(report.json());
    } else {
      report.print(situ.out());
    }
  }
}
