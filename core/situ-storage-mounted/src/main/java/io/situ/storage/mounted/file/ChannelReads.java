// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.OptionalInt;

/**
 * Reads small pieces through the JDK's own channel, whose way into the kernel is shorter than ours
 * by a fifth of what reading 4 KB costs. It is opened only once a file has seen many small reads,
 * because opening is a request to the server on some file systems.
 *
 * <p>An interrupt closes such a channel for every thread that uses it, so it is only ever a second
 * way: whatever goes wrong here, the caller reads through the descriptor itself. Thread-safe.
 */
final class ChannelReads {

  static final int SMALL = 64 << 10;
  private static final int WORTH_IT = 32;

  /** Roughly: threads may overwrite each other, and then the channel comes a little later. */
  private int seen;

  private volatile FileChannel channel;
  private volatile boolean over;

  /**
   * What {@link FileChannel#read(ByteBuffer, long)} answers; empty if the descriptor must be read.
   *
   * @param fd an open descriptor, held open by the caller
   */
  OptionalInt read(int fd, long position, ByteBuffer buffer) {
    FileChannel present = channel;
    if (present == null) {
      if (over || ++seen < WORTH_IT) {
        return OptionalInt.empty();
      }
      present = open(fd);
    }
    return present == null ? OptionalInt.empty() : read(present, position, buffer);
  }

  private OptionalInt read(FileChannel present, long position, ByteBuffer buffer) {
    int start = buffer.position();
    try {
      return OptionalInt.of(present.read(buffer, position));
    } catch (IOException failure) {
      close();
      buffer.position(start);
      return OptionalInt.empty();
    }
  }

  /** Opens what the descriptor stands for, not what its path may have become. */
  private synchronized FileChannel open(int fd) {
    if (channel == null && !over) {
      try {
        channel = FileChannel.open(Path.of("/proc/self/fd/" + fd), StandardOpenOption.READ);
      } catch (IOException refused) {
        over = true;
      }
    }
    return channel;
  }

  /** Ends this way of reading for good. */
  synchronized void close() {
    over = true;
    FileChannel present = channel;
    channel = null;
    if (present != null) {
      try {
        present.close();
      } catch (IOException nothingWasWritten) {
        // The descriptor that counts is closed by its owner.
      }
    }
  }
}
