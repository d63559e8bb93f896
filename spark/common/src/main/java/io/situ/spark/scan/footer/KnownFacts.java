// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan.footer;

import io.situ.spark.scan.pack.Piece;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What was found out about files: footers as long as there is room, placement for {@value
 * #PLACEMENT_MINUTES} minutes. A file that is larger or was modified since is another one.
 * Thread-safe.
 */
final class KnownFacts {

  private static final int PLACEMENT_MINUTES = 10;

  /** In numbers of 8 bytes: 32 MiB each. */
  private static final long MAX_KEPT = 4L << 20;

  private final BoundedCache<ScanFile.Version, FooterLayout> layouts =
      new BoundedCache<>(FooterLayout::weight, MAX_KEPT, Duration.ofDays(365));
  private final BoundedCache<ScanFile.Version, List<Piece>> placements =
      new BoundedCache<>(
          pieces -> 16 + 8L * pieces.size(), MAX_KEPT, Duration.ofMinutes(PLACEMENT_MINUTES));

  /** Returns what is wanted of a file; empty if some of what is needed is not known. */
  Optional<FileFacts> find(ScanFile file, FileFactsLoader.Wanted wanted) {
    return placement(file).flatMap(pieces -> find(file, pieces, wanted));
  }

  /**
   * Returns what is wanted of a file whose placement is known; empty if its footer is needed and is
   * not known.
   */
  Optional<FileFacts> find(ScanFile file, List<Piece> pieces, FileFactsLoader.Wanted wanted) {
    return needsFooter(file, pieces, wanted.longest())
        ? layout(file).map(layout -> wanted.of(pieces, layout))
        : Optional.of(new FileFacts(pieces, List.of()));
  }

  /**
   * Returns whether the footer of a file says where it may be cut.
   *
   * @param longest a file of at most that many bytes that lies on one set of hosts is not cut
   */
  static boolean needsFooter(ScanFile file, List<Piece> pieces, long longest) {
    return file.format().isPresent() && (pieces.size() > 1 || file.length() > longest);
  }

  static boolean hasHosts(List<Piece> pieces) {
    return pieces.stream().anyMatch(piece -> !piece.hosts().isEmpty());
  }

  Optional<List<Piece>> placement(ScanFile file) {
    return placements.find(file.version());
  }

  /** Keeps where a file lies, unless no host is known. */
  void putPlacement(ScanFile file, List<Piece> pieces) {
    if (hasHosts(pieces)) {
      placements.put(file.version(), pieces);
    }
  }

  Optional<FooterLayout> layout(ScanFile file) {
    return layouts.find(file.version());
  }

  void putLayout(ScanFile.Version file, FooterLayout layout) {
    layouts.put(file, layout);
  }
}
