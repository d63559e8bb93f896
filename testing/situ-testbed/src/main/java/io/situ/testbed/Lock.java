package io.situ.testbed;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Keeps two commands from making or removing the same testbed at a time. */
final class Lock implements AutoCloseable {

  private final Path file;
  private final FileChannel channel;

  private Lock(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /**
   * Takes the lock, which the kernel frees when this process ends.
   *
   * @throws TestbedException if another process has it
   */
  static Lock take(State state) {
    Path file = state.dir().resolveSibling(state.dir().getFileName() + ".lock");
    String self = Long.toString(ProcessHandle.current().pid());
    try {
      FileChannel channel =
          FileChannel.open(
              file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
      if (channel.tryLock() == null) {
        channel.close();
        throw busy(state, Files.readString(file));
      }
      channel.truncate(0).write(ByteBuffer.wrap(self.getBytes(StandardCharsets.UTF_8)));
      if (!Files.exists(file) || !Files.readString(file).equals(self)) {
        channel.close();
        throw busy(state, "unknown");
      }
      return new Lock(file, channel);
    } catch (IOException e) {
      throw new TestbedException("cannot lock " + file + ": " + e.getMessage(), e);
    }
  }

  /** Takes the file away too; a process that opened it meanwhile sees that and gives up. */
  void delete() {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new TestbedException("cannot delete " + file + ": " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new TestbedException("cannot close " + file + ": " + e.getMessage(), e);
    }
  }

  private static TestbedException busy(State state, String pid) {
    return new TestbedException(
        "another command is at work on "
            + state.dir()
            + " (process "
            + pid.strip()
            + "); wait for it or end it");
  }
}
