// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.shuffle;

import java.io.IOException;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.mapred.RawKeyValueIterator;
import org.apache.hadoop.util.Progress;

/** Merged records; before a failure that is a map's fault is passed on it is reported. */
final class FetchFailureReporter implements RawKeyValueIterator {

  /** Reports a map whose output cannot be used. */
  interface Report {
    void of(BadMapOutputException failure) throws IOException;
  }

  private final RawKeyValueIterator merged;
  private final Report report;

  FetchFailureReporter(RawKeyValueIterator merged, Report report) {
    this.merged = merged;
    this.report = report;
  }

  @Override
  public boolean next() throws IOException {
    try {
      return merged.next();
    } catch (BadMapOutputException e) {
      report.of(e);
      throw e;
    }
  }

  @Override
  public DataInputBuffer getKey() throws IOException {
    return merged.getKey();
  }

  @Override
  public DataInputBuffer getValue() throws IOException {
    return merged.getValue();
  }

  @Override
  public void close() throws IOException {
    merged.close();
  }

  @Override
  public Progress getProgress() {
    return merged.getProgress();
  }
}
