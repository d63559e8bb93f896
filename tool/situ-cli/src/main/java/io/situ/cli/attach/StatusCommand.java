// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.attach;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.situ.cli.console.Console;
import io.situ.cli.console.DisplayNames;
import io.situ.cli.console.ExitCode;
import io.situ.cli.console.HumanReadable;
import io.situ.hdfs.attach.AttachStatus;
import io.situ.hdfs.attach.HdfsAttachService;
import java.io.IOException;
import java.time.Instant;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Prints what is attached and how it is served. */
@Command(
    name = "status",
    header = "Print what is attached at a directory of HDFS and which DataNodes serve it.",
    description = {
      "A block is local if it is served by exactly the live DataNodes whose hosts store its"
          + " bytes. That is asked of the store, so its keys must be set here too."
    })
public final class StatusCommand implements Callable<Integer> {

  @Mixin private AttachedTarget target;
  @Mixin private InformationOption information;

  @Override
  public Integer call() throws IOException {
    AttachStatus status;
    try (HdfsAttachService service = target.open()) {
      status = service.status();
      information.write(service);
    }
    if (target.json()) {
      target.out().json(json(status));
    } else {
      print(status, target.out());
    }
    return ExitCode.OK.code();
  }

  private ObjectNode json(AttachStatus status) {
    ObjectNode node = JsonNodeFactory.instance.objectNode().put("target", target.name());
    status
        .tree()
        .ifPresent(
            tree ->
                node.put("source", tree.uri())
                    .put("attached", Instant.ofEpochMilli(tree.since()).toString()));
    AttachStatus.Served served = status.served();
    return node.put("files", status.files())
        .put("ordinary", status.ordinary())
        .put("bytes", status.bytes())
        .put("blocks", status.blocks())
        .put("unserved", served.nowhere())
        .put("fewer", served.fewer())
        .put("placed", served.placed())
        .put("local", served.local())
        .put("unknown", served.unknown());
  }

  private void print(AttachStatus status, Console out) {
    out.line(
        DisplayNames.escaped(target.name())
            + status
                .tree()
                .map(
                    tree ->
                        " is "
                            + DisplayNames.escaped(tree.uri())
                            + ", attached at "
                            + Instant.ofEpochMilli(tree.since()))
                .orElse(""));
    out.line(
        "  files    "
            + HumanReadable.count(status.files(), "attached file")
            + ", "
            + HumanReadable.bytes(status.bytes())
            + " in "
            + HumanReadable.count(status.blocks(), "block"));
    if (status.ordinary() > 0) {
      out.line("  beside   " + HumanReadable.count(status.ordinary(), "file") + " of HDFS's own");
    }
    AttachStatus.Served served = status.served();
    if (served.nowhere() + served.fewer() > 0) {
      out.line(
          "  lacking  "
              + HumanReadable.count(served.nowhere(), "block")
              + " not served, "
              + HumanReadable.count(served.fewer())
              + " served by too few; 'situ repair' links them again");
    }
    out.line("  local    " + local(served));
  }

  private static String local(AttachStatus.Served served) {
    if (!served.unknown().isEmpty()) {
      return "not known: " + DisplayNames.printable(served.unknown());
    }
    if (served.placed() == 0) {
      return "not known: the store reports no hosts";
    }
    return String.format(
        Locale.ROOT,
        "%.1f %% of %s served by exactly the hosts that hold them",
        100.0 * served.local() / served.placed(),
        HumanReadable.count(served.placed(), "block"));
  }
}
