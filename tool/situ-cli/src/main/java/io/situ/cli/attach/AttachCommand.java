// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.attach;

import io.situ.cli.console.ExitCode;
import io.situ.cli.context.OpenStores;
import io.situ.cli.inventory.ScanProgress;
import io.situ.hdfs.attach.AttachPlan;
import io.situ.hdfs.attach.HdfsAttachService;
import io.situ.hdfs.lock.NamespaceLock;
import io.situ.hdfs.offline.OfflineAttacher;
import io.situ.hdfs.source.AttachSummary;
import io.situ.hdfs.source.AttachSummary.Count;
import io.situ.hdfs.source.SkippedObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes objects of a store appear in HDFS. */
@Command(
    name = "attach",
    header = "Make files that exist in a store appear in HDFS, without moving a byte.",
    description = {
      "Each block is served by a DataNode on a host that holds it. The DataNodes need Situ's plug-in;"
          + " see docs/operate/hdfs.md. All files come into sight at once. Where the same"
          + " SOURCE is attached already, only what has changed is exchanged. What was stopped is"
          + " taken up by the same command. Objects that HDFS or a DataNode refuses, or that change"
          + " all the while, and directories that cannot be read are left out, one line for each, and exit code 1 says so."
          + " While another attach or repair runs in the same HDFS, this waits."
    })
public final class AttachCommand implements Callable<Integer> {

  @Mixin private HdfsOptions hdfs;
  @Mixin private LinkOptions links;
  @Mixin private OfflineOptions offline;
  @Mixin private InformationOption information;

  @Parameters(
      index = "0",
      paramLabel = "SOURCE",
      description =
          "A directory in a store, situ://STORE/path, or an inventory. Symbolic links on the way to"
              + " the directory are followed once, at the start; below it none is.")
  private String source;

  @Parameters(
      index = "1",
      paramLabel = "TARGET",
      description =
          "A directory of HDFS, hdfs://NAMENODE/path, that does not exist yet or at which the same"
              + " SOURCE is attached.")
  private String target;

  @Option(
      names = "--dry-run",
      description =
          "Only print how the files would be cut into blocks, and how many of their bytes would lie"
              + " on the hosts of their blocks. HDFS is not asked.")
  private boolean dryRun;

  @Option(
      names = "--whole",
      description =
          "Where SOURCE is an inventory that still has the snapshot which is attached, look at all"
              + " files in HDFS, and not only at those that have changed since. Finds also what was"
              + " deleted in HDFS.")
  private boolean whole;

  @Option(
      names = "--strict",
      description =
          "Attach all or nothing: end at the first object that HDFS or a DataNode refuses, which is"
              + " left out otherwise.")
  private boolean strict;

  @Override
  public Integer call() throws IOException {
    offline.check(links.given(), information.isGiven(), whole, dryRun);
    if (dryRun) {
      return plan();
    }
    Optional<Path> names = offline.nameDirectory();
    AttachReport report = names.isPresent() ? offline(names.get()) : online();
    if (hdfs.json()) {
      report.json(hdfs.situ().out());
    } else {
      report.print("attached", hdfs.situ().out());
      if (names.isPresent()) {
        hdfs.situ()
            .out()
            .line("  next     'situ link HOST.links' on each host with a list, then start HDFS");
      }
    }
    return report.exit().code();
  }

  private SkippedObject.Taker leftOut() {
    return strict ? SkippedObject.Taker.NONE : hdfs.leftOut();
  }

  private int plan() throws IOException {
    try (OpenStores stores = hdfs.situ().stores();
        AttachSource from = AttachSource.open(hdfs.situ(), stores, source, new ScanProgress())) {
      AttachPlan plan = from.explain(() -> AttachPlan.of(from.tree(), from.objects(), leftOut()));
      PlanReport report = new PlanReport(from.tree().uri(), target, plan);
      if (hdfs.json()) {
        report.json(hdfs.situ().out());
      } else {
        report.print(hdfs.situ().out());
      }
      return (plan.summary().get(Count.LEFT_OUT) == 0 ? ExitCode.OK : ExitCode.FAILED).code();
    }
  }

  private AttachReport online() throws IOException {
    long start = System.nanoTime();
    try (OpenStores stores = hdfs.situ().stores();
        AttachSource from = AttachSource.open(hdfs.situ(), stores, source, new ScanProgress());
        HdfsAttachService service = hdfs.open(target, links.keys())) {
      AttachSummary summary = from.explain(() -> attach(from, service));
      information.write(service);
      return new AttachReport(Optional.of(from.tree().uri()), target, summary, start);
    }
  }

  /** No other command changes what is attached between the look at it and the update. */
  private AttachSummary attach(AttachSource from, HdfsAttachService service) throws IOException {
    try (NamespaceLock.Hold held = service.exclude("attach")) {
      return attachAlone(from, service);
    }
  }

  private AttachSummary attachAlone(AttachSource from, HdfsAttachService service)
      throws IOException {
    String since = whole || from.inventory().isEmpty() ? "" : service.snapshot();
    Optional<InventoryChanges> changes = from.changesSince(since);
    if (changes.isEmpty()) {
      return service.attach(from.tree(), from.objects(), leftOut());
    }
    try (InventoryChanges some = changes.get()) {
      return service.update(from.tree(), some, leftOut());
    }
  }

  private AttachReport offline(Path names) throws IOException {
    long start = System.nanoTime();
    try (OpenStores stores = hdfs.situ().stores();
        AttachSource from = AttachSource.open(hdfs.situ(), stores, source, new ScanProgress())) {
      OfflineAttacher attacher = offline.attacher(hdfs.situ().hadoop(), HdfsOptions::warn);
      AttachSummary summary =
          from.explain(
              () -> attacher.attach(names, from.tree(), from.objects(), target, leftOut()));
      return new AttachReport(Optional.of(from.tree().uri()), target, summary, start);
    }
  }
}
