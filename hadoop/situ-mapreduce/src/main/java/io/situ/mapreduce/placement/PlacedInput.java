// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.placement;

import io.situ.hadoop.fs.SituFileSystem;
import io.situ.storage.Extent;
import io.situ.storage.util.BytesByHost;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The ranges of files that a job's maps read, each as a whole. Not thread-safe. */
public final class PlacedInput {

  private static final Logger LOG = LoggerFactory.getLogger(PlacedInput.class);

  private static final String SCHEME = "situ";

  private final boolean ofTasks;
  private final Map<Path, List<Range>> files = new LinkedHashMap<>();
  private long bytes;

  private record Range(long start, long end) {}

  /**
   * @param ofTasks whether hosts count whose copies tasks read and other processes do not
   */
  public PlacedInput(boolean ofTasks) {
    this.ofTasks = ofTasks;
  }

  /** Adds what one split reads. */
  public void add(Path file, long start, long length) {
    if (length > 0) {
      files.computeIfAbsent(file, path -> new ArrayList<>()).add(new Range(start, start + length));
      bytes += length;
    }
  }

  /**
   * Returns what can be local at most.
   *
   * @param hosts those that can run maps; their case does not matter
   * @param timeout after which nothing is known
   * @return empty if the hosts of any byte are not known, as in other file systems, or of files
   *     that cannot be asked about
   * @throws InterruptedIOException if the calling thread is interrupted
   */
  public Optional<LocalityBound> bound(Set<String> hosts, Configuration conf, Duration timeout)
      throws InterruptedIOException {
    try {
      return known(hosts, conf, System.nanoTime() + timeout.toNanos());
    } catch (InterruptedIOException e) {
      throw e;
    } catch (IOException e) {
      LOG.debug("what can be local at most is not known", e);
      return Optional.empty();
    }
  }

  private Optional<LocalityBound> known(Set<String> hosts, Configuration conf, long deadline)
      throws IOException {
    Set<String> usable = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    usable.addAll(hosts);
    long possible = 0;
    for (Map.Entry<Path, List<Range>> file : files.entrySet()) {
      List<Extent> extents = extents(file.getKey(), file.getValue(), conf);
      for (Range range : file.getValue()) {
        BytesByHost held = new BytesByHost();
        held.add(extents, range.start(), range.end());
        if (held.known() < range.end() - range.start()) {
          return Optional.empty();
        }
        possible += held.most(usable::contains);
      }
      if (System.nanoTime() - deadline > 0) {
        return Optional.empty();
      }
    }
    return bytes == 0 ? Optional.empty() : Optional.of(new LocalityBound(bytes, possible));
  }

  private List<Extent> extents(Path file, List<Range> ranges, Configuration conf)
      throws IOException {
    if (!SCHEME.equals(file.toUri().getScheme())
        || !(file.getFileSystem(conf) instanceof SituFileSystem store)) {
      return List.of();
    }
    long start = ranges.stream().mapToLong(Range::start).min().orElse(0);
    long end = ranges.stream().mapToLong(Range::end).max().orElse(0);
    return store.placement().forTasks(ofTasks).extents(file, start, end - start);
  }
}
