// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.shuffle;

import io.situ.mapreduce.rpc.MasterRpc;
import io.situ.mapreduce.rpc.RpcChain;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.protocolrecords.FinishApplicationMasterResponse;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps lost nodes from the application master of a job with shared map output. It would run their
 * finished maps again, whose output is not lost with them. What ran there is reported to it as
 * ended containers all the same. And when the master signs off, the job's directory is removed.
 * Thread-safe.
 */
public final class SharedShuffleRpc extends MasterRpc {

  private static final Logger LOG = LoggerFactory.getLogger(SharedShuffleRpc.class);
  static final RpcChain CHAIN =
      new RpcChain(SharedShuffleRpc.class, "situ.mapreduce.shuffle.rpc.next");

  /** Creates one for {@code yarn.ipc.rpc.class}. */
  public SharedShuffleRpc() {
    super(CHAIN);
  }

  /** Only what nodes that are lost, decommissioned or sick would cause is left out. */
  static List<NodeReport> withoutUnusable(List<NodeReport> updated) {
    return updated.stream().filter(node -> !node.getNodeState().isUnusable()).toList();
  }

  @Override
  protected Edits edits(Configuration conf) {
    return new Shared(ShuffleDirectory.of(conf));
  }

  private record Shared(Optional<ShuffleDirectory> directory) implements Edits {
    @Override
    public void after(Object answer) {
      if (answer instanceof AllocateResponse allocated) {
        allocated.setUpdatedNodes(withoutUnusable(allocated.getUpdatedNodes()));
      } else if (answer instanceof FinishApplicationMasterResponse finished
          && finished.getIsUnregistered()) {
        directory.ifPresent(Shared::remove);
      }
    }

    private static void remove(ShuffleDirectory directory) {
      try {
        directory.remove();
      } catch (IOException e) {
        LOG.warn("{} could not be removed; the job's client or a later job will", directory, e);
      }
    }
  }
}
