// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.locality;

import io.situ.mapreduce.rpc.MasterRpc;
import io.situ.mapreduce.rpc.RpcChain;
import java.util.concurrent.TimeUnit;
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

  /**
   * Milliseconds without a new map container after which waiting maps may run on any host; once one
   * of the job's hosts has no map left that waits for it, new containers do not count.
   */
  public static final String WAIT = "situ.mapreduce.locality.wait";

  private static final long DEFAULT_WAIT = 30_000;

  /** Creates one for {@code yarn.ipc.rpc.class}. */
  public StrictLocalityRpc() {
    super(CHAIN);
  }

  /** What a job says of {@link #WAIT}; 0 or less leaves locality to the scheduler. */
  public static long waitMillis(Configuration conf) {
    return conf.getTimeDuration(WAIT, DEFAULT_WAIT, TimeUnit.MILLISECONDS);
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
