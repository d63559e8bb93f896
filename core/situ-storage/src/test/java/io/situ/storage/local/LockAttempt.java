// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.local;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Tries to lock a whole file, as other programs do, and prints whether that went. */
final class LockAttempt {

  private LockAttempt() {}

  public static void main(String[] args) throws IOException {
    try (FileChannel channel =
        FileChannel.open(Path.of(args[0]), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      System.out.println(channel.tryLock() == null ? "locked" : "free");
      if (args.length > 1) {
        System.in.read();
      }
    }
  }
}
