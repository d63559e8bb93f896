package io.situ.hdfs.datanode;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.situ.hdfs.wire.LinkMessages;
import io.situ.hdfs.wire.LinkOrder;
import io.situ.hdfs.wire.LinkProtocol;
import io.situ.hdfs.wire.SharedSecret;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.net.NetUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes orders to link blocks, over HTTP, from whoever knows the cluster's secret. */
final class LinkEndpoint implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(LinkEndpoint.class);
  private static final int LARGEST = 64 << 20;
  private static final int THREADS = 4;

  private final HttpServer server;
  private final ExecutorService workers = Executors.newFixedThreadPool(THREADS);
  private final SharedSecret secret;
  private final AllowedStores allowed;
  private final BlockLinker linker;

  private LinkEndpoint(
      HttpServer server, SharedSecret secret, AllowedStores allowed, BlockLinker linker) {
    this.server = server;
    this.secret = secret;
    this.allowed = allowed;
    this.linker = linker;
  }

  /** Where to listen: beside the port that serves blocks. */
  static InetSocketAddress address(Configuration conf, InetSocketAddress transfer) {
    InetAddress host = transfer.getAddress();
    return new InetSocketAddress(host, LinkProtocol.port(conf, transfer.getPort()));
  }

  static LinkEndpoint open(
      InetSocketAddress address, SharedSecret secret, AllowedStores allowed, BlockLinker linker)
      throws IOException {
    HttpServer server;
    try {
      server = HttpServer.create(address, 0);
    } catch (IOException e) {
      throw NetUtils.wrapException(null, 0, address.getHostString(), address.getPort(), e);
    }
    LinkEndpoint endpoint = new LinkEndpoint(server, secret, allowed, linker);
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
      if (!isProven(exchange, body)) {
        LOG.warn("{} asked to link blocks without the secret", exchange.getRemoteAddress());
        answer(
            exchange,
            403,
            "the secret is wrong, or the clocks differ".getBytes(StandardCharsets.UTF_8));
        return;
      }
      List<LinkOrder> orders;
      try {
        orders = LinkMessages.readOrders(body);
      } catch (IOException e) {
        answer(exchange, 400, String.valueOf(e.getMessage()).getBytes(StandardCharsets.UTF_8));
        return;
      }
      answer(exchange, 200, LinkMessages.answers(carryOut(orders)));
    } catch (RuntimeException e) {
      LOG.error("a request to link blocks failed", e);
      throw e;
    }
  }

  private boolean isProven(HttpExchange exchange, byte[] body) {
    String time = exchange.getRequestHeaders().getFirst(LinkProtocol.TIME);
    String proof = exchange.getRequestHeaders().getFirst(LinkProtocol.PROOF);
    try {
      return time != null
          && proof != null
          && secret.accepts(Long.parseLong(time), body, proof, System.currentTimeMillis());
    } catch (NumberFormatException e) {
      return false;
    }
  }

  private List<String> carryOut(List<LinkOrder> orders) {
    List<String> answers = new ArrayList<>(orders.size());
    for (LinkOrder order : orders) {
      String refusal = allowed.refusal(order.link());
      answers.add(refusal.isEmpty() ? link(order) : refusal);
    }
    return answers;
  }

  private String link(LinkOrder order) {
    try {
      linker.link(
          new ExtendedBlock(order.pool(), order.id(), order.link().length(), order.stamp()),
          order.link());
      return "";
    } catch (IOException e) {
      LOG.warn("block {} could not be linked", order.id(), e);
      return String.valueOf(e.getMessage());
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
  }
}
