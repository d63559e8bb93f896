// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode.endpoint;

import io.situ.hdfs.datanode.intercept.DatasetInterceptor;
import io.situ.hdfs.datanode.replica.BlockLinker;
import io.situ.hdfs.datanode.replica.LinkedReplicas;
import io.situ.hdfs.datanode.replica.NotReadyException;
import io.situ.hdfs.wire.LinkBlockRequest;
import io.situ.hdfs.wire.LinkBlockResult;
import io.situ.hdfs.wire.LinkRequest;
import io.situ.hdfs.wire.LinkSettings;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out the requests that are proven, several orders of each store at the same time. What
 * takes longer than a client is to wait for an answer goes on, and the client asks again for it.
 * Thread-safe.
 */
public final class LinkRequestHandler implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(LinkRequestHandler.class);

  /** Some wait for disks while others compute checksums. */
  private static final int MIN_WORKERS = 4;

  /** So many orders of one store are kept. */
  private static final int MAX_ORDERS = 40_000;

  private static final long ANSWER_TIMEOUT = TimeUnit.SECONDS.toNanos(10);

  /** For so long the end of an order waits for a client that asks again. */
  private static final long KEPT = TimeUnit.MINUTES.toNanos(2);

  /** So much is reported of a refusal: an answer to many orders is bounded. */
  private static final int MAX_REFUSAL = 400;

  private record Key(LinkBlockRequest order, LinkSettings way) {}

  /** An order that is carried out. */
  private static final class Job extends FutureTask<LinkBlockResult> {
    private volatile long ended;

    Job(java.util.concurrent.Callable<LinkBlockResult> order) {
      super(order);
    }

    @Override
    protected void done() {
      ended = System.nanoTime();
    }

    boolean isStale(long now) {
      return isDone() && now - ended > KEPT;
    }
  }

  private final DataNode datanode;

  /** By the names of stores that this DataNode serves. */
  private final Map<String, Map<Key, Job>> jobs = new HashMap<>();

  private final StoreWorkers workers =
      new StoreWorkers(Math.max(MIN_WORKERS, Runtime.getRuntime().availableProcessors()));

  public LinkRequestHandler(DataNode datanode) {
    this.datanode = datanode;
  }

  /**
   * What becomes of each order.
   *
   * @throws NotReadyException if this DataNode does not serve a block pool of the request yet, or
   *     has too many orders of one store
   * @throws IOException if the request is meant for another DataNode
   */
  List<LinkBlockResult> carryOut(LinkRequest request) throws IOException {
    if (!request.datanode().equals(datanode.getDatanodeUuid())) {
      throw new IOException("the request is for DataNode " + request.datanode());
    }
    LinkedReplicas replicas =
        DatasetInterceptor.replicas(datanode.getFSDataset())
            .orElseThrow(
                () -> new NotReadyException("this DataNode has not found its NameNode yet"));
    Map<Key, Job> asked = new HashMap<>();
    List<Key> keys = new ArrayList<>(request.orders().size());
    for (LinkBlockRequest order : request.orders()) {
      Key key = new Key(order, request.way());
      keys.add(key);
      asked.computeIfAbsent(key, ignored -> job(replicas, key));
    }
    return answers(keys, asked);
  }

  /** Returns the job of an order, which may be under way since an earlier request. */
  private Job job(LinkedReplicas replicas, Key key) {
    String store = key.order().link().store();
    Job job = new Job(() -> link(new BlockLinker(replicas), key.order(), key.way()));
    if (!isServed(replicas, store)) {
      job.run();
      return job;
    }
    synchronized (jobs) {
      long now = System.nanoTime();
      Map<Key, Job> known = jobs.computeIfAbsent(store, ignored -> new HashMap<>());
      if (known.size() >= MAX_ORDERS) {
        known.values().removeIf(other -> other.isStale(now));
      }
      Job before = known.get(key);
      if (before != null && !before.isStale(now)) {
        return before;
      }
      if (known.size() >= MAX_ORDERS) {
        return null;
      }
      known.put(key, job);
      workers.execute(store, job);
      return job;
    }
  }

  private static boolean isServed(LinkedReplicas replicas, String store) {
    try {
      replicas.sources().refuseOther(store);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private List<LinkBlockResult> answers(List<Key> keys, Map<Key, Job> asked) throws IOException {
    if (asked.size() < keys.stream().distinct().count()) {
      throw new NotReadyException("this DataNode has many orders to carry out");
    }
    long end = System.nanoTime() + ANSWER_TIMEOUT;
    List<LinkBlockResult> answers = new ArrayList<>(keys.size());
    for (Key key : keys) {
      answers.add(await(key, asked.get(key), end));
    }
    return answers;
  }

  private LinkBlockResult await(Key key, Job job, long end) throws IOException {
    try {
      LinkBlockResult answer = job.get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
      remove(key, job);
      return answer;
    } catch (TimeoutException e) {
      return LinkBlockResult.PENDING;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("the DataNode is being stopped");
    } catch (ExecutionException e) {
      remove(key, job);
      throw e.getCause() instanceof IOException failure ? failure : new IOException(e.getCause());
    }
  }

  private void remove(Key key, Job job) {
    synchronized (jobs) {
      jobs.getOrDefault(key.order().link().store(), new HashMap<>()).remove(key, job);
    }
  }

  private static LinkBlockResult link(BlockLinker linker, LinkBlockRequest order, LinkSettings way)
      throws NotReadyException {
    try {
      ExtendedBlock block =
          new ExtendedBlock(order.pool(), order.id(), order.link().length(), order.stamp());
      return LinkBlockResult.linked(linker.link(block, order.link(), way));
    } catch (NotReadyException e) {
      throw e;
    } catch (IOException e) {
      LOG.warn("block {} could not be linked", order.id(), e);
      String why = String.valueOf(e.getMessage());
      return LinkBlockResult.refused(
          why.length() <= MAX_REFUSAL ? why : why.substring(0, MAX_REFUSAL) + " ...");
    }
  }

  @Override
  public void close() {
    workers.close();
  }
}
