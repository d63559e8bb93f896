package io.situ.hdfs.datanode;

import io.situ.hdfs.wire.Checksums;
import io.situ.hdfs.wire.LinkOrder;
import io.situ.hdfs.wire.LinkRequest;
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
   * One text for each order: empty, or why the block is not linked.
   *
   * @throws NotReadyException if this DataNode does not serve a block pool of the request yet
   * @throws IOException if the request is meant for another DataNode
   */
  List<String> carryOut(LinkRequest request) throws IOException {
    if (!request.datanode().equals(datanode.getDatanodeUuid())) {
      throw new IOException("the request is for DataNode " + request.datanode());
    }
    LinkedReplicas replicas =
        Guarded.replicas(datanode.getFSDataset())
            .orElseThrow(
                () -> new NotReadyException("this DataNode has not found its NameNode yet"));
    BlockLinker linker = new BlockLinker(replicas);
    List<String> answers = new ArrayList<>(request.orders().size());
    for (LinkOrder order : request.orders()) {
      String refusal = allowed.refusal(order.link());
      answers.add(refusal.isEmpty() ? link(linker, order, request.checksums()) : refusal);
    }
    return answers;
  }

  private static String link(BlockLinker linker, LinkOrder order, Checksums checksums)
      throws NotReadyException {
    try {
      linker.link(
          new ExtendedBlock(order.pool(), order.id(), order.link().length(), order.stamp()),
          order.link(),
          checksums);
      return "";
    } catch (NotReadyException e) {
      throw e;
    } catch (IOException e) {
      LOG.warn("block {} could not be linked", order.id(), e);
      return String.valueOf(e.getMessage());
    }
  }
}
