// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.image;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.apache.hadoop.hdfs.DFSUtilClient;

/**
 * Which names are in which directories, taken in any order and given back sorted. Bounded memory
 * holds some of them, files the rest. Not thread-safe.
 */
final class ChildNames implements Closeable {

  private static final long MAX_BYTES = 32L << 20;
  private static final long MIN_BYTES = 1L << 20;

  /** Share of the heap that entries may take. */
  private static final int SHARE = 8;

  /** What an entry takes beside its name, about. */
  private static final int ENTRY_BYTES = 80;

  /** So many sorted files are read at once. */
  private static final int MAX_RUNS = 100;

  private static final int RUN_BUFFER = 1 << 16;

  /** Bytes are signed: so the NameNode searches, and it does not sort what it loads. */
  private static final Comparator<Entry> ORDER =
      Comparator.comparingLong(Entry::directory)
          .thenComparing(Entry::name, DFSUtilClient::compareBytes)
          .thenComparingLong(Entry::child);

  private final Path scratch;
  private final long limit;
  private final List<Entry> held = new ArrayList<>();
  private final List<Path> runs = new ArrayList<>();
  private long bytes;
  private int made;

  private record Entry(long directory, byte[] name, long child) {}

  /** Is given each directory with the numbers of what is in it, in the order of the names. */
  interface Visitor {
    void see(long directory, List<Long> children) throws IOException;
  }

  /**
   * @param scratch a directory for files, which {@link #close} deletes
   */
  ChildNames(Path scratch) {
    this(
        scratch,
        Math.max(MIN_BYTES, Math.min(MAX_BYTES, Runtime.getRuntime().maxMemory() / SHARE)));
  }

  /**
   * @param limit bytes of heap that entries may take, about
   */
  ChildNames(Path scratch, long limit) {
    this.scratch = scratch;
    this.limit = limit;
  }

  /** Adds a name to a directory; of a name that is added twice the one of the higher number is. */
  void add(long directory, byte[] name, long child) throws IOException {
    held.add(new Entry(directory, name, child));
    bytes += ENTRY_BYTES + name.length;
    if (bytes >= limit) {
      spill();
    }
  }

  private void spill() throws IOException {
    if (runs.size() == MAX_RUNS) {
      List<Path> merged = List.copyOf(runs);
      Path one = newRun();
      try (DataOutputStream out = output(one)) {
        merge(merged, List.of(), entry -> write(out, entry));
      }
      runs.clear();
      runs.add(one);
      for (Path run : merged) {
        Files.delete(run);
      }
    }
    held.sort(ORDER);
    Path run = newRun();
    try (DataOutputStream out = output(run)) {
      for (Entry entry : held) {
        write(out, entry);
      }
    }
    runs.add(run);
    held.clear();
    bytes = 0;
  }

  private Path newRun() {
    return scratch.resolve("children-" + ++made);
  }

  private static DataOutputStream output(Path run) throws IOException {
    return new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(run), RUN_BUFFER));
  }

  private static void write(DataOutputStream out, Entry entry) throws IOException {
    out.writeLong(entry.directory);
    out.writeLong(entry.child);
    out.writeInt(entry.name.length);
    out.write(entry.name);
  }

  /** Visits each directory once, in the order of their numbers. */
  void each(Visitor visitor) throws IOException {
    held.sort(ORDER);
    Groups groups = new Groups(visitor);
    merge(runs, held, groups::take);
    groups.end();
  }

  private interface Taker {
    void take(Entry entry) throws IOException;
  }

  private static void merge(List<Path> runs, List<Entry> rest, Taker taker) throws IOException {
    PriorityQueue<Run> queue =
        new PriorityQueue<>(Comparator.comparing((Run run) -> run.next, ORDER));
    List<Run> open = new ArrayList<>();
    try {
      for (Path file : runs) {
        Run run = new Run(file);
        open.add(run);
        if (run.advance()) {
          queue.add(run);
        }
      }
      int at = 0;
      while (!queue.isEmpty() || at < rest.size()) {
        Run first = queue.peek();
        if (first == null || at < rest.size() && ORDER.compare(rest.get(at), first.next) < 0) {
          taker.take(rest.get(at++));
          continue;
        }
        taker.take(first.next);
        queue.poll();
        if (first.advance()) {
          queue.add(first);
        }
      }
    } finally {
      for (Run run : open) {
        run.close();
      }
    }
  }

  /** A sorted file. */
  private static final class Run implements Closeable {

    private final DataInputStream in;
    private Entry next;

    Run(Path file) throws IOException {
      this.in =
          new DataInputStream(new BufferedInputStream(Files.newInputStream(file), RUN_BUFFER));
    }

    boolean advance() throws IOException {
      long directory;
      try {
        directory = in.readLong();
      } catch (EOFException e) {
        return false;
      }
      long child = in.readLong();
      byte[] name = new byte[in.readInt()];
      in.readFully(name);
      next = new Entry(directory, name, child);
      return true;
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }

  private static final class Groups {

    private final Visitor visitor;
    private final List<Long> children = new ArrayList<>();
    private Entry last;

    Groups(Visitor visitor) {
      this.visitor = visitor;
    }

    void take(Entry entry) throws IOException {
      if (last != null && last.directory == entry.directory) {
        if (Arrays.equals(last.name, entry.name)) {
          children.remove(children.size() - 1);
        }
      } else {
        end();
      }
      children.add(entry.child);
      last = entry;
    }

    void end() throws IOException {
      if (last != null) {
        visitor.see(last.directory, children);
        children.clear();
      }
    }
  }

  @Override
  public void close() throws IOException {
    for (Path run : runs) {
      Files.deleteIfExists(run);
    }
    runs.clear();
  }
}
