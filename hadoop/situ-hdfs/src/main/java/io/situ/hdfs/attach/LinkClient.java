package io.situ.hdfs.attach;

import io.situ.hdfs.wire.LinkAnswer;
import io.situ.hdfs.wire.LinkMessages;
import io.situ.hdfs.wire.LinkOrder;
import io.situ.hdfs.wire.LinkProtocol;
import io.situ.hdfs.wire.LinkRequest;
import io.situ.hdfs.wire.LinkWay;
import io.situ.hdfs.wire.SharedSecret;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;

/** Asks DataNodes to link blocks. Safe for use by many threads. */
final class LinkClient {

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** About a minute for a DataNode that has just started. */
  private static final int WAITS = 128;

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(PATIENCE).build();
  private final SharedSecret secret;
  private final Configuration conf;
  private final LinkWay way;

  /**
   * @throws IOException if no secret is configured
   */
  LinkClient(Configuration conf) throws IOException {
    this.secret = SharedSecret.of(conf);
    this.conf = conf;
    this.way = LinkWay.of(conf);
  }

  /**
   * What became of each order. Waits for a DataNode that has just started.
   *
   * @throws IOException if the DataNode does not answer, or refuses all of them
   */
  List<LinkAnswer> link(DatanodeInfo node, List<LinkOrder> orders) throws IOException {
    byte[] body = LinkMessages.request(new LinkRequest(node.getDatanodeUuid(), way, orders));
    HttpResponse<byte[]> response = send(node, body);
    Patience patience = new Patience(WAITS);
    while (response.statusCode() == LinkProtocol.NOT_READY && patience.left()) {
      response = send(node, body);
    }
    if (response.statusCode() != 200) {
      throw new IOException(
          "DataNode "
              + node.getHostName()
              + " refuses to link blocks: "
              + new String(response.body(), StandardCharsets.UTF_8));
    }
    return LinkMessages.readAnswers(response.body());
  }

  /** A DataNode takes the same request only once, so each has the time of its own. */
  private HttpRequest request(DatanodeInfo node, byte[] body) {
    long now = System.currentTimeMillis();
    return HttpRequest.newBuilder(
            URI.create("http://" + node.getIpAddr() + ":" + port(node) + LinkProtocol.LINK))
        .header(LinkProtocol.TIME, Long.toString(now))
        .header(LinkProtocol.PROOF, secret.sign(now, body))
        .POST(HttpRequest.BodyPublishers.ofByteArray(body))
        .build();
  }

  private int port(DatanodeInfo node) {
    return LinkProtocol.port(conf, node.getXferPort());
  }

  private HttpResponse<byte[]> send(DatanodeInfo node, byte[] body) throws IOException {
    try {
      return http.send(request(node, body), HttpResponse.BodyHandlers.ofByteArray());
    } catch (InterruptedException e) {
      throw Parallel.interrupted();
    } catch (IOException e) {
      throw new IOException(
          "DataNode "
              + node.getHostName()
              + " does not answer at port "
              + port(node)
              + " ("
              + why(e)
              + "); is Situ's plug-in running there (dfs.datanode.plugins)?",
          e);
    }
  }

  private static String why(IOException failure) {
    if (failure instanceof ConnectException) {
      return "connection refused";
    }
    return failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
  }
}
