// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.certify;

import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.config.HostMapping;
import io.situ.storage.mount.Mount;
import java.util.List;
import java.util.Optional;

/**
 * Looks for lines in a store's file of host names that are of no server: the bytes of the server
 * that was meant would have no known host, without a word.
 */
public final class HostsFileCheck {

  private static final int MAX_SERVERS = 8;

  private HostsFileCheck() {}

  /**
   * Returns a note for each such line.
   *
   * @param files some files of the store
   */
  public static List<Finding> run(Subject subject, List<StoreObject> files) {
    Optional<Mount> mount = subject.mount();
    if (mount.isEmpty()) {
      return List.of();
    }
    Optional<StorePath> root = subject.store().info().hostPath();
    List<StorePath> onHost =
        files.stream()
            .map(file -> root.map(top -> file.path().prefixedBy(top)).orElse(file.path()))
            .toList();
    return subject.provider().unmatchedHosts(subject.config(), mount.get(), onHost).stream()
        .flatMap(found -> found.names().stream().map(name -> finding(name, found)))
        .toList();
  }

  private static Finding finding(String name, HostMapping.Unmatched found) {
    List<String> servers = found.servers();
    String more = servers.size() > MAX_SERVERS ? ", ..." : "";
    return Finding.note(
        "hosts.file",
        "it has a line for '" + name + "', and no server that is known is called so",
        "write one of these in the first column: "
            + String.join(", ", servers.subList(0, Math.min(servers.size(), MAX_SERVERS)))
            + more);
  }
}
