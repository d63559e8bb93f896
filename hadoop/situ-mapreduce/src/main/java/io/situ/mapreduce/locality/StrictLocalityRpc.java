// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.locality;

import io.situ.mapreduce.cost.Locality;
import io.situ.mapreduce.rpc.MasterRpc;
import io.situ.mapreduce.rpc.RpcChain;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;

/**
 * Makes the stock MapReduce application master ask for map containers on the named hosts only.
 * Thread-safe.
 */
public final class StrictLocalityRpc extends MasterRpc {

  /** Puts it into a job. */
  public static final RpcChain CHAIN =
      new RpcChain(StrictLocalityRpc.class, "situ.mapreduce.locality.rpc.next");

  /** Creates one for {@code yarn.ipc.rpc.class}. */
  public StrictLocalityRpc() {
    super(CHAIN);
  }

  /** Returns what a job says of {@link Locality#WAIT}; 0 leaves locality to the scheduler. */
  public static long waitMillis(Configuration conf) {
    return Locality.WAIT.get(conf::get).toMillis();
  }

  @Override
  protected Edits edits(Configuration conf) {
    return new Strict(LocalityRequests.of(conf));
  }

  private record Strict(LocalityRequests requests) implements Edits {
    @Override
    public void before(Object request) {
      if (request instanceof AllocateRequest allocate) {
        requests.edit(allocate, System.nanoTime());
      }
    }

    @Override
    public void after(Object answer) {
      if (answer instanceof AllocateResponse allocated) {
        requests.answered(allocated, System.nanoTime());
      }
    }
  }
}
