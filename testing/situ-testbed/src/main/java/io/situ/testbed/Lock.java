package io.situ.testbed;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Optional;

/**
 * Keeps two commands from making or removing the same testbed at a time. A file that names the
 * process that has the lock; if that process has ended, the lock is free.
 */
final class Lock implements AutoCloseable {

  private static final Path PROC = Path.of("/proc");

  private final Path file;

  private Lock(Path file) {
    this.file = file;
  }

  /**
   * Takes the lock.
   *
   * @throws TestbedException if another command has it
   */
  static Lock take(State state) {
    Path file = file(state);
    try {
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
      return new Lock(file);
    } catch (IOException e) {
      throw new TestbedException("cannot lock " + file + ": " + e.getMessage(), e);
    }
  }

  /** A sentence about the command that has the lock; empty if it is free. */
  static Optional<String> holder(State state) {
    ProcessRecord record = new ProcessRecord(file(state), PROC);
    Waits.within(Duration.ofSeconds(2), () -> !record.unwritten());
    return record.pid().map(pid -> busy(state) + " (process " + pid + "); wait for it or end it");
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

  private static Path file(State state) {
    return state.dir().resolveSibling(state.dir().getFileName() + ".lock");
  }

  private static String busy(State state) {
    return "another command is at work on " + state.dir();
  }
}
