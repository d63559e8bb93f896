// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.attach;

import io.situ.hdfs.attach.AttachSummary.Count;
import io.situ.hdfs.wire.LinkAnswer;
import io.situ.hdfs.wire.LinkOrder;
import io.situ.hdfs.wire.Links;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
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
   * Links every block and closes every file but those of which a block could not be linked.
   *
   * @param files created, with no block yet
   * @param failures gets the others
   * @throws IOException if a DataNode or the NameNode refuses everything; files may be open or
   *     closed
   */
  void run(List<NewFile> files, Failures failures) throws IOException {
    List<NewFile> left = files.stream().filter(NewFile::hasNext).toList();
    while (!left.isEmpty()) {
      List<NewFile> some =
          parallel
              .all(left, file -> failures.note(file.source(), () -> file.nextOn(nodes)))
              .stream()
              .filter(Objects::nonNull)
              .toList();
      List<NewFile.Pending> pending = some.stream().map(NewFile::pending).toList();
      link(pending).forEach((at, why) -> failures.add(some.get(at).source(), why));
      left =
          some.stream()
              .filter(file -> file.hasNext() && !failures.contains(file.source()))
              .toList();
    }
    List<NewFile> whole = files.stream().filter(file -> !failures.contains(file.source())).toList();
    parallel.all(whole, AttachBatch::close);
  }

  /**
   * Links blocks that HDFS has, each on its DataNodes.
   *
   * @return why some could not be linked, by their positions
   */
  Map<Integer, StoreException> link(List<NewFile.Pending> pending) throws IOException {
    Map<DatanodeInfo, List<Integer>> orders = new LinkedHashMap<>();
    for (int i = 0; i < pending.size(); i++) {
      for (DatanodeInfo node : pending.get(i).nodes()) {
        orders.computeIfAbsent(node, ignored -> new ArrayList<>()).add(i);
      }
    }
    Map<Integer, StoreException> refused = new ConcurrentHashMap<>();
    parallel.all(
        List.copyOf(orders.entrySet()),
        entry -> tell(entry.getKey(), entry.getValue(), pending, refused));
    return refused;
  }

  private Void tell(
      DatanodeInfo node,
      List<Integer> positions,
      List<NewFile.Pending> pending,
      Map<Integer, StoreException> refused)
      throws IOException {
    List<LinkOrder> orders = positions.stream().map(at -> pending.get(at).order()).toList();
    List<LinkAnswer> answers = links.link(node, orders);
    for (int i = 0; i < orders.size(); i++) {
      LinkAnswer answer = answers.get(i);
      if (answer.isLinked()) {
        tally.add(answer.made() == Links.SYMLINK ? Count.SYMLINKS : Count.PLACEHOLDERS, 1);
      } else {
        StorePath object = orders.get(i).link().object();
        String why =
            "DataNode " + node.getHostName() + " did not link it: " + reason(answer, object);
        refused.put(positions.get(i), new StoreException(Kind.FAILED, object, why));
      }
    }
    return null;
  }

  /** The object is named already. */
  private static String reason(LinkAnswer answer, StorePath object) {
    String start = "'" + object + "': ";
    String refusal = answer.refusal();
    return refusal.startsWith(start) ? refusal.substring(start.length()) : refusal;
  }

  private static Void close(NewFile file) throws IOException {
    for (Retries retries = new Retries(); !file.complete(); ) {
      if (!retries.pause()) {
        throw new IOException(
            "the NameNode has not heard of the last block of '" + file.path() + "'; see its log");
      }
    }
    return null;
  }
}
