// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.attach;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.situ.cli.console.ExitCode;
import io.situ.cli.console.HumanReadable;
import io.situ.hdfs.datanode.OfflineDataNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Carries out on one host what an offline attach has listed for it. */
@Command(
    name = "link",
    header = "Link the blocks that 'situ attach --offline' has listed for this host.",
    description = {
      "To be called as the DataNode's user, with its configuration (--conf), while it is stopped. One"
          + " line for each block that cannot be linked, and exit code 1 if there is any. With --json"
          + " one JSON object for each, and one with the counts. The same command takes up what is"
          + " missing."
    })
public final class LinkCommand implements Callable<Integer> {

  @Mixin private HdfsOptions hdfs;
  @Mixin private LinkOptions links;

  @Parameters(paramLabel = "LIST", description = "HOST.links, as the attach wrote it.")
  private Path list;

  @Override
  public Integer call() throws IOException {
    long start = System.nanoTime();
    Map<String, String> settings = new HashMap<>(hdfs.situ().hadoop());
    settings.putAll(links.keys());
    OfflineDataNode.LinkedCount laid;
    try (OfflineDataNode node = OfflineDataNode.open(settings)) {
      laid = node.linkBlocks(list, hdfs::refused);
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    if (hdfs.json()) {
      hdfs.situ()
          .out()
          .json(
              JsonNodeFactory.instance
                  .objectNode()
                  .put("linked", laid.linked())
                  .put("refused", laid.refused())
                  .put("seconds", seconds));
    } else {
      hdfs.situ()
          .out()
          .line(
              "linked "
                  + HumanReadable.count(laid.linked(), "block")
                  + ", "
                  + HumanReadable.count(laid.refused())
                  + " refused, in "
                  + HumanReadable.seconds(seconds));
    }
    return (laid.refused() == 0 ? ExitCode.OK : ExitCode.FAILED).code();
  }
}
