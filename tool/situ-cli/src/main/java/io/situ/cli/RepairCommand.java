package io.situ.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.situ.hdfs.attach.AttachSummary;
import io.situ.hdfs.attach.AttachSummary.Count;
import io.situ.hdfs.attach.HdfsDoor;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Makes attached files what their objects are now. */
@Command(
    name = "repair",
    header = "Attach changed objects as they are now, and link blocks anew that lack replicas.",
    description = {
      "Files whose objects are gone stay, and give exit code 1; 'situ attach' takes them out. What is"
          + " in order stays as it is."
    })
final class RepairCommand implements Callable<Integer> {

  @Mixin private HdfsOptions hdfs;

  @Parameters(paramLabel = "TARGET", description = "A directory of HDFS, or one attached file.")
  private String target;

  @Override
  public Integer call() throws IOException {
    long start = System.nanoTime();
    AttachSummary summary;
    try (HdfsDoor door = hdfs.open(target)) {
      summary = door.repair();
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    Out out = hdfs.situ().out();
    long vanished = summary.get(Count.VANISHED);
    if (hdfs.json()) {
      out.json(
          AttachReport.counts(summary, JsonNodeFactory.instance.objectNode().put("target", target))
              .put("seconds", seconds));
    } else {
      out.line("repaired " + AttachReport.files(summary) + " at " + Names.escaped(target));
      AttachReport.print(summary, seconds, out);
      if (vanished > 0) {
        out.line("  vanished " + Sizes.count(vanished, "object") + "; 'situ verify' names them");
      }
    }
    return (vanished == 0 ? Exit.OK : Exit.FAILED).code();
  }
}
