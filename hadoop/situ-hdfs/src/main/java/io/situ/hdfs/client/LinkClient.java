// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.client;

import io.situ.hdfs.parallel.Retries;
import io.situ.hdfs.wire.LinkBlockRequest;
import io.situ.hdfs.wire.LinkBlockResult;
import io.situ.hdfs.wire.LinkProtocol;
import io.situ.hdfs.wire.LinkRequest;
import io.situ.hdfs.wire.LinkSettings;
import io.situ.hdfs.wire.LinkVersion;
import io.situ.hdfs.wire.SharedSecret;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks DataNodes to link blocks. Thread-safe. */
public final class LinkClient {

  private static final Logger LOG = LoggerFactory.getLogger(LinkClient.class);

  /** About a minute for a DataNode that has just started. */
  private static final int WAITS = 128;

  /** So often a DataNode may be started while it is asked. */
  private static final int MAX_SESSIONS = 5;

  /** After so long without an answer to any order a warning names DataNode and store. */
  private static final long WARNING_INTERVAL = TimeUnit.MINUTES.toNanos(2);

  /** In the place of a session. */
  private static final String NONE = "-";

  private final LinkConnector connector;
  private final LinkSettings way;
  private final long warningInterval;
  private final Consumer<String> warnings;

  /**
   * A session of a DataNode.
   *
   * @param version the newest that both sides know
   */
  private record Session(LinkVersion version, String id) {}

  /** Of each DataNode, by its UUID. */
  private final Map<String, Session> sessions = new ConcurrentHashMap<>();

  /**
   * @throws IOException if no secret is configured, or its file is not fit for one
   */
  public LinkClient(Configuration conf) throws IOException {
    this(conf, WARNING_INTERVAL, LOG::warn);
  }

  /**
   * @param warningInterval nanoseconds without an answer to any order of a request, after each of
   *     which there is a warning
   */
  LinkClient(Configuration conf, long warningInterval, Consumer<String> warnings)
      throws IOException {
    this.connector = new LinkConnector(conf, SharedSecret.of(conf));
    this.way = LinkSettings.of(conf);
    this.warningInterval = warningInterval;
    this.warnings = warnings;
  }

  /**
   * Returns what became of each order, of which there may be any number. Waits for a DataNode that
   * has just started, and for orders that take long as long as the DataNode says that it carries
   * them out: a warning is logged after each two minutes in which it has ended none.
   *
   * @throws IOException if the DataNode does not answer in time, does not prove that it knows the
   *     secret, or refuses all of them
   */
  public List<LinkBlockResult> link(DatanodeInfo node, List<LinkBlockRequest> orders)
      throws IOException {
    List<LinkBlockResult> answers = new ArrayList<>(orders.size());
    for (LinkRequest request : LinkRequest.split(node.getDatanodeUuid(), way, orders)) {
      answers.addAll(link(node, request));
    }
    return answers;
  }

  private List<LinkBlockResult> link(DatanodeInfo node, LinkRequest request) throws IOException {
    List<LinkBlockRequest> orders = request.orders();
    LinkBlockResult[] answers = new LinkBlockResult[orders.size()];
    List<Integer> left = IntStream.range(0, answers.length).boxed().toList();
    long since = System.nanoTime();
    while (!left.isEmpty()) {
      List<LinkBlockResult> some = some(node, left.stream().map(orders::get).toList());
      List<Integer> pending = new ArrayList<>();
      for (int i = 0; i < some.size(); i++) {
        answers[left.get(i)] = some.get(i);
        if (some.get(i).pending()) {
          pending.add(left.get(i));
        }
      }
      if (pending.size() < left.size()) {
        since = System.nanoTime();
      } else if (System.nanoTime() - since >= warningInterval) {
        warnings.accept(waiting(node, left.stream().map(orders::get).toList()));
        since = System.nanoTime();
      }
      left = pending;
    }
    return Arrays.asList(answers);
  }

