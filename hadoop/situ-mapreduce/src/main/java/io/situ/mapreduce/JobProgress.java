// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce;

import io.situ.mapreduce.record.Submission;
import io.situ.storage.util.PlainText;
import java.util.Locale;
import org.apache.hadoop.mapreduce.JobStatus;

/** One line on the terminal that says how far the running job is. */
final class JobProgress {

  /** System property: {@code true} where standard error is a terminal. */
  static final String PROPERTY = "situ.progress";

  private static final boolean WANTED = Boolean.getBoolean(PROPERTY);
  private static boolean shown;

  private JobProgress() {}

  static synchronized void show(Submission submission, JobStatus status) {
    if (WANTED) {
      System.err.print("\r\033[K" + line(submission, status));
      System.err.flush();
      shown = true;
    }
  }

  static synchronized void clear() {
    if (shown) {
      System.err.print("\r\033[K");
      System.err.flush();
      shown = false;
    }
  }

  static String line(Submission submission, JobStatus status) {
    StringBuilder line = new StringBuilder();
    line.append(PlainText.of(submission.name(), '?')).append(": maps ");
    line.append(share(status.getMapProgress(), submission.maps()));
    if (submission.reduces() > 0) {
      line.append(", reduces ").append(share(status.getReduceProgress(), submission.reduces()));
    }
    long mebibytes = submission.bytes() >> 20;
    if (mebibytes > 0) {
      line.append(
          String.format(
              Locale.ROOT,
              ", %,.0f of %,d MiB read",
              status.getMapProgress() * mebibytes,
              mebibytes));
    }
    return line.toString();
  }

  private static String share(float progress, int of) {
    return String.format(Locale.ROOT, "%.0f %% of %,d", progress * 100, of);
  }
}
