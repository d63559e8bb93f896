package io.situ.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.situ.hdfs.attach.Detacher;
import io.situ.hdfs.attach.HdfsDoor;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Takes attached files out of HDFS. */
@Command(
    name = "detach",
    header = "Take attached files out of HDFS; the store's files stay as they are.",
    description = {
      "Ordinary files of HDFS beside them stay, with the directories they are in. What an attach that"
          + " was stopped has left goes too."
    })
final class DetachCommand implements Callable<Integer> {

  @Mixin private HdfsOptions hdfs;

  @Parameters(paramLabel = "TARGET", description = "A directory of HDFS, or one attached file.")
  private String target;

  @Override
  public Integer call() throws IOException {
    Detacher.Summary summary;
    try (HdfsDoor door = hdfs.open(target)) {
      summary = door.detach();
    }
    if (hdfs.json()) {
      hdfs.situ()
          .out()
          .json(
              JsonNodeFactory.instance
                  .objectNode()
                  .put("target", target)
                  .put("files", summary.files())
                  .put("kept", summary.kept())
                  .put("cleared", summary.cleared()));
      return Exit.OK.code();
    }
    hdfs.situ().out().line(sentence(summary));
    return Exit.OK.code();
  }

  private String sentence(Detacher.Summary summary) {
    String files = Sizes.count(summary.files(), "file") + " from " + Names.escaped(target);
    String kept = Sizes.count(summary.kept(), "file") + " of HDFS's own stayed";
    return "detached "
        + files
        + (summary.kept() == 0 ? "" : "; " + kept)
        + (summary.cleared() ? "; what a stopped attach had left is gone" : "");
  }
}
