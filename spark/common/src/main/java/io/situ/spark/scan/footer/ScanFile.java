// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan.footer;

import io.situ.spark.scan.pack.Piece;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/**
 * A file that a scan reads.
 *
 * @param length the part of it that is read, in bytes, from its start
 * @param modified when it was modified, in ms since 1970
 * @param format whose footer says where it may be cut; empty where none does
 * @param lines whether it is of lines, and may be cut anywhere
 * @param stockCuts where Spark cuts it, and which hosts it names for each part, in ascending order
 */
public record ScanFile(
    Path path,
    long length,
    long modified,
    Optional<FooterFormat> format,
    boolean lines,
    List<Piece> stockCuts) {

  public ScanFile {
    stockCuts = List.copyOf(stockCuts);
  }

  /** The version of a file that facts are kept for. */
  record Version(String path, long length, long modified) {}

  Version version() {
    return new Version(path.toString(), length, modified);
  }

  FileStatus status() {
    return new FileStatus(length, false, 1, Math.max(1, length), modified, path);
  }
}
