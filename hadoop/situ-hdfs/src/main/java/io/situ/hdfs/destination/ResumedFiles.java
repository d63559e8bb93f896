// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.destination;

import io.situ.hdfs.source.AttachCounters;
import io.situ.hdfs.source.AttachFailures;
import io.situ.hdfs.source.AttachItem;
import io.situ.hdfs.source.AttachSummary.Count;
import io.situ.hdfs.tree.HdfsFileInfo;
import io.situ.hdfs.tree.Staging;
import io.situ.hdfs.write.AttachSession;
import io.situ.hdfs.write.FileComparison;
import io.situ.hdfs.write.MetadataApplier;
import io.situ.storage.StoreException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;

/** What an attach that was stopped has made in the hidden directory. Thread-safe. */
final class ResumedFiles {

  private final AttachSession session;
  private final Staging staging;
  private final FileComparison comparison;
  private final AttachCounters tally;
  private final MetadataApplier dress;

  ResumedFiles(
      AttachSession session, Staging staging, FileComparison comparison, AttachCounters tally) {
    this.session = session;
    this.staging = staging;
    this.comparison = comparison;
    this.tally = tally;
    this.dress = new MetadataApplier(session);
  }

  /** Those of the files that are still to be made. */
  List<AttachItem> without(List<AttachItem> files) throws IOException {
    if (!staging.isResumed()) {
      return files;
    }
    List<Boolean> there = session.parallel().all(files, this::isWhole);
    List<AttachItem> left = new ArrayList<>();
    for (int i = 0; i < files.size(); i++) {
      if (!there.get(i)) {
        left.add(files.get(i));
      }
    }
    return left;
  }

  /** Counts files that were there and are attached now. */
  void count(List<AttachItem> files) {
    tally.add(Count.RESUMED, files.size());
    files.forEach(tally::linked);
  }

  private boolean isWhole(AttachItem source) throws IOException {
    String path = staging.path() + source.place();
    Optional<HdfsFileInfo> found = HdfsFileInfo.find(session.nameNode(), path);
    if (found.isPresent() && found.get().status().isDirectory()) {
      session.nameNode().delete(path, true);
      return false;
    }
    if (comparison.state(found, source) != FileComparison.State.SAME) {
      return false;
    }
    try {
      dress.adjust(found.orElseThrow(), source);
      return true;
    } catch (StoreException e) {
      if (!AttachFailures.isOfOne(e)) {
        throw e;
      }
      return false;
    }
  }

  /** Takes away a file that is where a directory is to be. */
  void clearFile(String place) throws IOException {
    if (!staging.isResumed()) {
      return;
    }
    String path = staging.path() + place;
    HdfsFileStatus there = session.nameNode().getFileInfo(path);
    if (there != null && !there.isDirectory()) {
      session.nameNode().delete(path, false);
    }
  }
}
