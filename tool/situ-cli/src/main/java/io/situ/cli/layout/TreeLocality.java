// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.layout;

import io.situ.storage.Extent;
import io.situ.storage.Replica;
import io.situ.storage.diagnostics.LayoutAdvice;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The sums over files: what a scan of them could have locally. Not thread-safe. */
final class TreeLocality {

  private static final int MAX_WORST = 5;

  /** Shares are shown without decimals; what is this close to all is all. */
  private static final double ALL = 0.9995;

  private final long split;
  private final Map<UnitKind, Long> units = new EnumMap<>(UnitKind.class);
  private final Set<String> hosts = new TreeSet<>();
  private final TreeMap<Long, Long> bytesBySize = new TreeMap<>();
  private final RewrittenUnits rewritten = new RewrittenUnits();
  private final PriorityQueue<FileLocality> worst =
      new PriorityQueue<>(Comparator.comparingLong(FileLocality::lost));
  private long files;
  private long bytes;
  private long possible;
  private long known;
  private long largest;
  private long largestAligned;

  /**
   * @param split bytes of a split of files that can be cut anywhere
   */
  TreeLocality(long split) {
    this.split = split;
  }

  void add(FileLocality file, List<Extent> extents) {
    files++;
    bytes += file.bytes();
    possible += file.possible();
    known += file.known();
    extents.forEach(extent -> extent.replicas().stream().map(Replica::host).forEach(hosts::add));
    FileUnits all = file.units();
    units.merge(all.kind(), (long) all.ranges().size(), Long::sum);
    long longest = all.ranges().stream().mapToLong(FileUnits.Range::length).max().orElse(0);
    largest = Math.max(largest, longest);
    if (all.kind() != UnitKind.SPLIT) {
      largestAligned = Math.max(largestAligned, powerOfTwo(longest));
    }
    rewritten.add(all);
    bytesBySize.merge(file.bytes(), file.bytes(), Long::sum);
    if (file.lost() > 0) {
      worst.add(file);
      if (worst.size() > MAX_WORST) {
        worst.remove();
      }
    }
  }

  private static long powerOfTwo(long bytes) {
    long highest = Long.highestOneBit(Math.max(1, bytes));
    return highest == bytes ? bytes : highest << 1;
  }

  long files() {
    return files;
  }

  Map<UnitKind, Long> units() {
    return units;
  }

  /** Returns the bytes of all units: footers and the like are not among them. */
  long bytes() {
    return bytes;
  }

  /** Returns the bytes of each unit on its best host. */
  long possible() {
    return possible;
  }

  /** Returns the bytes of which some host is known. */
  long known() {
    return known;
  }

  /** Returns the bytes of the largest unit; 0 without files. */
  long largest() {
    return largest;
  }

  int hosts() {
    return hosts.size();
  }

  /** Returns the bytes of units that a copy to a layout keeps together. */
  long together(long piece) {
    return rewritten.together(piece);
  }

  /** Returns whether there are units, and each lies on one host. */
  boolean isAllPossible() {
    return bytes > 0 && possible >= ALL * bytes;
  }

  /** Returns the files that lose most, those first. */
  List<FileLocality> worst() {
    return worst.stream().sorted(Comparator.comparingLong(FileLocality::lost).reversed()).toList();
  }

  /** Returns the question for a layout in which each unit, and each split, lies together. */
  LayoutAdvice.Query question(String directory) {
    return new LayoutAdvice.Query(
        directory, Math.max(split, largestAligned), typical(), hosts.size());
  }

  /** Returns the size of the file that a byte taken at random is in, as a median. */
  private long typical() {
    long half = bytes / 2;
    for (Map.Entry<Long, Long> each : bytesBySize.entrySet()) {
      half -= each.getValue();
      if (half < 0) {
        return each.getKey();
      }
    }
    return bytesBySize.isEmpty() ? 0 : bytesBySize.lastKey();
  }
}
