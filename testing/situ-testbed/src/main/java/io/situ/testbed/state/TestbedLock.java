// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed.state;

import io.situ.storage.local.FileOwners;
import io.situ.testbed.process.Await;
import io.situ.testbed.process.ProcessRecord;
import io.situ.testbed.process.TestbedException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributes;
import java.time.Duration;
import java.util.Optional;

/**
 * Keeps two commands from making or removing the same testbed at a time. A file that names the
 * process that has the lock; if that process has ended, the lock is free.
 */
public final class TestbedLock implements AutoCloseable {

  private static final Path PROC = Path.of("/proc");

  private final Path file;

  private TestbedLock(Path file) {
    this.file = file;
  }

  /**
   * Takes the lock.
   *
   * @throws TestbedException if another command has it
   */
  public static TestbedLock acquire(TestbedState state) {
    Path file = file(state);
    try {
      requireOwn(file);
      if (!create(file)) {
        holder(state)
            .ifPresent(
                sentence -> {
                  throw new TestbedException(sentence);
                });
        Files.deleteIfExists(file);
        if (!create(file)) {
          throw new TestbedException(busy(state));
        }
      }
      return new TestbedLock(file);
    } catch (IOException e) {
      throw new TestbedException("cannot lock " + file + ": " + e.getMessage(), e);
    }
  }

  /** A sentence about the command that has the lock; empty if it is free. */
  public static Optional<String> holder(TestbedState state) {
    try {
      requireOwn(file(state));
    } catch (IOException e) {
      throw new TestbedException("cannot look at " + file(state) + ": " + e.getMessage(), e);
    }
    ProcessRecord record = new ProcessRecord(file(state), PROC);
    Await.within(Duration.ofSeconds(2), () -> !record.unwritten());
    return record.pid().map(pid -> busy(state) + " (process " + pid + "); wait for it or end it");
  }

  /** Where all may write another user could say that a command is at work, for ever. */
  private static void requireOwn(Path file) throws IOException {
    if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      PosixFileAttributes found =
          Files.readAttributes(file, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      if (!found.isRegularFile() || !FileOwners.isOwnOrRoots(found)) {
        throw new TestbedException(
            "'"
                + file
                + "' belongs to user "
                + found.owner().getName()
                + "; delete it, or set SITU_TESTBED_DIR to another directory");
      }
    }
  }

  @Override
  public void close() {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new TestbedException("cannot delete " + file + ": " + e.getMessage(), e);
    }
  }

  private static boolean create(Path file) throws IOException {
    try {
      String self = Files.readString(PROC.resolve("self/stat"));
      Files.writeString(file, self, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      return true;
    } catch (FileAlreadyExistsException e) {
      return false;
    }
  }

  private static Path file(TestbedState state) {
    return state.dir().resolveSibling(state.dir().getFileName() + ".lock");
  }

  private static String busy(TestbedState state) {
    return "another command is at work on " + state.dir();
  }
}
