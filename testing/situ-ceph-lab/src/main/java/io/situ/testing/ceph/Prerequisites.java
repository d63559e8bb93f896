// SPDX-License-Identifier: Apache-2.0
package io.situ.testing.ceph;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What tests of a CephFS need of this machine. */
public final class Prerequisites {

  private static final List<String> FOLDERS =
      List.of("/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin");

  /** What namespaces with networks of their own take. */
  private static final List<List<String>> NETWORK =
      List.of(List.of("unshare", "util-linux"), List.of("ip", "iproute2"));

  private Prerequisites() {}

  /**
   * Returns what is missing for a cluster in namespaces of its own that is mounted, as a sentence
   * with its remedy; empty if all is there.
   *
   * @param programs that are needed as well, each with the Debian package that has it
   */
  public static Optional<String> missing(List<List<String>> programs) {
    List<List<String>> all =
        Stream.of(CephCluster.PROGRAMS, NETWORK, programs).flatMap(List::stream).toList();
    for (List<String> program : all) {
      if (FOLDERS.stream().noneMatch(folder -> Files.exists(Path.of(folder, program.get(0))))) {
        return Optional.of(program.get(0) + " is missing: install " + program.get(1));
      }
    }
    return Files.isReadable(Path.of("/dev/fuse"))
        ? Optional.empty()
        : Optional.of("/dev/fuse is missing, so nothing can be mounted");
  }
}
