// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.stream;

import io.situ.hadoop.fs.buffer.DirectBuffers;
import io.situ.storage.ReadHandle;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.apache.hadoop.fs.FileRange;

/**
 * One vectored read. Small ranges that lie close together are read in one go and copied apart, so
 * that every reader gets a buffer of its own making and may give it back; a large range is read
 * straight into its buffer. Groups are read side by side, and by the caller as long as there is one
 * that no other thread has begun: threads that hang in another store hold nothing up.
 */
final class VectoredRead {

  /** Ranges this close together are read in one go. */
  static final int GAP = 16 << 10;

  /** No group of ranges is larger, unless it is a single range. */
  static final int MOST = 1 << 20;

  private static final int THREADS = 8;
  private static final ExecutorService READERS =
      DaemonThreadPools.pool("situ-vectored-read", THREADS);

  private final OpenFile file;
  private final ReadStatistics counts;
  private final IntFunction<ByteBuffer> allocate;
  private final Consumer<ByteBuffer> release;

  VectoredRead(
      OpenFile file,
      ReadStatistics counts,
      IntFunction<ByteBuffer> allocate,
      Consumer<ByteBuffer> release) {
    this.file = file;
    this.counts = counts;
    this.allocate = Objects.requireNonNull(allocate, "allocate");
    this.release = Objects.requireNonNull(release, "release");
  }

  /**
   * Starts the reads. Every range's future is set when this returns, also where it fails later.
   *
   * @throws IllegalArgumentException if ranges overlap or one has a negative length
   * @throws EOFException if one starts before the file or ends behind it; nothing is read then
   */
  void start(List<? extends FileRange> ranges) throws IOException {
    List<FileRange> sorted = sorted(ranges);
    List<List<FileRange>> groups = groups(sorted);
    long bytes = sorted.stream().mapToLong(FileRange::getLength).sum();
    counts.vectored(sorted.size(), groups.size(), bytes);
    for (FileRange range : sorted) {
      range.setData(new CompletableFuture<>());
    }
    Queue<List<FileRange>> left = new ConcurrentLinkedQueue<>(groups);
    for (int i = 1; i < groups.size(); i++) {
      READERS.execute(() -> readNext(left));
    }
    while (readNext(left)) {
      // The next one.
    }
  }

  /** Reads a group that no thread has begun; false if there is none. */
  private boolean readNext(Queue<List<FileRange>> left) {
    List<FileRange> group = left.poll();
    if (group != null) {
      read(group);
    }
    return group != null;
  }

  private List<FileRange> sorted(List<? extends FileRange> ranges) throws IOException {
    List<FileRange> sorted = new ArrayList<>(ranges);
    for (FileRange range : sorted) {
      check(Objects.requireNonNull(range, "range"));
    }
    sorted.sort(Comparator.comparingLong(FileRange::getOffset));
    for (int i = 1; i < sorted.size(); i++) {
      if (sorted.get(i).getOffset() < end(sorted.get(i - 1))) {
        throw new IllegalArgumentException(
            "overlapping ranges " + sorted.get(i - 1) + " and " + sorted.get(i));
      }
    }
    return sorted;
  }

  private void check(FileRange range) throws IOException {
    if (range.getLength() < 0) {
      throw new IllegalArgumentException("length is negative in " + range);
    }
    if (range.getOffset() < 0) {
      throw new EOFException("position is negative in " + range);
    }
    if (end(range) > file.size()) {
      throw new EOFException(
          range + " reaches behind the end at " + file.size() + " of " + file.name());
    }
  }

  private static long end(FileRange range) {
    return range.getOffset() + range.getLength();
  }

  private static List<List<FileRange>> groups(List<FileRange> sorted) {
    List<List<FileRange>> groups = new ArrayList<>();
    List<FileRange> group = new ArrayList<>();
    for (FileRange range : sorted) {
      if (!group.isEmpty() && !joins(group, range)) {
        groups.add(group);
        group = new ArrayList<>();
      }
      group.add(range);
    }
    if (!group.isEmpty()) {
      groups.add(group);
    }
    return groups;
  }

  private static boolean joins(List<FileRange> group, FileRange range) {
    return range.getOffset() - end(group.get(group.size() - 1)) <= GAP
        && end(range) - group.get(0).getOffset() <= MOST;
  }

  private void read(List<FileRange> group) {
    List<ByteBuffer> targets = new ArrayList<>(group.size());
    try {
      for (FileRange range : group) {
        ByteBuffer target = allocate.apply(range.getLength());
        targets.add(target);
        target.limit(target.position() + range.getLength());
      }
      if (group.size() == 1) {
        readOne(group.get(0), targets.get(0));
      } else {
        readJoined(group, targets);
      }
    } catch (IOException | RuntimeException | Error failure) {
      targets.forEach(release);
      group.forEach(range -> range.getData().completeExceptionally(failure));
      return;
    }
    for (FileRange range : group) {
      counts.ranged(file.object(), range.getOffset(), range.getLength());
    }
    for (int i = 0; i < targets.size(); i++) {
      group.get(i).getData().complete(targets.get(i));
    }
  }

  private void readOne(FileRange range, ByteBuffer target) throws IOException {
    ByteBuffer view = target.duplicate();
    file.readFully(List.of(new ReadHandle.Range(range.getOffset(), view)));
  }

  private void readJoined(List<FileRange> group, List<ByteBuffer> targets) throws IOException {
    long start = group.get(0).getOffset();
    int length = (int) (end(group.get(group.size() - 1)) - start);
    ByteBuffer joined = DirectBuffers.shared().acquire(length);
    try {
      file.readFully(List.of(new ReadHandle.Range(start, joined.limit(length))));
      for (int i = 0; i < group.size(); i++) {
        FileRange range = group.get(i);
        ByteBuffer target = targets.get(i);
        int from = (int) (range.getOffset() - start);
        target.put(target.position(), joined, from, range.getLength());
      }
    } finally {
      DirectBuffers.shared().release(joined);
    }
  }
}
