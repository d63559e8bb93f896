// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.write;

import io.situ.hdfs.client.DataNodes;
import io.situ.hdfs.client.LinkClient;
import io.situ.hdfs.parallel.ParallelSteps;
import io.situ.hdfs.parallel.Retries;
import io.situ.hdfs.source.AttachCounters;
import io.situ.hdfs.source.AttachFailures;
import io.situ.hdfs.source.AttachSummary.Count;
import io.situ.hdfs.wire.LinkBlockRequest;
import io.situ.hdfs.wire.LinkBlockResult;
import io.situ.hdfs.wire.LinkType;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;

/**
 * Makes files of HDFS, many at a time: first every file's next block is asked of the NameNode, then
 * each DataNode is given all its blocks at once, until no file wants another one. Thread-safe.
 */
public final class AttachBatch {

  private final ParallelSteps parallel;
  private final LinkClient links;
  private final DataNodes nodes;
  private final AttachCounters tally;

  public AttachBatch(AttachSession session, DataNodes nodes, AttachCounters tally) {
    this.parallel = session.parallel();
    this.links = session.links();
    this.nodes = nodes;
    this.tally = tally;
  }

  /**
   * A block that was not linked.
   *
   * @param hosts of the DataNodes that refused it
   * @param reason of one of them
   */
  public record Refusal(Set<String> hosts, StoreException reason) {

    private Refusal and(Refusal other) {
      Set<String> both = new HashSet<>(hosts);
      both.addAll(other.hosts);
      return new Refusal(both, reason);
    }
  }

  /**
   * Links every block and closes every file but those of which a block could not be linked.
   *
   * @param files created, with no block yet
   * @param failures gets the others
   * @throws IOException if a DataNode or the NameNode refuses everything; files may be open or
   *     closed
   */
  void run(List<FileUnderConstruction> files, AttachFailures failures) throws IOException {
    List<FileUnderConstruction> left =
        files.stream().filter(FileUnderConstruction::hasNext).toList();
    while (!left.isEmpty()) {
      List<FileUnderConstruction> some =
          parallel
              .all(left, file -> failures.note(file.source(), () -> file.nextOn(nodes)))
              .stream()
              .filter(Objects::nonNull)
              .toList();
      List<FileUnderConstruction.Pending> pending =
          some.stream().map(FileUnderConstruction::pending).toList();
      link(pending)
          .forEach(
              (at, refusal) ->
                  failures.add(some.get(at).source(), refusal.reason(), refusal.hosts()));
      left =
          some.stream()
              .filter(file -> file.hasNext() && !failures.contains(file.source()))
              .toList();
    }
    List<FileUnderConstruction> whole =
        files.stream().filter(file -> !failures.contains(file.source())).toList();
    parallel.all(whole, AttachBatch::close);
  }

  /**
   * Links blocks that HDFS has, each on its DataNodes.
   *
   * @return those that could not be linked, by their positions
   */
  public Map<Integer, Refusal> link(List<FileUnderConstruction.Pending> pending)
      throws IOException {
    Map<DatanodeInfo, List<Integer>> orders = new LinkedHashMap<>();
    for (int i = 0; i < pending.size(); i++) {
      for (DatanodeInfo node : pending.get(i).nodes()) {
        orders.computeIfAbsent(node, ignored -> new ArrayList<>()).add(i);
      }
    }
    Map<Integer, Refusal> refused = new ConcurrentHashMap<>();
    parallel.all(
        List.copyOf(orders.entrySet()),
        entry -> report(entry.getKey(), entry.getValue(), pending, refused));
    return refused;
  }

  private Void report(
      DatanodeInfo node,
      List<Integer> positions,
      List<FileUnderConstruction.Pending> pending,
      Map<Integer, Refusal> refused)
      throws IOException {
    List<LinkBlockRequest> orders = positions.stream().map(at -> pending.get(at).order()).toList();
    List<LinkBlockResult> answers = links.link(node, orders);
    for (int i = 0; i < orders.size(); i++) {
      LinkBlockResult answer = answers.get(i);
      if (answer.isLinked()) {
        tally.add(answer.made() == LinkType.SYMLINK ? Count.SYMLINKS : Count.PLACEHOLDERS, 1);
      } else {
        StorePath object = orders.get(i).link().object();
        String why =
            "DataNode " + node.getHostName() + " did not link it: " + reason(answer, object);
        StoreException reason = new StoreException(Kind.FAILED, object, why);
        refused.merge(
            positions.get(i), new Refusal(Set.of(node.getHostName()), reason), Refusal::and);
      }
    }
    return null;
  }

  /** The object is named already. */
  private static String reason(LinkBlockResult answer, StorePath object) {
    String start = "'" + object + "': ";
    String refusal = answer.refusal();
    return refusal.startsWith(start) ? refusal.substring(start.length()) : refusal;
  }

  private static Void close(FileUnderConstruction file) throws IOException {
    for (Retries retries = new Retries(); !file.complete(); ) {
      if (!retries.pause()) {
        throw new IOException(
            "the NameNode has not heard of the last block of '" + file.path() + "'; see its log");
      }
    }
    return null;
  }
}
