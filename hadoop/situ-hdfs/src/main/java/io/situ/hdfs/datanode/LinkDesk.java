package io.situ.hdfs.datanode;

import io.situ.hdfs.wire.LinkAnswer;
import io.situ.hdfs.wire.LinkOrder;
import io.situ.hdfs.wire.LinkRequest;
import io.situ.hdfs.wire.LinkWay;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Carries out the requests that are proven. Safe for use by many threads. */
final class LinkDesk {

  private static final Logger LOG = LoggerFactory.getLogger(LinkDesk.class);

  private final DataNode datanode;
  private final AllowedStores allowed;

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
    List<LinkAnswer> answers = new ArrayList<>(request.orders().size());
    for (LinkOrder order : request.orders()) {
      String refusal = allowed.refusal(order.link());
      answers.add(
          refusal.isEmpty() ? link(linker, order, request.way()) : LinkAnswer.refused(refusal));
    }
    return answers;
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
}
