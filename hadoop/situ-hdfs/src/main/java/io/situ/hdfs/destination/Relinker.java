// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.destination;

import io.situ.hdfs.destination.ExistingTarget.ComparedPair;
import io.situ.hdfs.parallel.Retries;
import io.situ.hdfs.tree.HdfsFileInfo;
import io.situ.hdfs.write.AttachBatch;
import io.situ.hdfs.write.AttachSession;
import io.situ.hdfs.write.FileComparison;
import io.situ.hdfs.write.FileComparison.State;
import io.situ.hdfs.write.FileUnderConstruction;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives blocks that lack replicas, for instance because a DataNode has lost a disk, new links on
 * the DataNodes that should have them. The blocks stay what they are. Thread-safe.
 */
final class Relinker {

  /** About three seconds. */
  private static final int WAITS = 13;

  private static final Logger LOG = LoggerFactory.getLogger(Relinker.class);

  private final AttachSession session;
  private final FileComparison comparison;
  private final AttachBatch batch;

  Relinker(AttachSession session, FileComparison comparison, AttachBatch batch) {
    this.session = session;
    this.comparison = comparison;
    this.batch = batch;
  }

  /** Those that cannot be helped so, because HDFS goes on to hold a replica for bad. */
  List<ComparedPair> link(List<ComparedPair> pairs) throws IOException {
    List<FileUnderConstruction.Pending> missing = new ArrayList<>();
    for (ComparedPair pair : pairs) {
      HdfsFileInfo file = pair.found().orElseThrow();
      if (file.status().getReplication() < pair.source().copies()) {
        session.nameNode().setReplication(file.path(), pair.source().copies());
      }
      missing.addAll(comparison.missing(file, pair.source()));
    }
    batch.link(missing).values().forEach(refusal -> LOG.warn("{}", refusal.reason().getMessage()));
    List<Boolean> helped = session.parallel().all(pairs, this::isServed);
    List<ComparedPair> hopeless = new ArrayList<>();
    for (int i = 0; i < pairs.size(); i++) {
      if (!helped.get(i)) {
        hopeless.add(pairs.get(i));
      }
    }
    return hopeless;
  }

  /** DataNodes report a block to the NameNode a moment after they have it. */
  private boolean isServed(ComparedPair pair) throws IOException {
    String path = pair.found().orElseThrow().path();
    Retries retries = new Retries(WAITS);
    while (true) {
      State state = comparison.state(HdfsFileInfo.find(session.nameNode(), path), pair.source());
      if (state != State.FEWER) {
        return state == State.SAME;
      }
      if (!retries.pause()) {
        return false;
      }
    }
  }
}
