// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.attach;

import io.situ.cli.console.CliException;
import io.situ.hdfs.offline.OfflineAttacher;
import java.nio.file.Path;
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

  /** The directory of the NameNode; empty if HDFS runs. */
  Optional<Path> nameDirectory() {
    if (nameDirectory != null && lists == null) {
      throw CliException.usage("--offline needs --lists DIR, for what each host is to link");
    }
    return Optional.ofNullable(nameDirectory);
  }

  /**
   * @param notices gets what the user should know
   */
  OfflineAttacher attacher(Map<String, String> settings, Consumer<String> notices) {
    return new OfflineAttacher(settings, lists, hosts, notices);
  }
}
