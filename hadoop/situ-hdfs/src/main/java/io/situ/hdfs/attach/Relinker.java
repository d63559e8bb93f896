// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.attach;

import io.situ.hdfs.attach.Comparison.State;
import io.situ.hdfs.attach.UpdateGround.Pair;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives blocks that lack replicas, for instance because a DataNode has lost a disk, new links on
 * the DataNodes that should have them. The blocks stay what they are. Safe for many threads.
 */
final class Relinker {

  /** About three seconds. */
  private static final int WAITS = 13;

  private static final Logger LOG = LoggerFactory.getLogger(Relinker.class);

  private final AttachSession session;
  private final Comparison comparison;
  private final AttachBatch batch;

  Relinker(AttachSession session, Comparison comparison, AttachBatch batch) {
    this.session = session;
    this.comparison = comparison;
    this.batch = batch;
  }

  /** Those that cannot be helped so, because HDFS goes on to hold a replica for bad. */
  List<Pair> link(List<Pair> pairs) throws IOException {
    List<NewFile.Pending> missing = new ArrayList<>();
    for (Pair pair : pairs) {
      FoundFile file = pair.found().orElseThrow();
      if (file.status().getReplication() < pair.source().copies()) {
        session.nameNode().setReplication(file.path(), pair.source().copies());
      }
      missing.addAll(comparison.missing(file, pair.source()));
    }
    batch.link(missing).values().forEach(why -> LOG.warn("{}", why.getMessage()));
    List<Boolean> helped = session.parallel().all(pairs, this::isServed);
    List<Pair> hopeless = new ArrayList<>();
    for (int i = 0; i < pairs.size(); i++) {
      if (!helped.get(i)) {
        hopeless.add(pairs.get(i));
      }
    }
    return hopeless;
  }

  /** DataNodes tell the NameNode of a block a moment after they have it. */
  private boolean isServed(Pair pair) throws IOException {
    String path = pair.found().orElseThrow().path();
    Retries retries = new Retries(WAITS);
    while (true) {
      State state = comparison.state(FoundFile.look(session.nameNode(), path), pair.source());
      if (state != State.FEWER) {
        return state == State.SAME;
      }
      if (!retries.pause()) {
        return false;
      }
    }
  }
}
