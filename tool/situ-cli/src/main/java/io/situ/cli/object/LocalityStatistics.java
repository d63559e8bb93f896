// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.object;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.situ.cli.console.HumanReadable;
import io.situ.storage.Extent;
import io.situ.storage.Replica;
import io.situ.storage.diagnostics.LayoutAdvice;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * How many bytes of files are near: in splits that some host holds whole, as a task would find
 * them. Not thread-safe.
 */
final class LocalityStatistics {

  private final long split;
  private final Set<String> hosts = new TreeSet<>();

  /** Bytes of all files of a size. */
  private final TreeMap<Long, Long> bytesBySize = new TreeMap<>();

  private long files;
  private long bytes;
  private long nearFiles;
  private long nearBytes;
  private long placedBytes;

  /**
   * @param split bytes that a task reads, more than 0
   */
  LocalityStatistics(long split) {
    this.split = split;
  }

  /**
   * @param size more than 0
   * @param extents which hosts hold which bytes, in ascending order
   */
  void add(long size, List<Extent> extents) {
    long near = near(size, extents);
    files++;
    bytes += size;
    bytesBySize.merge(size, size, Long::sum);
    nearFiles += near == size ? 1 : 0;
    nearBytes += near;
    for (Extent extent : extents) {
      placedBytes += extent.length();
      extent.replicas().stream().map(Replica::host).forEach(hosts::add);
    }
  }

  private long near(long size, List<Extent> extents) {
    Map<Long, Map<String, Long>> bySplit = new TreeMap<>();
    for (Extent extent : extents) {
      for (long at = extent.offset(); at < extent.end(); ) {
        long number = at / split;
        long end = Math.min(extent.end(), (number + 1) * split);
        Map<String, Long> held = bySplit.computeIfAbsent(number, key -> new HashMap<>());
        long length = end - at;
        extent.replicas().stream()
            .map(Replica::host)
            .distinct()
            .forEach(host -> held.merge(host, length, Long::sum));
        at = end;
      }
    }
    long near = 0;
    for (Map.Entry<Long, Map<String, Long>> each : bySplit.entrySet()) {
      long length = Math.min(split, size - each.getKey() * split);
      near += each.getValue().containsValue(length) ? length : 0;
    }
    return near;
  }

  /** Whether there are files, and every split of each lies on one host. */
  boolean allNear() {
    return files > 0 && nearBytes == bytes;
  }

  /** The size of the file that a byte taken at random is in, as a median; 0 without files. */
  long typical() {
    long half = bytes / 2;
    for (Map.Entry<Long, Long> each : bytesBySize.entrySet()) {
      half -= each.getValue();
      if (half < 0) {
        return each.getKey();
      }
    }
    return bytesBySize.isEmpty() ? 0 : bytesBySize.lastKey();
  }

  LayoutAdvice.Query question(String directory) {
    return new LayoutAdvice.Query(directory, split, typical(), hosts.size());
  }

  String text() {
    if (files == 0) {
      return "There is no file with bytes.";
    }
    return HumanReadable.count(nearFiles)
        + " of "
        + HumanReadable.count(files, "file")
        + ", "
        + HumanReadable.bytes(nearBytes)
        + " of "
        + HumanReadable.bytes(bytes)
        + ", are in splits of "
        + HumanReadable.bytes(split)
        + " that one host holds whole; "
        + (hosts.isEmpty()
            ? "no host is known to hold any byte."
            : HumanReadable.bytes(placedBytes)
                + " are known to lie on "
                + HumanReadable.count(hosts.size(), "host")
                + ".");
  }

  void into(ObjectNode node) {
    node.put("split", split)
        .put("files", files)
        .put("bytes", bytes)
        .put("nearFiles", nearFiles)
        .put("nearBytes", nearBytes)
        .put("toldBytes", placedBytes)
        .put("typical", typical())
        .put("hosts", hosts.size());
  }
}
