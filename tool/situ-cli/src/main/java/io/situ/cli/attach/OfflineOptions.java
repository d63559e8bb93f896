// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.attach;

import io.situ.cli.console.CliException;
import io.situ.hdfs.offline.OfflineAttacher;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Attaching to an HDFS that is stopped. */
final class OfflineOptions {

  private static final String NAME_DIRECTORIES = "dfs.namenode.name.dir";

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

  /** A line where the configuration does not say which other directories the NameNode has. */
  Optional<String> warning(Map<String, String> settings) {
    boolean known = settings.keySet().stream().anyMatch(key -> key.startsWith(NAME_DIRECTORIES));
    return known
        ? Optional.empty()
        : Optional.of(
            "  note     only '"
                + nameDirectory
                + "' has the new image: without --conf the NameNode's other directories are not"
                + " known; 'hdfs dfsadmin -saveNamespace', in safe mode, gives it to all");
  }

  OfflineAttacher attacher(Map<String, String> settings) {
    return new OfflineAttacher(settings, lists, hosts);
  }
}
