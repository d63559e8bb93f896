// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.attach;

import io.situ.cli.console.CliException;
import io.situ.hdfs.offline.OfflineAttacher;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import picocli.CommandLine.Option;

/** Attaching to an HDFS that is stopped. */
final class OfflineOptions {

  @Option(
      names = "--offline",
      paramLabel = "NAMEDIR",
      description =
          "Attach to an HDFS that is stopped: add an image to this directory of its NameNode, one"
              + " of dfs.namenode.name.dir. Needs --lists.")
  private Path nameDirectory;

  @Option(
      names = "--lists",
      paramLabel = "DIR",
      description =
          "With --offline: where to write HOST.links for each host, which 'situ link' is to carry"
              + " out there before the DataNode starts.")
  private Path lists;

  @Option(
      names = "--hosts",
      paramLabel = "HOST",
      split = ",",
      description =
          "With --offline: the DataNodes' hosts, separated by commas, for objects whose placement"
              + " the store does not report.")
  private List<String> hosts = List.of();

  /**
   * Refuses options that would not count.
   *
   * @param links those of {@link LinkOptions} that are given
   * @param information whether the Global Information File is asked for
   * @param whole whether all files in HDFS are to be looked at
   * @param dryRun whether only the store is asked
   */
  void check(List<String> links, boolean information, boolean whole, boolean dryRun) {
    if (nameDirectory == null && (lists != null || !hosts.isEmpty())) {
      throw CliException.usage(
          (lists != null ? "--lists" : "--hosts") + " goes with --offline NAMEDIR");
    }
    if (nameDirectory != null && lists == null) {
      throw CliException.usage("--offline needs --lists DIR, for what each host is to link");
    }
    if (dryRun) {
      checkDryRun(links, information, whole);
    }
    if (nameDirectory != null && !links.isEmpty()) {
      throw CliException.usage(
          "--offline goes without "
              + String.join(" and ", links)
              + ": on each host 'situ link' takes that");
    }
    if (nameDirectory != null && information) {
      throw CliException.usage(
          "--offline goes without --gif: 'situ status --gif FILE' writes it once HDFS runs");
    }
    if (nameDirectory != null && whole) {
      throw CliException.usage("--offline goes without --whole: it attaches all files");
    }
  }

  private void checkDryRun(List<String> links, boolean information, boolean whole) {
    List<String> idle = new ArrayList<>(links);
    if (information) {
      idle.add("--gif");
    }
    if (whole) {
      idle.add("--whole");
    }
    if (nameDirectory != null) {
      idle.add("--offline");
    }
    if (!idle.isEmpty()) {
      throw CliException.usage(
          "--dry-run goes without "
              + String.join(" and ", idle)
              + ": it asks the store only, and writes nothing");
    }
  }

  /** The directory of the NameNode; empty if HDFS runs. */
  Optional<Path> nameDirectory() {
    return Optional.ofNullable(nameDirectory);
  }

  /**
   * @param notices gets what the user should know
   */
  OfflineAttacher attacher(Map<String, String> settings, Consumer<String> notices) {
    return new OfflineAttacher(settings, lists, hosts, notices);
  }
}
