package io.situ.hdfs.datanode;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.situ.hdfs.wire.LinkMessages;
import io.situ.hdfs.wire.LinkProtocol;
import io.situ.hdfs.wire.SharedSecret;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.net.NetUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes orders to link blocks, over HTTP, from whoever knows the cluster's secret. */
final class LinkEndpoint implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(LinkEndpoint.class);
  private static final int LARGEST = 16 << 20;
  private static final int THREADS = 4;

  private final HttpServer server;
  private final ExecutorService workers = Executors.newFixedThreadPool(THREADS);
  private final SharedSecret secret;
  private final SeenProofs seen = new SeenProofs();
  private final LinkDesk desk;

  private LinkEndpoint(HttpServer server, SharedSecret secret, LinkDesk desk) {
    this.server = server;
    this.secret = secret;
    this.desk = desk;
  }

  /** Where to listen: beside the port that serves blocks. */
  static InetSocketAddress address(Configuration conf, InetSocketAddress transfer) {
    InetAddress host = transfer.getAddress();
    return new InetSocketAddress(host, LinkProtocol.port(conf, transfer.getPort()));
  }

  static LinkEndpoint open(InetSocketAddress address, SharedSecret secret, LinkDesk desk)
      throws IOException {
    HttpServer server;
    try {
      server = HttpServer.create(address, 0);
    } catch (IOException e) {
      throw NetUtils.wrapException(null, 0, address.getHostString(), address.getPort(), e);
    }
    LinkEndpoint endpoint = new LinkEndpoint(server, secret, desk);
    server.setExecutor(endpoint.workers);
    server.createContext(LinkProtocol.LINK, endpoint::handle);
    server.start();
    return endpoint;
  }

  InetSocketAddress address() {
    return server.getAddress();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readNBytes(LARGEST);
      String refusal = refusal(exchange, body);
      if (!refusal.isEmpty()) {
        LOG.warn("a request of {} is refused: {}", exchange.getRemoteAddress(), refusal);
        answer(exchange, 403, refusal.getBytes(StandardCharsets.UTF_8));
        return;
      }
      byte[] answers;
      try {
        answers = LinkMessages.answers(desk.carryOut(LinkMessages.readRequest(body)));
      } catch (NotReadyException e) {
        answer(exchange, LinkProtocol.NOT_READY, e.getMessage().getBytes(StandardCharsets.UTF_8));
        return;
      } catch (IOException e) {
        answer(exchange, 400, String.valueOf(e.getMessage()).getBytes(StandardCharsets.UTF_8));
        return;
      }
      answer(exchange, 200, answers);
    } catch (RuntimeException e) {
      LOG.error("a request to link blocks failed", e);
      throw e;
    }
  }

  /** Why a request is not read at all, empty if it is. */
  private String refusal(HttpExchange exchange, byte[] body) {
    String time = exchange.getRequestHeaders().getFirst(LinkProtocol.TIME);
    String proof = exchange.getRequestHeaders().getFirst(LinkProtocol.PROOF);
    if (time == null || proof == null) {
      return "it has no proof of the secret";
    }
    try {
      long sent = Long.parseLong(time);
      long now = System.currentTimeMillis();
      if (!secret.accepts(sent, body, proof, now)) {
        return "the secret is wrong, or the clocks differ";
      }
      return seen.isFirst(proof, sent, now) ? "" : "it was sent before";
    } catch (NumberFormatException e) {
      return "it has no time";
    }
  }

  private static void answer(HttpExchange exchange, int code, byte[] body) throws IOException {
    exchange.sendResponseHeaders(code, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
  }

  @Override
  public void close() {
    server.stop(0);
    workers.shutdownNow();
    desk.close();
  }
}
