// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** What this process has open. */
public final class OpenDescriptors {

  private OpenDescriptors() {}

  /** Returns how many descriptors there are of what is at or below a directory. */
  public static long below(Path root) throws IOException {
    try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
      return all.filter(fd -> leadsBelow(fd, root)).count();
    }
  }

  private static boolean leadsBelow(Path fd, Path root) {
    try {
      return Files.readSymbolicLink(fd).startsWith(root);
    } catch (IOException closedMeanwhile) {
      return false;
    }
  }
}
