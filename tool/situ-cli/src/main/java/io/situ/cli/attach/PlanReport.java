// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.attach;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.situ.cli.console.Console;
import io.situ.cli.console.DisplayNames;
import io.situ.cli.console.HumanReadable;
import io.situ.hdfs.attach.AttachPlan;
import io.situ.hdfs.source.AttachSummary;
import io.situ.hdfs.source.AttachSummary.Count;
import java.util.Locale;
import java.util.Optional;

/**
 * What attaching would do, in words and as JSON.
 *
 * @param source what would be attached, with no symbolic link on the way to it, as a URI
 * @param target as the user wrote it
 */
record PlanReport(String source, String target, AttachPlan plan) {

  private static final long HADOOPS_BLOCK = 128L << 20;

  void json(Console out) {
    AttachSummary summary = plan.summary();
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("source", source)
        .put("target", target)
        .put("dryRun", true)
        .put("files", summary.files())
        .put("directories", summary.get(Count.DIRECTORIES))
        .put("bytes", summary.get(Count.BYTES))
        .put("bytesPlaced", summary.get(Count.LOCAL_BYTES))
        .put("bytesUnplaced", plan.unplaced())
        .put("blocks", summary.get(Count.BLOCKS))
        .put("filesJoined", plan.joined())
        .put("leftOut", summary.get(Count.LEFT_OUT));
    plan.piece().ifPresent(piece -> json.put("piece", piece));
    out.json(json);
  }

  void print(Console out) {
    AttachSummary summary = plan.summary();
    long bytes = summary.get(Count.BYTES);
    long local = summary.get(Count.LOCAL_BYTES);
    out.line(
        "would attach "
            + HumanReadable.count(summary.files(), "file")
            + " at "
            + DisplayNames.escaped(target));
    out.line("  of       " + DisplayNames.escaped(source));
    out.line(
        "  placed   "
            + HumanReadable.bytes(bytes)
            + " in "
            + HumanReadable.count(summary.get(Count.BLOCKS), "block")
            + ", "
            + HumanReadable.bytes(local)
            + " of it ("
            + percent(local, bytes)
            + ") on hosts that hold the bytes");
    AttachReport.printLeftOut(summary, out);
    if (plan.unplaced() > 0) {
      out.line(
          "  unknown  "
              + HumanReadable.bytes(plan.unplaced())
              + " whose placement the store does not report");
    }
    if (plan.joined() > 0) {
      out.line(
          "  joined   pieces of "
              + HumanReadable.count(plan.joined(), "file")
              + ", because HDFS takes no more than "
              + HumanReadable.count(AttachPlan.MAX_BLOCKS, "block")
              + " of a file");
    }
    advice(bytes, local).ifPresent(text -> out.line("  advice   " + text));
  }

  /** Rounded down, so that only all is 100 %. */
  private static String percent(long part, long whole) {
    double percent = whole == 0 ? 100 : Math.floor(part * 1000.0 / whole) / 10;
    return String.format(Locale.ROOT, "%.1f %%", percent);
  }

  /** What to ask of the store for files that are written from now on. */
  private Optional<String> advice(long bytes, long local) {
    if (plan.piece().isEmpty()) {
      return Optional.empty();
    }
    long piece = plan.piece().getAsLong();
    String pieces = "files lie in pieces of " + HumanReadable.bytes(piece);
    if (piece < AttachPlan.MIN_BLOCK && local < bytes - plan.unplaced()) {
      return Optional.of(
          pieces
              + ", shorter than the least block of "
              + HumanReadable.bytes(AttachPlan.MIN_BLOCK)
              + "; all bytes of new files are local if they are written in larger ones (Ceph: object_size and"
              + " stripe_unit of the directory's layout), best of "
              + HumanReadable.bytes(HADOOPS_BLOCK));
    }
    return piece < HADOOPS_BLOCK
        ? Optional.of(
            pieces
                + ", a block each; new files make fewer blocks if they are written in larger ones"
                + " (Ceph: object_size and stripe_unit of the directory's layout), best of "
                + HumanReadable.bytes(HADOOPS_BLOCK))
        : Optional.empty();
  }
}
