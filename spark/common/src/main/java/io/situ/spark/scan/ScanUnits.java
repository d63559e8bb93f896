// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan;

import io.situ.spark.scan.footer.FileFacts;
import io.situ.spark.scan.footer.FooterLayout;
import io.situ.spark.scan.footer.ScanFile;
import io.situ.spark.scan.pack.FilePieces;
import io.situ.spark.scan.pack.HostIndex;
import io.situ.spark.scan.pack.Piece;
import io.situ.spark.scan.pack.ScanUnit;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes the units of a scan: the parts of files that are read as a whole, with the hosts of what is
 * read of them. Not thread-safe.
 */
final class ScanUnits {

  private final HostIndex hosts;
  private final long longestLines;
  private final List<ScanUnit> units = new ArrayList<>();

  /**
   * Creates a list without units.
   *
   * @param longestLines bytes of lines that one unit has at most
   */
  ScanUnits(HostIndex hosts, long longestLines) {
    this.hosts = hosts;
    this.longestLines = longestLines;
  }

  /** Returns the units of all files, which cover each of them without overlap. */
  static List<ScanUnit> of(List<ScanFile> files, List<FileFacts> facts, ScanUnits units) {
    List<FilePieces> pieces = new ArrayList<>(files.size());
    for (int i = 0; i < files.size(); i++) {
      List<Piece> known = facts.get(i).pieces();
      pieces.add(
          new FilePieces(i, known.isEmpty() ? files.get(i).stockCuts() : known, units.hosts));
    }
    for (int i = 0; i < files.size(); i++) {
      units.add(files.get(i), facts.get(i), pieces.get(i));
    }
    return units.units;
  }

  private void add(ScanFile file, FileFacts facts, FilePieces pieces) {
    List<FooterLayout.Asked> groups =
        facts.groups().stream().filter(group -> group.start() < file.length()).toList();
    if (!groups.isEmpty()) {
      addGroups(file, groups, pieces);
    } else if (file.lines() && !facts.pieces().isEmpty()) {
      facts.pieces().forEach(piece -> addLines(piece, pieces));
    } else {
      for (Piece cut : file.stockCuts()) {
        units.add(pieces.unit(cut.start(), cut.end()));
      }
    }
  }

  private void addLines(Piece piece, FilePieces pieces) {
    for (long start = piece.start(); start < piece.end(); start += longestLines) {
      units.add(pieces.unit(start, Math.min(piece.end(), start + longestLines)));
    }
  }

  /** The first unit starts with the file and the last one ends with it, whatever lies there. */
  private void addGroups(ScanFile file, List<FooterLayout.Asked> groups, FilePieces pieces) {
    for (int i = 0; i < groups.size(); i++) {
      long start = i == 0 ? 0 : groups.get(i).start();
      long end = i + 1 == groups.size() ? file.length() : groups.get(i + 1).start();
      units.add(pieces.unit(start, end, groups.get(i).starts(), groups.get(i).lengths()));
    }
  }
}