  private static String waiting(DatanodeInfo node, List<LinkBlockRequest> orders) {
    String stores =
        orders.stream()
            .map(order -> "'" + order.link().store() + "'")
            .distinct()
            .collect(Collectors.joining(", "));
    return "DataNode "
        + node.getHostName()
        + " has long been linking "
        + orders.size()
        + " blocks of store "
        + stores
        + " and has ended none meanwhile; if they are not large, look whether the store can be read"
        + " on that host";
  }

  private List<LinkBlockResult> some(DatanodeInfo node, List<LinkBlockRequest> orders)
      throws IOException {
    List<LinkBlockResult> answers =
        send(node, new LinkRequest(node.getDatanodeUuid(), way, orders));
    if (answers.size() != orders.size()) {
      throw new IOException(
          "DataNode "
              + node.getHostName()
              + " gives "
              + answers.size()
              + " answers to "
              + orders.size()
              + " orders");
    }
    return answers;
  }

  private List<LinkBlockResult> send(DatanodeInfo node, LinkRequest request) throws IOException {
    Retries retries = new Retries(WAITS);
    for (int started = 0; started < MAX_SESSIONS; started++) {
      Session session = session(node, retries);
      Optional<LinkConnector.Answer> answer = send(node, session, request, retries);
      if (answer.isPresent()) {
        return session.version().messages().readAnswers(ofSuccess(node, answer.get()));
      }
      sessions.remove(node.getDatanodeUuid(), session);
    }
    throw new IOException("DataNode " + node.getHostName() + " is started again and again");
  }

  /** Returns the answer; empty if the session has ended, perhaps for one of another version. */
  private Optional<LinkConnector.Answer> send(
      DatanodeInfo node, Session session, LinkRequest request, Retries retries) throws IOException {
    LinkVersion version = session.version();
    byte[] body = version.messages().request(request);
    try {
      return Optional.of(sendUntilReady(node, version.link(), session.id(), body, retries))
          .filter(answer -> answer.status() != LinkProtocol.NEW_SESSION);
    } catch (LinkConnector.UnprovenException e) {
      if (e.isNotFound() && version != LinkVersion.V2) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /** Sends a request again while the DataNode is not ready and there are retries left. */
  private LinkConnector.Answer sendUntilReady(
      DatanodeInfo node, String path, String session, byte[] body, Retries retries)
      throws IOException {
    LinkConnector.Answer answer = connector.send(node, path, session, body);
    while (answer.status() == LinkProtocol.NOT_READY && retries.pause()) {
      answer = connector.send(node, path, session, body);
    }
    return answer;
  }

  /** Returns the session of a DataNode, which ends when that ends. */
  private Session session(DatanodeInfo node, Retries retries) throws IOException {
    Session known = sessions.get(node.getDatanodeUuid());
    if (known != null) {
      return known;
    }
    LinkConnector.UnprovenException unknown = null;
    for (LinkVersion version : LinkVersion.values()) {
      try {
        Session session = new Session(version, session(node, version, retries));
        sessions.put(node.getDatanodeUuid(), session);
        return session;
      } catch (LinkConnector.UnprovenException e) {
        if (!e.isNotFound()) {
          throw e;
        }
        unknown = e;
      }
    }
    throw unknown;
  }

  private String session(DatanodeInfo node, LinkVersion version, Retries retries)
      throws IOException {
    LinkConnector.Answer answer =
        sendUntilReady(node, version.session(), NONE, new byte[0], retries);
    return new String(ofSuccess(node, answer), StandardCharsets.US_ASCII);
  }

  private static byte[] ofSuccess(DatanodeInfo node, LinkConnector.Answer answer)
      throws IOException {
    if (answer.status() != 200) {
      throw new IOException(
          "DataNode "
              + node.getHostName()
              + " refuses to link blocks: "
              + new String(answer.body(), StandardCharsets.UTF_8));
    }
    return answer.body();
  }
}
