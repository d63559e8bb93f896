// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed.job;

import io.situ.testbed.Testbed;
import io.situ.testbed.process.Commands;
import io.situ.testbed.process.HostCommandResult;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/**
 * A small disk that all hosts mount at one path. Their kernel is the same, so that each sees what
 * another one writes, as on a store.
 */
final class LoopDisk {

  private final Testbed testbed;
  private final Path image;
  private final Path mount;

  /** Aborts the test where there are no loop devices. */
  LoopDisk(Testbed testbed, String name, int megabytes) throws IOException {
    this.testbed = testbed;
    Path top = testbed.mount().getParent();
    image = top.resolve(name + ".ext4");
    mount = Files.createDirectory(top.resolve(name));
    try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
      file.setLength((long) megabytes << 20);
    }
    Commands.run("mkfs.ext4", "-q", "-m", "0", "-O", "^has_journal", image.toString());
    for (String host : testbed.hosts()) {
      HostCommandResult mounted = mount(host, "loop", image);
      if (mounted.exitCode() != 0) {
        Assumptions.abort("no loop device: " + mounted.err());
      }
    }
  }

  private HostCommandResult mount(String host, String how, Path what) {
    return testbed.run(host, "mount", "-o", how, what.toString(), mount.toString());
  }

  /** A directory on the disk, by the path that hosts see. */
  Path makeDirectory(String name) {
    Path made = mount.resolve(name);
    testbed.run("node1", "mkdir", made.toString()).orThrow();
    return made;
  }

  /** What is in a directory, one name a line. */
  String list(Path directory) {
    return testbed.run("node1", "ls", "-A", directory.toString()).orThrow();
  }

  void forbidWriting(String host) {
    mount(host, "remount,bind,ro", image).orThrow();
  }

  void takeAway(String host) {
    testbed.run(host, "umount", mount.toString()).orThrow();
  }
}
