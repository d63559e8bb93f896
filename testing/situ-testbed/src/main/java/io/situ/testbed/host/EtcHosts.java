// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed.host;

import io.situ.testbed.process.TestbedException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

/**
 * The hosts' names in the machine's own {@code /etc/hosts}, each line with a mark, so that a
 * client, a browser or a test on the machine itself reaches the daemons by the names they give each
 * other.
 */
public final class EtcHosts {

  private static final String MARK = " # situ-testbed";

  private final Path file;

  EtcHosts(Path file) {
    this.file = file;
  }

  public static EtcHosts ofMachine() {
    return new EtcHosts(Path.of("/etc/hosts"));
  }

  /** Puts these lines in place of those an earlier call put there. */
  public void put(List<String> lines) {
    List<String> all = new ArrayList<>(others());
    lines.forEach(line -> all.add(line + MARK));
    write(all);
  }

  public void remove() {
    List<String> kept = others();
    if (kept.size() != read().size()) {
      write(kept);
    }
  }

  private List<String> others() {
    return read().stream().filter(line -> !line.endsWith(MARK)).toList();
  }

  private List<String> read() {
    try {
      return Files.readAllLines(file, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new TestbedException("cannot read " + file + ": " + e.getMessage(), e);
    }
  }

  /** Readers see the old file or the new one; only a file that is a mount is written in place. */
  private void write(List<String> lines) {
    Path draft = file.resolveSibling(file.getFileName() + ".situ-testbed");
    try {
      Files.write(draft, lines, StandardCharsets.ISO_8859_1);
      Files.setPosixFilePermissions(draft, PosixFilePermissions.fromString("rw-r--r--"));
      try {
        Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
      } catch (FileSystemException e) {
        Files.write(file, lines, StandardCharsets.ISO_8859_1);
        Files.delete(draft);
      }
    } catch (IOException e) {
      throw new TestbedException("cannot write " + file + ": " + e.getMessage(), e);
    }
  }
}
