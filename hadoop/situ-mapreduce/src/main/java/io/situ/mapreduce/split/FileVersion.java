// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.split;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Instant;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.EtagSource;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.WritableUtils;

/**
 * An input file as it was when its job was submitted.
 *
 * @param length bytes; less than 0 where nothing is known
 * @param modified milliseconds since 1970-01-01T00:00Z
 * @param etag what the file system has for this content of the file, at most {@value #MAX_ETAG}
 *     characters; empty where it has nothing
 */
public record FileVersion(long length, long modified, String etag) {

  public static final FileVersion UNKNOWN = new FileVersion(-1, -1, "");

  /** Longer etags are taken for none. */
  public static final int MAX_ETAG = 256;

  private static final long SECOND_MILLIS = 1_000;

  static FileVersion of(FileStatus status) {
    return new FileVersion(status.getLen(), status.getModificationTime(), etag(status));
  }

  private static String etag(FileStatus status) {
    String etag = status instanceof EtagSource source ? source.getEtag() : null;
    return etag == null || etag.length() > MAX_ETAG ? "" : etag;
  }

  /** The same with another etag. */
  public FileVersion withEtag(String other) {
    return new FileVersion(length, modified, other);
  }

  /** Reads what {@link #write} wrote; its etag is empty. */
  public static FileVersion read(DataInput in) throws IOException {
    return new FileVersion(WritableUtils.readVLong(in), WritableUtils.readVLong(in), "");
  }

  /** Writes all but the etag: earlier versions of Situ read the same. */
  public void write(DataOutput out) throws IOException {
    WritableUtils.writeVLong(out, length);
    WritableUtils.writeVLong(out, modified);
  }

  /**
   * Asks for the file once more. An etag that was known then and is now says alone whether its
   * content is the same; else its time of modification does.
   *
   * @throws IOException if it is another one by now: what was read of it may be of two versions
   */
  public void check(Path file, Configuration conf) throws IOException {
    if (length < 0) {
      return;
    }
    FileStatus now;
    try {
      now = file.getFileSystem(conf).getFileStatus(file);
    } catch (FileNotFoundException e) {
      throw new IOException("'" + file + "' was removed while the job ran" + wayOut(), e);
    }
    if (!isSame(now)) {
      throw new IOException(
          "'"
              + file
              + "' was changed while the job ran: it was "
              + this
              + ", is "
              + of(now)
              + wayOut());
    }
  }

  private boolean isSame(FileStatus status) {
    FileVersion now = of(status);
    if (now.length != length) {
      return false;
    }
    if (!etag.isEmpty() && !now.etag.isEmpty()) {
      return now.etag.equals(etag);
    }
    // S3 lists milliseconds, and has whole seconds of a single object.
    return status instanceof EtagSource
        ? Math.floorDiv(now.modified, SECOND_MILLIS) == Math.floorDiv(modified, SECOND_MILLIS)
        : now.modified == modified;
  }

  private static String wayOut() {
    return "; run the job again, or set "
        + RegroupPolicy.CHANGES.name()
        + "=ignore if the job may read both versions";
  }

  @Override
  public String toString() {
    String known = etag.isEmpty() ? "" : " (etag " + etag + ")";
    return length + " bytes of " + Instant.ofEpochMilli(modified) + known;
  }
}
