// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.stream;

import io.situ.hadoop.fs.buffer.DirectBuffers;
import io.situ.hadoop.fs.statistics.LocalityTracker;
import io.situ.hadoop.fs.statistics.SituStatistics.Distance;
import io.situ.storage.ReadHandle;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The bytes one stream has read ahead. Reads little after a jump, twice as much with every fill
 * that goes on where the last one ended. Bytes on this host are read up to where another host's
 * begin, and then little at first: a task ends there, but for the rest of a record. Not
 * thread-safe.
 */
final class ReadBuffer {

  private static final int AFTER_JUMP = DirectBuffers.SMALLEST;
  private static final int AT_START = 64 << 10;

  /** Largest piece read at once for a reader who wants more. */
  static final int PIECE = 1 << 20;

  /** Pieces that are asked for early, at most: a fast reader would wait for each in turn. */
  private static final int AHEAD = 4;

  /** A read of so many bytes is worth a call of its own: copying them costs as much. */
  static final int LARGE = 64 << 10;

  private final OpenFile file;
  private final ReadStatistics counts;
  private int most;
  private int window;

  private ByteBuffer bytes;
  private long start;
  private long end;
  private long begin;
  private boolean near;
  private final Deque<ReadAhead> ahead = new ArrayDeque<>();

  ReadBuffer(OpenFile file, ReadStatistics counts, ReadHandle.Policy policy, int most) {
    this.file = file;
    this.counts = counts;
    setMost(most);
    this.window = policy == ReadHandle.Policy.RANDOM ? AFTER_JUMP : Math.min(AT_START, this.most);
  }

  /** Sets the most that is read at once beyond what the reader asks for. */
  void setMost(int size) {
    most = Math.max(AFTER_JUMP, Math.min(size, DirectBuffers.LARGEST));
    window = Math.min(window, most);
  }

  /** How many bytes from {@code position} on are at hand. */
  int held(long position) {
    return bytes != null && position >= start && position < end ? (int) (end - position) : 0;
  }

  byte get(long position) {
    return bytes.get((int) (position - start));
  }

  void get(long position, byte[] target, int offset, int length) {
    bytes.get((int) (position - start), target, offset, length);
  }

  void get(long position, ByteBuffer target, int length) {
    target.put(target.position(), bytes, (int) (position - start), length);
    target.position(target.position() + length);
  }

  /** Whether a read of so many bytes into a direct buffer gains nothing from a stop here. */
  boolean passes(long position, int length) {
    return file.readsAhead() && length >= (goesOn(position) ? Math.min(window, LARGE) : AFTER_JUMP);
  }

  /** Reads straight into {@code target}, which the reader must take as part of its sequence. */
  int copyTo(long position, ByteBuffer target) throws IOException {
    move(position);
    int count = file.read(position, target);
    start = end = position + Math.max(count, 0);
    counts.fetched(Math.max(count, 0));
    return count;
  }

  /**
   * Reads ahead from {@code position} on.
   *
   * @param wanted what the reader asks for
   * @return whether there is a byte
   */
  boolean fill(long position, int wanted) throws IOException {
    boolean goesOn = goesOn(position);
    move(position);
    boolean any = takeAhead(position) || fetch(position, wanted);
    if (any && goesOn && window == most && !file.readsAhead()) {
      askAhead();
    }
    return any;
  }

  private boolean fetch(long position, int wanted) throws IOException {
    int size = within(counts.around(file.object(), position), position, wanted);
    ensureCapacity(size);
    bytes.clear().limit(size);
    start = end = position;
    int count = file.read(position, bytes);
    end = position + Math.max(count, 0);
    counts.fetched(Math.max(count, 0));
    return count > 0;
  }

  private int within(LocalityTracker.Span span, long position, int wanted) {
    boolean here = span.distance() == Distance.LOCAL;
    if (near && !here) {
      window = AFTER_JUMP;
    }
    near = here;
    int size = Math.max(window, Math.min(wanted, PIECE));
    return here ? (int) Math.min(size, span.end() - position) : size;
  }

  /** Takes over what was asked for early; false if that is nothing for this position. */
  private boolean takeAhead(long position) throws IOException {
    ReadAhead asked = ahead.poll();
    if (asked == null) {
      return false;
    }
    int count = 0;
    try {
      count = asked.await(position);
    } finally {
      if (count == 0) {
        asked.discard();
        discardAhead();
      }
    }
    if (count == 0) {
      return false;
    }
    releaseBuffers();
    bytes = asked.bytes();
    start = asked.start();
    end = start + count;
    counts.fetched(count);
    return true;
  }

  /** Asks for what comes next, unless that is at another host than the last bytes. */
  private void askAhead() {
    long next = ahead.isEmpty() ? end : ahead.getLast().end();
    while (next < file.size()) {
      LocalityTracker.Span span = counts.around(file.object(), next);
      boolean here = span.distance() == Distance.LOCAL;
      if (near && !here || ahead.size() >= (here ? AHEAD : fromAfar())) {
        return;
      }
      near = here;
      int size = here ? (int) Math.min(most, span.end() - next) : most;
      ahead.add(ReadAhead.start(file, next, size));
      next += size;
    }
  }

  /** What a reader turns out not to want is no more than an eighth of what it has read. */
  private long fromAfar() {
    return Math.max(1, Math.min(AHEAD, (end - begin) / (8L * most)));
  }

  private void discardAhead() {
    ahead.forEach(ReadAhead::discard);
    ahead.clear();
  }

  private void ensureCapacity(int size) {
    if (bytes == null || bytes.capacity() < size) {
      releaseBuffers();
      bytes = DirectBuffers.shared().acquire(size);
    }
  }

  private boolean goesOn(long position) {
    return position >= end && position - end <= window;
  }

  private void move(long position) {
    if (goesOn(position)) {
      window = Math.min(window * 2, most);
    } else {
      window = AFTER_JUMP;
      begin = position;
    }
  }

  /** Gives the memory back. What was held is forgotten. */
  void release() {
    discardAhead();
    releaseBuffers();
  }

  private void releaseBuffers() {
    if (bytes != null) {
      DirectBuffers.shared().release(bytes);
      bytes = null;
    }
    start = end;
  }
}
