package io.situ.hdfs.datanode;

import io.situ.hdfs.wire.LinkAnswer;
import io.situ.hdfs.wire.LinkOrder;
import io.situ.hdfs.wire.LinkRequest;
import io.situ.hdfs.wire.LinkWay;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out the requests that are proven, several orders of one at the same time. Safe for use by
 * many threads.
 */
final class LinkDesk implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(LinkDesk.class);

  /** Some wait for disks while others compute checksums. */
  private static final int LEAST = 4;

  private final DataNode datanode;
  private final AllowedStores allowed;
  private final ExecutorService workers =
      Executors.newFixedThreadPool(Math.max(LEAST, Runtime.getRuntime().availableProcessors()));

  LinkDesk(DataNode datanode, Configuration conf) {
    this.datanode = datanode;
    this.allowed = new AllowedStores(conf);
  }

  /**
   * What becomes of each order.
   *
   * @throws NotReadyException if this DataNode does not serve a block pool of the request yet
   * @throws IOException if the request is meant for another DataNode
   */
  List<LinkAnswer> carryOut(LinkRequest request) throws IOException {
    if (!request.datanode().equals(datanode.getDatanodeUuid())) {
      throw new IOException("the request is for DataNode " + request.datanode());
    }
    LinkedReplicas replicas =
        Guarded.replicas(datanode.getFSDataset())
            .orElseThrow(
                () -> new NotReadyException("this DataNode has not found its NameNode yet"));
    BlockLinker linker = new BlockLinker(replicas);
    List<Callable<LinkAnswer>> calls = new ArrayList<>(request.orders().size());
    for (LinkOrder order : request.orders()) {
      calls.add(() -> answer(linker, order, request.way()));
    }
    return answers(calls);
  }

  private List<LinkAnswer> answers(List<Callable<LinkAnswer>> calls) throws IOException {
    List<LinkAnswer> answers = new ArrayList<>(calls.size());
    try {
      for (Future<LinkAnswer> answer : workers.invokeAll(calls)) {
        answers.add(answer.get());
      }
      return answers;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("the DataNode is being stopped");
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException failure ? failure : new IOException(e.getCause());
    }
  }

  private LinkAnswer answer(BlockLinker linker, LinkOrder order, LinkWay way)
      throws NotReadyException {
    String refusal = allowed.refusal(order.link());
    return refusal.isEmpty() ? link(linker, order, way) : LinkAnswer.refused(refusal);
  }

  private static LinkAnswer link(BlockLinker linker, LinkOrder order, LinkWay way)
      throws NotReadyException {
    try {
      ExtendedBlock block =
          new ExtendedBlock(order.pool(), order.id(), order.link().length(), order.stamp());
      return LinkAnswer.linked(linker.link(block, order.link(), way));
    } catch (NotReadyException e) {
      throw e;
    } catch (IOException e) {
      LOG.warn("block {} could not be linked", order.id(), e);
      return LinkAnswer.refused(String.valueOf(e.getMessage()));
    }
  }

  @Override
  public void close() {
    workers.shutdownNow();
  }
}
