package io.situ.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.situ.hdfs.attach.Detacher;
import io.situ.hdfs.attach.HdfsDoor;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Takes attached files out of HDFS. */
@Command(
    name = "detach",
    header = "Take attached files out of HDFS; the store's files stay as they are.",
    description = {"Ordinary files of HDFS beside them stay, with the directories they are in."})
final class DetachCommand implements Callable<Integer> {

  @ParentCommand private Situ situ;

  @Parameters(paramLabel = "TARGET", description = "A directory of HDFS, or one attached file.")
  private String target;

  @Option(names = "--json", description = "Tell the result as JSON.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    Detacher.Summary summary;
    try (HdfsDoor door = HdfsDoor.open(situ.conf(), situ.given(), target)) {
      summary = door.detach();
    }
    if (json) {
      situ.out()
          .json(
              JsonNodeFactory.instance
                  .objectNode()
                  .put("target", target)
                  .put("files", summary.files())
                  .put("kept", summary.kept()));
      return Exit.OK.code();
    }
    situ.out()
        .line(
            "detached "
                + Sizes.count(summary.files(), "file")
                + " from "
                + Names.escaped(target)
                + (summary.kept() == 0
                    ? ""
                    : "; " + Sizes.count(summary.kept(), "ordinary file") + " stayed"));
    return Exit.OK.code();
  }
}
