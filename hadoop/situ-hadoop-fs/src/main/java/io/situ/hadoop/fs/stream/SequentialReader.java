// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.stream;

import io.situ.hadoop.fs.buffer.DirectBuffers;
import io.situ.storage.ReadHandle;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.hadoop.fs.FSExceptionMessages;

/** A position in a file and the reads that move it. Not thread-safe. */
final class SequentialReader {

  private final OpenFile file;
  private final ReadStatistics counts;
  private final ReadBuffer buffer;
  private final int readAhead;
  private long position;

  SequentialReader(OpenFile file, ReadStatistics counts, ReadHandle.Policy policy, int readAhead) {
    this.file = file;
    this.counts = counts;
    this.readAhead = readAhead;
    this.buffer = new ReadBuffer(file, counts, policy, readAhead);
  }

  long position() {
    return position;
  }

  /** The next byte, or -1 at the end. */
  int read() throws IOException {
    if (buffer.held(position) == 0) {
      settle();
      if (!buffer.fill(position, 1)) {
        return -1;
      }
    }
    counts.oneByte();
    return buffer.get(position++) & 0xff;
  }

  /** As many bytes as are asked for, fewer only at the end; there -1. */
  int read(byte[] target, int offset, int length) throws IOException {
    int done = 0;
    while (done < length && ready(position + done, length - done, done > 0)) {
      int part = Math.min(buffer.held(position + done), length - done);
      buffer.get(position + done, target, offset + done, part);
      done += part;
    }
    return length == 0 ? 0 : advance(done);
  }

  /** As many bytes as there is room for, fewer only at the end; there -1. */
  int read(ByteBuffer target) throws IOException {
    int length = target.remaining();
    int done = 0;
    while (done < length) {
      int part = readPart(position + done, target, done > 0);
      if (part < 0) {
        break;
      }
      done += part;
    }
    return length == 0 ? 0 : advance(done);
  }

  private int readPart(long at, ByteBuffer target, boolean going) throws IOException {
    if (target.isDirect()
        && buffer.held(at) == 0
        && buffer.passes(at, target.remaining())
        && !endsAt(at, going)) {
      return buffer.copyTo(at, target);
    }
    if (!ready(at, target.remaining(), going)) {
      return -1;
    }
    int part = Math.min(buffer.held(at), target.remaining());
    buffer.get(at, target, part);
    return part;
  }

  /** Whether a byte is at hand; reads ahead if need be. */
  private boolean ready(long at, int wanted, boolean going) throws IOException {
    return buffer.held(at) > 0 || !endsAt(at, going) && buffer.fill(at, wanted);
  }

  /** Whether a read that got something ends here; one that has nothing yet asks the file again. */
  private boolean endsAt(long at, boolean going) {
    return going && at == file.size();
  }

  private int advance(int count) {
    if (count == 0) {
      return -1;
    }
    settle();
    counts.sequential(file.object(), position, count);
    position += count;
    return count;
  }

  /** Counts the bytes that were read one by one, which end at the position. */
  private void settle() {
    int single = counts.takeSingle();
    if (single > 0) {
      counts.sequential(file.object(), position - single, single);
    }
  }

  void seek(long target) throws EOFException {
    if (target == position) {
      return;
    }
    if (target < 0) {
      throw new EOFException(
          FSExceptionMessages.NEGATIVE_SEEK + " " + target + " in " + file.name());
    }
    if (target > file.size()) {
      throw new EOFException(
          FSExceptionMessages.CANNOT_SEEK_PAST_EOF + " " + target + " in " + file.name());
    }
    settle();
    counts.seek();
    position = target;
  }

  long skip(long count) {
    long skipped = Math.max(0, Math.min(count, file.size() - position));
    settle();
    position += skipped;
    return skipped;
  }

  int available() {
    return (int) Math.max(0, Math.min(Integer.MAX_VALUE, file.size() - position));
  }

  /** Sets the most that is read beyond what is asked for; null for what it was in the beginning. */
  void setReadAhead(Long bytes) {
    if (bytes != null && bytes < 0) {
      throw new IllegalArgumentException("negative read-ahead " + bytes + " for " + file.name());
    }
    buffer.setMost((int) Math.min(bytes == null ? readAhead : bytes, DirectBuffers.LARGEST));
  }

  /** Gives the memory back and keeps the position. */
  void release() {
    buffer.release();
    settle();
  }
}
