// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.attach;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.situ.cli.console.DisplayNames;
import io.situ.cli.console.ExitCode;
import io.situ.cli.console.HumanReadable;
import io.situ.hdfs.attach.Detacher;
import io.situ.hdfs.attach.HdfsAttachService;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Takes attached files out of HDFS. */
@Command(
    name = "detach",
    header = "Take attached files out of HDFS; the store's files stay as they are.",
    description = {
      "Ordinary files of HDFS beside them stay, with the directories they are in. What an attach that"
          + " was stopped has left goes too."
    })
public final class DetachCommand implements Callable<Integer> {

  @Mixin private AttachedTarget target;

  @Override
  public Integer call() throws IOException {
    Detacher.Summary summary;
    try (HdfsAttachService service = target.open()) {
      summary = service.detach();
    }
    if (target.json()) {
      target
          .out()
          .json(
              JsonNodeFactory.instance
                  .objectNode()
                  .put("target", target.name())
                  .put("files", summary.files())
                  .put("kept", summary.kept())
                  .put("cleared", summary.cleared()));
      return ExitCode.OK.code();
    }
    target.out().line(sentence(summary));
    return ExitCode.OK.code();
  }

  private String sentence(Detacher.Summary summary) {
    String files =
        HumanReadable.count(summary.files(), "file")
            + " from "
            + DisplayNames.escaped(target.name());
    String kept = HumanReadable.count(summary.kept(), "file") + " of HDFS's own stayed";
    return "detached "
        + files
        + (summary.kept() == 0 ? "" : "; " + kept)
        + (summary.cleared() ? "; what a stopped attach had left is gone" : "");
  }
}
