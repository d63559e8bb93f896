// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.attach;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.situ.cli.console.Console;
import io.situ.cli.console.DisplayNames;
import io.situ.cli.console.ExitCode;
import io.situ.cli.console.HumanReadable;
import io.situ.hdfs.attach.BrokenFile;
import io.situ.hdfs.attach.HdfsAttachService;
import io.situ.hdfs.attach.KnownChecksums;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Compares attached files with their objects. */
@Command(
    name = "verify",
    header = "Ask the store whether attached files are still what their objects are.",
    description = {
      "One line for each that is not, and exit code 1 if there is any. With --json one JSON object"
          + " for each, and one with the counts. No bytes are read without --inventory."
    })
public final class VerifyCommand implements Callable<Integer> {

  @Mixin private AttachedTarget target;

  @Option(
      names = "--inventory",
      paramLabel = "DIR",
      description =
          "Compare HDFS's checksums with those of an inventory (see 'situ scan --checksums') where it"
              + " has some of the same version. DataNodes read files that have none yet.")
  private Path inventory;

  private long broken;

  @Override
  public Integer call() throws IOException {
    long files;
    Optional<InventorySums> sums =
        inventory == null ? Optional.empty() : Optional.of(InventorySums.open(inventory));
    try (HdfsAttachService service = target.open()) {
      files =
          service.verify(
              this::print, sums.<KnownChecksums>map(noted -> noted).orElse(KnownChecksums.NONE));
    }
    long compared = sums.map(InventorySums::countCompared).orElse(0L);
    Console out = target.out();
    if (target.json()) {
      out.json(
          JsonNodeFactory.instance
              .objectNode()
              .put("target", target.name())
              .put("files", files)
              .put("compared", compared)
              .put("broken", broken));
    } else {
      out.line(
          HumanReadable.count(files, "attached file")
              + ", "
              + (broken == 0
                  ? "all as their objects are"
                  : HumanReadable.count(broken)
                      + " of them not as their objects are; see 'situ repair'"));
      if (inventory != null) {
        out.line(
            "  compared " + HumanReadable.count(compared, "checksum") + " with the inventory's");
      }
    }
    return (broken == 0 ? ExitCode.OK : ExitCode.FAILED).code();
  }

  void print(BrokenFile file) {
    broken++;
    String kind = file.kind().name().toLowerCase(Locale.ROOT);
    if (target.json()) {
      target
          .out()
          .json(
              JsonNodeFactory.instance
                  .objectNode()
                  .put("path", file.path())
                  .put("kind", kind)
                  .put("difference", file.difference()));
    } else {
      String difference = DisplayNames.printable(file.difference());
      target.out().name(kind + " ", file.path(), ": " + difference + "\n");
    }
  }
}
