// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.nativelib;

import java.util.Map;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * Measures for one open file how much of what is read came from other hosts. Ceph's libraries do
 * not say which copy they read: one that is not known to be stable is refused by the OSD and read
 * from the primary. So what arrived over connections within the host is counted. Thread-safe.
 */
public final class ReadOrigins {

  /** What was read, by its position: only where some of it came from elsewhere. */
  private final ConcurrentNavigableMap<Long, Piece> pieces = new ConcurrentSkipListMap<>();

  /**
   * What one read got.
   *
   * @param length its bytes, more than 0
   * @param remote how many of them came from other hosts
   */
  private record Piece(int length, int remote) {
    long remoteOf(long bytes) {
      return Math.round((double) remote * bytes / length);
    }
  }

  /** A read, of any kind of failure. */
  public interface Read<E extends Exception> {
    /** Number of bytes; 0 or less for none. */
    int read() throws E;
  }

  /** Makes a read whose bytes arrive by TCP before it returns. */
  public <E extends Exception> int measure(long position, Read<E> read) throws E {
    int count = 0;
    ReceivedBytes.ofProcess().begin();
    try {
      count = read.read();
      return count;
    } finally {
      int bytes = Math.max(0, count);
      note(position, bytes, bytes - ReceivedBytes.ofProcess().end(bytes));
    }
  }

  /** Notes bytes that were read in a way of which nothing is known. */
  public void unknown(long position, int length) {
    note(position, length, length);
  }

  private void note(long position, int length, int remote) {
    if (remote > 0) {
      pieces.put(position, new Piece(length, remote));
    } else if (length > 0) {
      pieces.remove(position);
    }
  }

  /** Returns how many bytes of a range came from other hosts. */
  public long remoteBytes(long position, long length) {
    long end = position + length;
    Map.Entry<Long, Piece> first = pieces.floorEntry(position);
    long from = first == null ? position : first.getKey();
    long remote = 0;
    for (Map.Entry<Long, Piece> piece : pieces.subMap(from, end).entrySet()) {
      long start = Math.max(position, piece.getKey());
      long stop = Math.min(end, piece.getKey() + piece.getValue().length());
      remote += start < stop ? piece.getValue().remoteOf(stop - start) : 0;
    }
    return Math.min(length, remote);
  }
}
