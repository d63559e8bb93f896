// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.doctor;

import io.situ.cli.certify.Finding;
import io.situ.storage.mount.FileLockSupport;
import io.situ.storage.mount.Mount;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/** Tries a file lock, which inventories need and drivers do not. */
final class SelfTestLocks {

  private static final String REMEDY = "keep inventories on another file system";

  private SelfTestLocks() {}

  /**
   * @param directory where a file may be made, which is left; empty for a store that is no mount
   * @param mount the mount that it lies on, where that is known
   */
  static Finding attempt(Optional<Path> directory, Optional<Mount> mount) {
    if (directory.isEmpty()) {
      return Finding.ok("locks", "not tried: the store is no mounted file system");
    }
    Path file = directory.get().resolve("lock");
    try (FileChannel channel =
            FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = channel.tryLock()) {
      if (lock == null) {
        return Finding.wrong(
            "locks", "'" + file + "' is new, and locked by another process", REMEDY);
      }
    } catch (IOException e) {
      return Finding.note("locks", "none can be had: " + e.getMessage(), REMEDY);
    }
    return mount
        .flatMap(FileLockSupport::fault)
        .map(fault -> Finding.note("locks", fault, REMEDY))
        .orElseGet(() -> Finding.ok("locks", "one can be had" + options(mount)));
  }

  private static String options(Optional<Mount> mount) {
    return mount.map(found -> "; mounted as " + SelfTestReport.text(found)).orElse("");
  }
}
