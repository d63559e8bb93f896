// SPDX-License-Identifier: Apache-2.0
package io.situ.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * A directory with a file {@code a} of 4 bytes, an empty file {@code sub/b} and a dangling link.
 */
final class SmallTree {

  private SmallTree() {}

  /** Makes it, and returns the directory. */
  static Path write(Path scratch) throws IOException {
    Path data = Files.createDirectories(scratch.resolve("data/sub")).getParent();
    Files.writeString(data.resolve("a"), "four");
    Files.writeString(data.resolve("sub/b"), "");
    Files.createSymbolicLink(data.resolve("link"), Path.of("nowhere"));
    Files.setPosixFilePermissions(data.resolve("a"), PosixFilePermissions.fromString("rw-r-----"));
    return data;
  }
}
