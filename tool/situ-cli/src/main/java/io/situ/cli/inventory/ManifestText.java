// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.inventory;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.situ.cli.console.Console;
import io.situ.cli.console.HumanReadable;
import io.situ.inventory.manifest.Manifest;
import java.nio.file.Path;

/** Describes what a snapshot holds. */
record ManifestText(Path inventory, Manifest manifest) {

  void print(Console out, boolean json) {
    if (json) {
      out.json(toJson());
      return;
    }
    Manifest.Counts counts = manifest.counts();
    out.name("snapshot " + manifest.id() + " in ", inventory.toString(), "\n");
    out.name("  of       ", manifest.origin().root().toString(), "\n");
    out.line(
        "  holds    "
            + HumanReadable.count(counts.files(), "file")
            + ", "
            + HumanReadable.bytes(counts.bytes())
            + ", in "
            + (counts.directories() == 1
                ? "1 directory"
                : HumanReadable.count(counts.directories()) + " directories")
            + rest(counts));
    out.line(
        "  took     "
            + HumanReadable.seconds(manifest.seconds())
            + ", "
            + HumanReadable.count(
                Math.round(counts.objects() / Math.max(manifest.seconds(), 0.001)))
            + " objects/s");
    for (Manifest.Skipped skipped : manifest.skipped()) {
      String sample = skipped.samples().isEmpty() ? "" : skipped.samples().get(0);
      out.name(
          "  left out "
              + HumanReadable.count(skipped.count())
              + " "
              + skipped.reason()
              + ", such as ",
          sample,
          "\n");
    }
  }

  private static String rest(Manifest.Counts counts) {
    String links =
        counts.symlinks() == 0 ? "" : ", " + HumanReadable.count(counts.symlinks(), "link");
    String others =
        counts.others() == 0 ? "" : ", " + HumanReadable.count(counts.others(), "other");
    return links + others;
  }

  private ObjectNode toJson() {
    Manifest.Counts counts = manifest.counts();
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("inventory", inventory.toString()).put("snapshot", manifest.id());
    json.put("root", manifest.origin().root().toString()).put("store", manifest.origin().store());
    json.put("startedAt", manifest.startedAt().toString()).put("seconds", manifest.seconds());
    json.put("footers", manifest.features().footers());
    json.put("files", counts.files()).put("directories", counts.directories());
    json.put("symlinks", counts.symlinks()).put("others", counts.others());
    json.put("bytes", counts.bytes()).put("unchecked", counts.unchecked());
    var skipped = json.putArray("skipped");
    for (Manifest.Skipped reason : manifest.skipped()) {
      ObjectNode node = skipped.addObject();
      node.put("reason", reason.reason()).put("count", reason.count());
      var samples = node.putArray("samples");
      reason.samples().forEach(samples::add);
    }
    return json;
  }
}
