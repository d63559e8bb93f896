// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan;

import io.situ.spark.scan.footer.ScanFile;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.Serializable;
import java.time.Instant;
import org.apache.hadoop.conf.Configuration;
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
 */
record ListedFile(String path, long length, long modified, boolean lines) implements Serializable {

  /** Listings and single files have times of different precision in some stores. */
  private static final long SAME_MILLIS = 1_000;

  static ListedFile of(ScanFile file) {
    return new ListedFile(
        file.path().toString(), file.length(), file.modified(), file.format().isEmpty());
  }

  /**
   * Checks, after a part was read, that it was of the file that was listed. A file that is not
   * there any more is one: what was read of it was read before.
   *
   * @throws IOException if the file is another one now, in one sentence
   */
  void requireSame(Configuration conf) throws IOException {
    Path file = new Path(path);
    FileStatus now;
    try {
      now = file.getFileSystem(conf).getFileStatus(file);
    } catch (FileNotFoundException e) {
      return;
    }
    boolean same =
        now.getLen() == length && Math.abs(now.getModificationTime() - modified) <= SAME_MILLIS;
    if (!same && !(lines && now.getLen() > length)) {
      throw new IOException(
          ("'%s' changed since it was listed: it had %d bytes, modified at %s, and has %d, modified"
                  + " at %s; read it again, or run REFRESH TABLE if it is a table's")
              .formatted(
                  path,
                  length,
                  Instant.ofEpochMilli(modified),
                  now.getLen(),
                  Instant.ofEpochMilli(now.getModificationTime())));
    }
  }
}
