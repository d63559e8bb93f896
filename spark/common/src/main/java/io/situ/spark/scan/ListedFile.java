// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan;

import io.situ.spark.scan.footer.ScanFile;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.Serializable;
import java.time.Instant;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.EtagSource;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/**
 * A file as it was when it was listed, to be read in several parts: all of them have to be of one
 * version.
 *
 * @param path as a URI
 * @param length in bytes
 * @param modified in ms since 1970
 * @param lines whether it may have grown since: what it had then is still there
 * @param etag which version the file system said that it was when the parts were planned; empty
 *     where it says none
 */
record ListedFile(String path, long length, long modified, boolean lines, String etag)
    implements Serializable {

  /** Listings and single files have times of different precision in some stores. */
  private static final long SECOND_MILLIS = 1_000;

  static ListedFile of(ScanFile file, String etag) {
    return new ListedFile(
        file.path().toString(), file.length(), file.modified(), file.format().isEmpty(), etag);
  }

  /** Returns which version a file is; empty where its file system does not say it. */
  static String etag(FileStatus status) {
    String etag = status instanceof EtagSource source ? source.getEtag() : null;
    return etag == null ? "" : etag;
  }

  /**
   * Checks, after a part was read, that it was of the file that was listed. One that is gone may
   * have been another one before.
   *
   * @throws IOException if the file is another one now or is gone, in one sentence
   */
  void requireSame(Configuration conf) throws IOException {
    Path file = new Path(path);
    FileStatus now;
    try {
      now = file.getFileSystem(conf).getFileStatus(file);
    } catch (FileNotFoundException e) {
      throw changed("it is gone");
    }
    if (!isSame(now) && !(lines && now.getLen() > length)) {
      throw changed(change(now));
    }
  }

  private IOException changed(String how) {
    return new IOException(
        "'%s' changed since it was listed: %s; read it again, or run REFRESH TABLE if it is a table's"
            .formatted(path, how));
  }

  private String change(FileStatus now) {
    Instant time = Instant.ofEpochMilli(now.getModificationTime());
    return now.getLen() == length && isSameTime(now.getModificationTime())
        ? "another file of %d bytes, modified at %s, is in its place".formatted(length, time)
        : "it had %d bytes, modified at %s, and has %d, modified at %s"
            .formatted(length, Instant.ofEpochMilli(modified), now.getLen(), time);
  }

  private boolean isSame(FileStatus now) {
    String etagNow = etag(now);
    return now.getLen() == length
        && isSameTime(now.getModificationTime())
        && (etag.isEmpty() || etagNow.isEmpty() || etag.equals(etagNow));
  }

  private boolean isSameTime(long now) {
    boolean wholeSeconds = now % SECOND_MILLIS == 0 || modified % SECOND_MILLIS == 0;
    return wholeSeconds ? Math.abs(now - modified) < SECOND_MILLIS : now == modified;
  }
}
