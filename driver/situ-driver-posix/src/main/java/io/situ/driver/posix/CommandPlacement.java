// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.posix;

import io.situ.storage.Extent;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.diagnostics.StoreWarnings;
import io.situ.storage.mounted.Placement;
import io.situ.storage.process.RecentFailure;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Placement from a program of the site's, started once and asked again and again.
 *
 * <p>The program reads requests from its standard input, one line each: {@code PATH TAB OFFSET TAB
 * LENGTH}. The path is the one in the store, as bytes, with {@code \\}, {@code \t}, {@code \n} and
 * {@code \r} for backslash, tab, newline and carriage return. It answers each request in turn, with
 * any number of lines {@code OFFSET TAB LENGTH TAB HOST[,HOST...] [TAB RACK[,RACK...] [TAB PATH]]}
 * that ascend and do not overlap, of which the first 65,536 count, and then an empty line; or with
 * a line that starts with {@code !} and says what is wrong, and then an empty line. It must not
 * hold its answers back in a buffer. In a shell:
 *
 * <pre>{@code
 * while IFS=$(printf '\t') read -r path offset length; do
 *   printf '%s\t%s\tnode1,node2\n\n' "$offset" "$length"
 * done
 * }</pre>
 *
 * <p>A program that ends is started again, but not more often than every ten seconds; one that does
 * not answer in time is killed. If a thread is interrupted while it asks, the program is killed as
 * well, and started again for the next one. What it writes to standard error is logged, and so is
 * the first of several failures.
 */
final class CommandPlacement implements Placement {

  private static final Logger LOG = LoggerFactory.getLogger(CommandPlacement.class);
  private static final Duration FAILURE_INTERVAL = Duration.ofSeconds(10);

  private final List<String> argv;
  private final Duration timeout;
  private final StoreWarnings notices;
  private final AtomicBoolean ailing = new AtomicBoolean();
  private LineProtocolProcess conversation;
  private final RecentFailure failure = new RecentFailure(FAILURE_INTERVAL);
  private long startedAt;
  private boolean closed;

  CommandPlacement(List<String> argv, Duration timeout, StoreWarnings notices) {
    this.argv = List.copyOf(argv);
    this.notices = notices;
    this.timeout = timeout;
  }

  @Override
  public List<Extent> extents(StoreObject object, long offset, long length) throws StoreException {
    String request = escape(object.path()) + '\t' + offset + '\t' + length;
    try {
      List<String> lines = request(request);
      if (lines.size() > Extent.MAX_COUNT) {
        notices.manyPieces(object.path().toString());
        lines = lines.subList(0, Extent.MAX_COUNT);
      }
      List<Extent> extents = parse(lines, offset, length);
      ailing.set(false);
      return extents;
    } catch (InterruptedIOException e) {
      throw new StoreException(Kind.INTERRUPTED, object.path(), e.getMessage(), e);
    } catch (IOException | IllegalArgumentException e) {
      StoreException failure = failure(object, e);
      if (!ailing.getAndSet(true)) {
        LOG.warn("going on without placement: {}", failure.getMessage());
      }
      throw failure;
    }
  }

  private StoreException failure(StoreObject object, Exception cause) {
    return new StoreException(
        Kind.UNAVAILABLE,
        object.path(),
        "the placement command '" + argv.get(0) + "' failed: " + cause.getMessage(),
        cause);
  }

  private static String escape(StorePath path) {
    return path.toString()
        .replace("\\", "\\\\")
        .replace("\t", "\\t")
        .replace("\n", "\\n")
        .replace("\r", "\\r");
  }

  private synchronized List<String> request(String request) throws IOException {
    if (closed) {
      throw new IOException("the store is closed");
    }
    if (conversation != null) {
      try {
        return conversation.request(request, timeout, Extent.MAX_COUNT + 1);
      } catch (LineProtocolProcess.Ended e) {
        stop();
        if (System.nanoTime() - startedAt < FAILURE_INTERVAL.toNanos()) {
          failure.set(e.getMessage());
        }
      } catch (IOException e) {
        throw failed(e);
      }
    }
    Optional<String> reason = failure.reason();
    if (reason.isPresent()) {
      throw new IOException(reason.get());
    }
    return start(request);
  }

  private List<String> start(String request) throws IOException {
    startedAt = System.nanoTime();
    try {
      conversation = new LineProtocolProcess(argv);
      return conversation.request(request, timeout, Extent.MAX_COUNT + 1);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** Ends the program. Another one may be started at once if it did not fail itself. */
  private IOException failed(IOException cause) {
    stop();
    if (!(cause instanceof InterruptedIOException)) {
      failure.set(cause.getMessage());
    }
    return cause;
  }

  private static List<Extent> parse(List<String> lines, long offset, long length) {
    List<Extent> extents = new ArrayList<>();
    long from = offset;
    for (String line : lines) {
      if (line.startsWith("!")) {
        throw new IllegalArgumentException("it says: " + line.substring(1).strip());
      }
      Extent extent = extent(line);
      long start = Math.max(extent.offset(), offset);
      long end = Math.min(extent.end(), offset + length);
      if (extent.offset() < from && !extents.isEmpty()) {
        throw new IllegalArgumentException("its extents overlap or descend: '" + line + "'");
      }
      if (start < end) {
        extents.add(new Extent(start, end - start, extent.replicas()));
        from = end;
      }
    }
    return extents;
  }

  private static Extent extent(String line) {
    String[] columns = line.split("\t", -1);
    try {
      ReplicaSpec holders = ReplicaSpec.parse(columns, 2);
      return new Extent(
          Long.parseLong(columns[0]), Long.parseLong(columns[1]), holders.replicas(""));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "it answered '" + line + "', which is not valid: " + e.getMessage(), e);
    }
  }

  private void stop() {
    if (conversation != null) {
      conversation.close();
      conversation = null;
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    stop();
  }
}
