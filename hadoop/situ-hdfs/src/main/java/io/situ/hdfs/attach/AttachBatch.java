package io.situ.hdfs.attach;

import io.situ.hdfs.attach.AttachSummary.Count;
import io.situ.hdfs.wire.LinkAnswer;
import io.situ.hdfs.wire.LinkOrder;
import io.situ.hdfs.wire.Links;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;

/**
 * Makes files of HDFS, many at a time: first every file's next block is asked of the NameNode, then
 * each DataNode is told of all its blocks at once, until no file wants another one. Safe for use by
 * many threads.
 */
final class AttachBatch {

  private final Parallel parallel;
  private final LinkClient links;
  private final DataNodes nodes;
  private final Tally tally;

  AttachBatch(AttachSession session, DataNodes nodes, Tally tally) {
    this.parallel = session.parallel();
    this.links = session.links();
    this.nodes = nodes;
    this.tally = tally;
  }

  /**
   * Links every block and closes every file.
   *
   * @param files created, with no block yet
   * @throws IOException at the first that fails; the others may be open or closed
   */
  void run(List<NewFile> files) throws IOException {
    List<NewFile> left = files.stream().filter(NewFile::hasNext).toList();
    while (!left.isEmpty()) {
      link(parallel.all(left, file -> file.next(nodes)));
      left = left.stream().filter(NewFile::hasNext).toList();
    }
    parallel.all(files, AttachBatch::close);
  }

  /** Links blocks that HDFS has, each on its DataNodes. */
  void link(List<NewFile.Pending> pending) throws IOException {
    Map<DatanodeInfo, List<LinkOrder>> orders = new LinkedHashMap<>();
    for (NewFile.Pending block : pending) {
      for (DatanodeInfo node : block.nodes()) {
        orders.computeIfAbsent(node, ignored -> new ArrayList<>()).add(block.order());
      }
    }
    parallel.all(List.copyOf(orders.entrySet()), entry -> tell(entry.getKey(), entry.getValue()));
  }

  private Void tell(DatanodeInfo node, List<LinkOrder> orders) throws IOException {
    List<LinkAnswer> answers = links.link(node, orders);
    for (int i = 0; i < orders.size(); i++) {
      LinkAnswer answer = answers.get(i);
      if (!answer.isLinked()) {
        throw new IOException(
            "DataNode "
                + node.getHostName()
                + " did not link '"
                + orders.get(i).link().object()
                + "': "
                + answer.refusal());
      }
      tally.add(answer.made() == Links.SYMLINK ? Count.SYMLINKS : Count.PLACEHOLDERS, 1);
    }
    return null;
  }

  private static Void close(NewFile file) throws IOException {
    for (Patience patience = new Patience(); !file.complete(); ) {
      if (!patience.left()) {
        throw new IOException(
            "the NameNode has not heard of the last block of '" + file.path() + "'; see its log");
      }
    }
    return null;
  }
}
