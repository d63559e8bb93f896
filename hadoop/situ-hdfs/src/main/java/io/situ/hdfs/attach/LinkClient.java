package io.situ.hdfs.attach;

import io.situ.hdfs.wire.LinkAnswer;
import io.situ.hdfs.wire.LinkMessages;
import io.situ.hdfs.wire.LinkOrder;
import io.situ.hdfs.wire.LinkProtocol;
import io.situ.hdfs.wire.LinkRequest;
import io.situ.hdfs.wire.LinkWay;
import io.situ.hdfs.wire.SharedSecret;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;

/** Asks DataNodes to link blocks. Thread-safe. */
final class LinkClient {

  /** About a minute for a DataNode that has just started. */
  private static final int WAITS = 128;

  /** So often a DataNode may be started while it is asked. */
  private static final int MAX_SESSIONS = 5;

  /** In the place of a session. */
  private static final String NONE = "-";

  private final LinkConnector connector;
  private final LinkWay way;

  /** Of each DataNode, by its UUID. */
  private final Map<String, String> sessions = new ConcurrentHashMap<>();

  /**
   * @throws IOException if no secret is configured, or its file is not fit for one
   */
  LinkClient(Configuration conf) throws IOException {
    this.connector = new LinkConnector(conf, SharedSecret.of(conf));
    this.way = LinkWay.of(conf);
  }

  /**
   * Returns what became of each order. Waits for a DataNode that has just started, and for orders
   * that take long as long as the DataNode says that it carries them out.
   *
   * @throws IOException if the DataNode does not answer in time, does not prove that it knows the
   *     secret, or refuses all of them
   */
  List<LinkAnswer> link(DatanodeInfo node, List<LinkOrder> orders) throws IOException {
    LinkAnswer[] answers = new LinkAnswer[orders.size()];
    List<Integer> left = IntStream.range(0, answers.length).boxed().toList();
    while (!left.isEmpty()) {
      List<LinkAnswer> some = some(node, left.stream().map(orders::get).toList());
      List<Integer> pending = new ArrayList<>();
      for (int i = 0; i < some.size(); i++) {
        answers[left.get(i)] = some.get(i);
        if (some.get(i).pending()) {
          pending.add(left.get(i));
        }
      }
      left = pending;
    }
    return Arrays.asList(answers);
  }

  private List<LinkAnswer> some(DatanodeInfo node, List<LinkOrder> orders) throws IOException {
    byte[] body = LinkMessages.request(new LinkRequest(node.getDatanodeUuid(), way, orders));
    List<LinkAnswer> answers = LinkMessages.readAnswers(ask(node, body));
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

  private byte[] ask(DatanodeInfo node, byte[] body) throws IOException {
    Patience patience = new Patience(WAITS);
    for (int started = 0; ; ) {
      String session = session(node, patience);
      LinkConnector.Answer answer = connector.ask(node, LinkProtocol.LINK, session, body);
      boolean again =
          answer.status() == LinkProtocol.NEW_SESSION
              ? ++started < MAX_SESSIONS
              : answer.status() == LinkProtocol.NOT_READY && patience.left();
      if (!again) {
        return ofSuccess(node, answer);
      }
      if (answer.status() == LinkProtocol.NEW_SESSION) {
        sessions.remove(node.getDatanodeUuid(), session);
      }
    }
  }

  /** Returns the session of a DataNode, which ends when that ends. */
  private String session(DatanodeInfo node, Patience patience) throws IOException {
    String known = sessions.get(node.getDatanodeUuid());
    if (known != null) {
      return known;
    }
    LinkConnector.Answer answer = connector.ask(node, LinkProtocol.SESSION, NONE, new byte[0]);
    while (answer.status() == LinkProtocol.NOT_READY && patience.left()) {
      answer = connector.ask(node, LinkProtocol.SESSION, NONE, new byte[0]);
    }
    String session = new String(ofSuccess(node, answer), StandardCharsets.US_ASCII);
    sessions.put(node.getDatanodeUuid(), session);
    return session;
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
