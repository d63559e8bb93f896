// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.demo;

import io.situ.cli.certify.ShutdownHook;
import io.situ.cli.console.CliException;
import io.situ.cli.console.DisplayNames;
import io.situ.cli.console.ExitCode;
import io.situ.cli.context.GlobalOptions;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Counts words of the same files twice, stock and in place, and shows both reports. */
@Command(
    name = "demo",
    header = "Count words with stock Hadoop and in place, and show both reports side by side.",
    description = {
      "As root, and with GlusterFS installed, three hosts are made on this machine with a volume"
          + " over them that keeps two copies of each file, and real Hadoop daemons; they are taken"
          + " away at the end. Elsewhere both jobs run in one process on a temporary directory. The"
          + " text is Situ's own documentation, repeated."
    })
public final class DemoCommand implements Callable<Integer> {

  private static final int LARGEST = 100_000;

  @ParentCommand private GlobalOptions situ;

  @Option(names = "--keep", description = "Leave the testbed and the files when it is over.")
  private boolean keep;

  @Option(names = "--embedded", description = "Make no hosts; run both jobs in one process each.")
  private boolean embedded;

  @Option(
      names = "--megabytes",
      paramLabel = "MB",
      description = "How much text, 1 to 100000 (default 192, embedded 48).")
  private Integer megabytes;

  @Option(names = "--json", description = "Both reports as JSON.")
  private boolean json;

  private final DemoSteps steps = new DemoSteps();
  private volatile DemoEnvironment place;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (megabytes != null && (megabytes < 1 || megabytes > LARGEST)) {
      throw CliException.usage("--megabytes is 1 to " + LARGEST + ", not " + megabytes);
    }
    ShutdownHook atEnd = ShutdownHook.add(this::stop);
    try {
      begin();
      show();
    } finally {
      steps.end();
      if (place != null) {
        place.close();
      }
    }
    atEnd.remove();
    return ExitCode.OK.code();
  }

  private void begin() throws IOException, InterruptedException {
    if (!embedded) {
      DemoTestbed testbed = new DemoTestbed(steps, keep);
      place = testbed;
      Optional<String> obstacle = testbed.up();
      if (obstacle.isEmpty()) {
        return;
      }
      steps.end();
      testbed.close();
      System.err.println(
          "situ: hosts cannot be made here, so each job runs in one process: "
              + DisplayNames.printable(obstacle.get()));
    }
    place = new DemoLocalRunner(steps, keep);
  }

  private void show() throws IOException, InterruptedException {
    int size = megabytes == null ? place.megabytes() : megabytes;
    steps.show("writing " + size + " MB of text");
    DemoText.write(place.input(), (long) size << 20);
    DemoVariant stock = place.stock();
    DemoVariant inPlace = place.inPlace();
    steps.end();
    DemoTable table = new DemoTable(place.title(), stock, inPlace);
    if (json) {
      situ.out().prettyJson(table.toJson());
    } else {
      table.lines().forEach(situ.out()::line);
      place.kept().ifPresent(situ.out()::line);
    }
    situ.out().flush();
    table.check();
  }

  private void stop() {
    try {
      steps.stop();
      DemoEnvironment last = place;
      Optional<String> kept = Optional.empty();
      if (last != null) {
        last.close();
        kept = last.kept();
      }
      System.err.println(
          "situ: stopped; "
              + kept.map(DisplayNames::printable)
                  .orElse("what the demonstration made was taken away"));
    } catch (IOException e) {
      System.err.println(
          "situ: stopped; cleanup failed: "
              + DisplayNames.sentence(CliException.of(e).getMessage()));
    }
  }
}
