// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan.pack;

/**
 * A byte range of one of a scan's files.
 *
 * @param file the file's index in the scan
 * @param start the first byte
 * @param end the byte after the last
 */
public record FileRange(int file, long start, long end) {

  /** Returns how many bytes it has. */
  public long length() {
    return end - start;
  }

  boolean isFollowedBy(FileRange next) {
    return file == next.file && end == next.start;
  }
}
