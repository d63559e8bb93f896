// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.attach;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.situ.cli.console.DisplayNames;
import io.situ.cli.context.GlobalOptions;
import io.situ.hdfs.attach.HdfsAttachService;
import io.situ.hdfs.source.SkippedObject;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What the commands for attached files have in common. */
class HdfsOptions {

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(names = "--json", description = "Print the result as JSON.")
  private boolean json;

  boolean json() {
    return json;
  }

  /** Names each object that is left out. */
  SkippedObject.Taker leftOut() {
    return object -> {
      if (json) {
        situ()
            .out()
            .json(
                JsonNodeFactory.instance
                    .objectNode()
                    .put("leftOut", object.path())
                    .put("reason", object.reason()));
      } else {
        String reason = DisplayNames.printable(object.reason());
        situ().out().name("left out ", object.path(), ": " + reason + "\n");
      }
    };
  }

  /** Names a block that is not linked. */
  void refused(String sentence) {
    if (json) {
      situ().out().json(JsonNodeFactory.instance.objectNode().put("refused", sentence));
    } else {
      situ().out().line(DisplayNames.printable(sentence));
    }
  }

  GlobalOptions situ() {
    return (GlobalOptions) command.root().userObject();
  }

  /**
   * @param target a directory of HDFS
   */
  HdfsAttachService open(String target) throws IOException {
    return open(target, Map.of());
  }

  /**
   * @param keys of the configuration, which hold over all others
   */
  HdfsAttachService open(String target, Map<String, String> keys) throws IOException {
    Map<String, String> all = new HashMap<>(situ().hadoop());
    all.putAll(keys);
    return HdfsAttachService.open(all, target, HdfsOptions::warn);
  }

  static void warn(String notice) {
    System.err.println("situ: " + DisplayNames.printable(notice));
  }
}
