// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.shuffle.output;

import io.situ.spark.shuffle.directory.SharedFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Files of map outputs that stay open for the next reduce task of this process. Thread-safe. */
public final class OpenOutputs implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(OpenOutputs.class);
  private static final int MAX_OPEN = 256;

  private final SharedFiles files;
  private final Map<Path, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);

  /** An open file with the number of reads that use it. */
  private static final class Entry {
    private final MapOutputId output;
    private final OpenOutput file;
    private int users;

    Entry(MapOutputId output, OpenOutput file) {
      this.output = output;
      this.file = file;
    }
  }

  /** Reads from an open file. */
  @FunctionalInterface
  interface Read<T> {
    T from(OpenOutput file) throws IOException;
  }

  /**
   * Creates it with no file open.
   *
   * @param files stay open when this is closed
   */
  public OpenOutputs(SharedFiles files) {
    this.files = files;
  }

  /**
   * Reads from an output's file. After a failure the next read opens the file again.
   *
   * @throws BadShuffleOutputException if the file cannot be read, or is not what was written
   */
  <T> T read(MapOutputId output, Read<T> read) throws BadShuffleOutputException {
    try {
      Entry entry = acquire(output);
      boolean good = false;
      try {
        T result = read.from(entry.file);
        good = true;
        return result;
      } finally {
        release(entry, good);
      }
    } catch (BadShuffleOutputException e) {
      throw e;
    } catch (IOException e) {
      throw BadShuffleOutputException.unreadable(output, e);
    }
  }

  private Entry acquire(MapOutputId output) throws IOException {
    Path path = output.file();
    synchronized (entries) {
      Entry known = entries.get(path);
      if (known != null) {
        known.users++;
        return known;
      }
    }
    Entry opened = new Entry(output, new OpenOutput(output, files.open(path)));
    Entry used;
    synchronized (entries) {
      used = entries.computeIfAbsent(path, first -> opened);
      used.users++;
    }
    if (used != opened) {
      close(opened);
    }
    return used;
  }

  private void release(Entry entry, boolean good) {
    Path path = entry.output.file();
    List<Entry> unused = new ArrayList<>();
    synchronized (entries) {
      entry.users--;
      if (!good) {
        entries.remove(path, entry);
      }
      if (entry.users == 0 && entries.get(path) != entry) {
        unused.add(entry);
      }
      Iterator<Entry> eldest = entries.values().iterator();
      while (entries.size() > MAX_OPEN && eldest.hasNext()) {
        Entry each = eldest.next();
        if (each.users == 0) {
          eldest.remove();
          unused.add(each);
        }
      }
    }
    unused.forEach(OpenOutputs::close);
  }

  /** Files that are being read are closed by the last reader. */
  private void closeAll(Predicate<Entry> which) {
    List<Entry> unused = new ArrayList<>();
    synchronized (entries) {
      for (Entry each : List.copyOf(entries.values())) {
        if (which.test(each)) {
          entries.remove(each.output.file());
          if (each.users == 0) {
            unused.add(each);
          }
        }
      }
    }
    unused.forEach(OpenOutputs::close);
  }

  private static void close(Entry entry) {
    try {
      entry.file.close();
    } catch (IOException e) {
      LOG.debug("{} was not closed", entry.output.file(), e);
    }
  }

  /** Closes the files of a shuffle. */
  public void closeShuffle(int shuffle) {
    closeAll(entry -> entry.output.shuffle() == shuffle);
  }

  @Override
  public void close() {
    closeAll(entry -> true);
  }
}
