// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed.state;

import io.situ.storage.local.FileOwners;
import io.situ.storage.local.LockedFile;
import io.situ.testbed.process.Await;
import io.situ.testbed.process.ProcessRecord;
import io.situ.testbed.process.TestbedException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Keeps two commands from making or removing the same testbed at a time: a lock on a file, which
 * the system gives back when the process ends, however it ends. A second file names the process.
 */
public final class TestbedLock implements AutoCloseable {

  private static final Path PROC = Path.of("/proc");
  private static final Set<PosixFilePermission> OWNERS =
      PosixFilePermissions.fromString("rw-------");

  private final Path file;
  private final Path holder;
  private final LockedFile lock;

  private TestbedLock(TestbedState state, LockedFile lock) {
    this.file = file(state);
    this.holder = holderFile(state);
    this.lock = lock;
  }

  /**
   * Takes the lock.
   *
   * @throws TestbedException if another command has it
   */
  public static TestbedLock acquire(TestbedState state) {
    try {
      requireOwn(holderFile(state));
      LockedFile lock =
          tryLock(file(state))
              .orElseThrow(() -> new TestbedException(holder(state).orElseGet(() -> busy(state))));
      try {
        nameThisProcess(holderFile(state));
        return new TestbedLock(state, lock);
      } catch (IOException | RuntimeException e) {
        lock.close();
        throw e;
      }
    } catch (IOException e) {
      throw new TestbedException("cannot lock " + file(state) + ": " + e.getMessage(), e);
    }
  }

  private static Optional<LockedFile> tryLock(Path file) throws IOException {
    requireOwn(file);
    if (Files.notExists(file, LinkOption.NOFOLLOW_LINKS)) {
      create(file);
    }
    Optional<LockedFile> lock = LockedFile.tryLock(file);
    if (lock.isEmpty()) {
      return lock;
    }
    boolean open = false;
    try {
      requireOwn(file);
      open = isOpen(file);
    } finally {
      if (!open) {
        lock.get().close();
      }
    }
    return open ? lock : Optional.empty();
  }

  /**
   * Creates the file, unless another command does. Others may not open it: they could lock it.
   *
   * @throws TestbedException if another user was faster, perhaps with a symbolic link
   */
  static void create(Path file) throws IOException {
    try {
      Files.createFile(file, PosixFilePermissions.asFileAttribute(OWNERS));
    } catch (FileAlreadyExistsException e) {
      requireOwn(file);
    }
  }

  /**
   * Returns whether this process has the file open. If not, the command that had the lock until
   * then has deleted the file that was locked here, and another command may have made a new one.
   */
  private static boolean isOpen(Path file) throws IOException {
    Optional<Object> key = key(file, LinkOption.NOFOLLOW_LINKS);
    try (Stream<Path> open = Files.list(PROC.resolve("self/fd"))) {
      return key.isPresent() && open.map(one -> key(one)).anyMatch(key::equals);
    }
  }

  private static Optional<Object> key(Path file, LinkOption... options) {
    try {
      return Optional.ofNullable(
          Files.readAttributes(file, BasicFileAttributes.class, options).fileKey());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static void nameThisProcess(Path file) throws IOException {
    String self = Files.readString(PROC.resolve("self/stat"));
    Files.deleteIfExists(file);
    Files.writeString(file, self, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
  }

  /** A sentence about the command that has the lock; empty if it is free. */
  public static Optional<String> holder(TestbedState state) {
    Path file = holderFile(state);
    try {
      requireOwn(file);
    } catch (IOException e) {
      throw new TestbedException("cannot look at " + file + ": " + e.getMessage(), e);
    }
    ProcessRecord record = new ProcessRecord(file, PROC);
    Await.within(Duration.ofSeconds(2), () -> !record.unwritten());
    return record.pid().map(pid -> busy(state) + " (process " + pid + "); wait for it or end it");
  }

  /** Where all may write another user could say that a command is at work, for ever. */
  private static void requireOwn(Path file) throws IOException {
    PosixFileAttributes found;
    try {
      found = Files.readAttributes(file, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    } catch (NoSuchFileException e) {
      return;
    }
    if (!found.isRegularFile() || !FileOwners.isOwnOrRoots(found)) {
      throw new TestbedException(
          "'"
              + file
              + "' belongs to user "
              + found.owner().getName()
              + "; delete it, or set SITU_TESTBED_DIR to another directory");
    }
  }

  /** Gives the lock back. Closing twice does nothing. */
  @Override
  public void close() {
    try (lock) {
      if (lock.isHeld()) {
        Files.deleteIfExists(holder);
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new TestbedException("cannot delete " + file + ": " + e.getMessage(), e);
    }
  }

  private static Path file(TestbedState state) {
    return beside(state, ".locked");
  }

  private static Path holderFile(TestbedState state) {
    return beside(state, ".lock");
  }

  private static Path beside(TestbedState state, String suffix) {
    return state.dir().resolveSibling(state.dir().getFileName() + suffix);
  }

  private static String busy(TestbedState state) {
    return "another command is at work on " + state.dir();
  }
}
