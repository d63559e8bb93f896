// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed.state;

import io.situ.storage.local.OpenDirectory;
import io.situ.testbed.process.Commands;
import io.situ.testbed.process.TestbedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;

/** Removes a testbed's directory, and nothing that merely shows up in it. */
public final class TestbedDirectories {

  private TestbedDirectories() {}

  /** Takes away every mount at or below the directory, the innermost first. */
  public static void unmountBelow(Path dir) {
    for (Path mount : mountsBelow(dir)) {
      Commands.run("umount", "-l", mount.toString());
    }
  }

  public static List<Path> mountsBelow(Path dir) {
    try (var lines = Files.lines(Path.of("/proc/self/mountinfo"))) {
      return lines
          .map(line -> Path.of(unescape(line.split(" ", 6)[4])))
          .filter(path -> path.startsWith(dir))
          .sorted(Comparator.comparing(Path::getNameCount).reversed())
          .toList();
    } catch (IOException e) {
      throw new TestbedException("cannot read /proc/self/mountinfo: " + e.getMessage(), e);
    }
  }

  /**
   * Deletes the tree; links are deleted, not followed; refuses while something is mounted in it.
   */
  public static void delete(Path dir) throws IOException {
    List<Path> mounts = mountsBelow(dir);
    if (!mounts.isEmpty()) {
      throw new TestbedException("still mounted, so not deleted: " + mounts.get(0));
    }
    OpenDirectory.deleteTree(dir);
  }

  /** proc(5): blank, tab, line end and backslash are written as octal numbers. */
  private static String unescape(String text) {
    return text.replace("\\040", " ")
        .replace("\\011", "\t")
        .replace("\\012", "\n")
        .replace("\\134", "\\");
  }
}
