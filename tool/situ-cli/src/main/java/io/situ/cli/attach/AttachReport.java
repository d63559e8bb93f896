// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.attach;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.situ.cli.console.Console;
import io.situ.cli.console.DisplayNames;
import io.situ.cli.console.ExitCode;
import io.situ.cli.console.HumanReadable;
import io.situ.hdfs.source.AttachSummary;
import io.situ.hdfs.source.AttachSummary.Count;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What attaching and repairing have done, in words and as JSON.
 *
 * @param source what is attached, with no symbolic link on the way to it, as a URI
 * @param target as the user wrote it
 * @param seconds that it took
 */
record AttachReport(Optional<String> source, String target, AttachSummary summary, double seconds) {

  /**
   * @param start when it began, as {@link System#nanoTime} reports
   */
  AttachReport(Optional<String> source, String target, AttachSummary summary, long start) {
    this(source, target, summary, (System.nanoTime() - start) / 1e9);
  }

  /** Whether all objects are attached that were to be. */
  ExitCode exit() {
    long missing = summary.get(Count.LEFT_OUT) + summary.get(Count.KEPT);
    return missing == 0 ? ExitCode.OK : ExitCode.FAILED;
  }

  void json(Console out) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    source.ifPresent(uri -> json.put("source", uri));
    out.json(
        json.put("target", target)
            .put("files", summary.files())
            .put("added", summary.get(Count.ADDED))
            .put("changed", summary.get(Count.CHANGED))
            .put("removed", summary.get(Count.REMOVED))
            .put("unchanged", summary.get(Count.UNCHANGED))
            .put("passedOver", summary.get(Count.PASSED_OVER))
            .put("mended", summary.get(Count.REPAIRED))
            .put("vanished", summary.get(Count.VANISHED))
            .put("kept", summary.get(Count.KEPT))
            .put("leftOut", summary.get(Count.LEFT_OUT))
            .put("resumed", summary.get(Count.RESUMED))
            .put("directories", summary.get(Count.DIRECTORIES))
            .put("bytes", summary.get(Count.BYTES))
            .put("bytesPlaced", summary.get(Count.LOCAL_BYTES))
            .put("blocks", summary.get(Count.BLOCKS))
            .put("symlinks", summary.get(Count.SYMLINKS))
            .put("placeholders", summary.get(Count.PLACEHOLDERS))
            .put("seconds", seconds));
  }

  /**
   * @param done what happened to the files
   */
  void print(String done, Console out) {
    out.line(
        done
            + " "
            + HumanReadable.count(summary.files(), "file")
            + " at "
            + DisplayNames.escaped(target));
    source.ifPresent(uri -> out.line("  of       " + DisplayNames.escaped(uri)));
    List<String> changes = new ArrayList<>();
    part(changes, summary.get(Count.ADDED), "added");
    part(changes, summary.get(Count.CHANGED), "changed");
    part(changes, summary.get(Count.REMOVED), "removed");
    part(changes, summary.get(Count.REPAIRED), "repaired");
    part(changes, summary.get(Count.UNCHANGED), "unchanged");
    part(changes, summary.get(Count.PASSED_OVER), "unchanged by the inventory, not looked at");
    out.line("  files    " + (changes.isEmpty() ? "none" : String.join(", ", changes)));
    printAny(
        "kept     ",
        summary.get(Count.KEPT),
        "file",
        " written in HDFS in the way of objects",
        out);
    printLeftOut(summary, out);
    printAny(
        "resumed  ",
        summary.get(Count.RESUMED),
        "file",
        " made by an attach that was stopped",
        out);
    out.line(
        "  placed   "
            + HumanReadable.bytes(summary.get(Count.BYTES))
            + " in "
            + HumanReadable.count(summary.get(Count.BLOCKS), "block")
            + ", "
            + HumanReadable.bytes(summary.get(Count.LOCAL_BYTES))
            + " of it on hosts that hold the bytes");
    long symlinks = summary.get(Count.SYMLINKS);
    long placeholders = summary.get(Count.PLACEHOLDERS);
    if (symlinks + placeholders > 0) {
      out.line(
          "  linked   "
              + HumanReadable.count(symlinks, "symbolic link")
              + ", "
              + HumanReadable.count(placeholders, "placeholder")
              + (symlinks == 0 ? "" : "; prefer placeholders unless DataNodes cannot write there"));
    }
    out.line(
        "  took     "
            + HumanReadable.seconds(seconds)
            + ", "
            + HumanReadable.count(Math.round(summary.files() / Math.max(seconds, 0.001)))
            + " files/s");
  }

  /** What is below a directory that is left out is counted, and not named. */
  static void printLeftOut(AttachSummary summary, Console out) {
    printAny(
        "left out ",
        summary.get(Count.LEFT_OUT),
        "object",
        ", named above or below a directory that is",
        out);
  }

  private static void printAny(String label, long number, String noun, String rest, Console out) {
    if (number > 0) {
      out.line("  " + label + HumanReadable.count(number, noun) + rest);
    }
  }

  private static void part(List<String> parts, long number, String what) {
    if (number > 0) {
      parts.add(HumanReadable.count(number) + " " + what);
    }
  }
}
