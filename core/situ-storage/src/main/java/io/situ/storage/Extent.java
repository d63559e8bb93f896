package io.situ.storage;

import java.util.List;

/**
 * A byte range of an object that lives on one set of hosts.
 *
 * @param offset first byte, from the start of the object
 * @param length number of bytes, more than 0
 * @param replicas who holds it, best first
 */
public record Extent(long offset, long length, List<Replica> replicas) {

  public Extent {
    replicas = List.copyOf(replicas);
    if (offset < 0 || length <= 0) {
      throw new IllegalArgumentException("no such extent: " + offset + "+" + length);
    }
  }

  /** The first byte behind this extent. */
  public long end() {
    return offset + length;
  }
}
