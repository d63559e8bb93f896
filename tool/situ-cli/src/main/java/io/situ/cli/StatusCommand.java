// SPDX-License-Identifier: Apache-2.0
package io.situ.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.situ.hdfs.attach.AttachStatus;
import io.situ.hdfs.attach.HdfsDoor;
import java.io.IOException;
import java.time.Instant;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Tells what is attached and how it is served. */
@Command(
    name = "status",
    header = "Tell what is attached at a directory of HDFS and who serves it.",
    description = {
      "A block is local where exactly the living DataNodes serve it that are on hosts which hold its"
          + " bytes. That is asked of the store, so its keys must be set here too."
    })
final class StatusCommand implements Callable<Integer> {

  @Mixin private AttachedTarget target;
  @Mixin private InformationOption information;

  @Override
  public Integer call() throws IOException {
    AttachStatus status;
    try (HdfsDoor door = target.open()) {
      status = door.status();
      information.write(door);
    }
    if (target.json()) {
      target.out().json(json(status));
    } else {
      print(status, target.out());
    }
    return Exit.OK.code();
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

  private void print(AttachStatus status, Out out) {
    out.line(
        Names.escaped(target.name())
            + status
                .tree()
                .map(
                    tree ->
                        " is "
                            + Names.escaped(tree.uri())
                            + ", attached at "
                            + Instant.ofEpochMilli(tree.since()))
                .orElse(""));
    out.line(
        "  files    "
            + Sizes.count(status.files(), "attached file")
            + ", "
            + Sizes.bytes(status.bytes())
            + " in "
            + Sizes.count(status.blocks(), "block"));
    if (status.ordinary() > 0) {
      out.line("  beside   " + Sizes.count(status.ordinary(), "file") + " of HDFS's own");
    }
    AttachStatus.Served served = status.served();
    if (served.nowhere() + served.fewer() > 0) {
      out.line(
          "  lacking  "
              + Sizes.count(served.nowhere(), "block")
              + " served by nobody, "
              + Sizes.count(served.fewer())
              + " by too few; 'situ repair' links them anew");
    }
    out.line("  local    " + local(served));
  }

  private static String local(AttachStatus.Served served) {
    if (!served.unknown().isEmpty()) {
      return "not known: " + served.unknown();
    }
    if (served.placed() == 0) {
      return "not known: the store tells of no hosts";
    }
    return String.format(
        Locale.ROOT,
        "%.1f %% of %s served by exactly the hosts that hold them",
        100.0 * served.local() / served.placed(),
        Sizes.count(served.placed(), "block"));
  }
}
