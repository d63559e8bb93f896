// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.attach;

import io.situ.cli.console.ExitCode;
import io.situ.cli.console.HumanReadable;
import io.situ.hdfs.attach.HdfsAttachService;
import io.situ.hdfs.source.AttachSummary;
import io.situ.hdfs.source.AttachSummary.Count;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Makes attached files what their objects are now. */
@Command(
    name = "repair",
    header = "Attach changed objects as they are now, and link blocks again that lack replicas.",
    description = {
      "Files whose objects are gone stay, and give exit code 1; 'situ attach' takes them out. What is"
          + " in order stays as it is. While another attach or repair runs in the same HDFS, this"
          + " waits."
    })
public final class RepairCommand implements Callable<Integer> {

  @Mixin private AttachedTarget target;
  @Mixin private LinkOptions links;

  @Override
  public Integer call() throws IOException {
    long start = System.nanoTime();
    AttachSummary summary;
    try (HdfsAttachService service = target.open(links)) {
      summary = service.repair(target.leftOut());
    }
    long vanished = summary.get(Count.VANISHED);
    AttachReport report = new AttachReport(Optional.empty(), target.name(), summary, start);
    if (target.json()) {
      report.json(target.out());
    } else {
      report.print("repaired", target.out());
      if (vanished > 0) {
        target
            .out()
            .line(
                "  vanished "
                    + HumanReadable.count(vanished, "object")
                    + "; 'situ verify' names them");
      }
    }
    return (vanished == 0 ? report.exit() : ExitCode.FAILED).code();
  }
}
