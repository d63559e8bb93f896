// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.situ.hdfs.link.LinkedBlock;
import io.situ.hdfs.wire.LinkBlockRequest;
import io.situ.hdfs.wire.LinkBlockResult;
import io.situ.hdfs.wire.LinkHead;
import io.situ.hdfs.wire.LinkProtocol;
import io.situ.hdfs.wire.LinkRequest;
import io.situ.hdfs.wire.LinkVersion;
import io.situ.hdfs.wire.SharedSecret;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * DataNodes of other releases, by how they answer; the messages are those of {@link LinkVersion}.
 */
class LinkClientTest {

  private static final LinkBlockRequest ORDER = order(7, "/a/b");

  @TempDir private Path scratch;
  private final Configuration conf = new Configuration(false);
  private final List<String> paths = new CopyOnWriteArrayList<>();
  private final Set<LinkVersion> known = EnumSet.allOf(LinkVersion.class);
  private final AtomicInteger longest = new AtomicInteger();
  private HttpServer server;
  private SharedSecret secret;
  private volatile String session = "first";

  /** So often an order is still being carried out. */
  private final AtomicInteger pending = new AtomicInteger();

  @BeforeEach
  void start() throws IOException {
    Path file = Files.writeString(scratch.resolve("secret"), "0123456789abcdef".repeat(2));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    conf.set("fs.situ.hdfs.secret.file", file.toString());
    conf.setInt("fs.situ.hdfs.port.offset", 0);
    secret = SharedSecret.of(conf);
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      String path = exchange.getRequestURI().getPath();
      paths.add(path);
      longest.accumulateAndGet(body.length, Math::max);
      LinkVersion version = LinkVersion.ofPath(path).filter(known::contains).orElse(null);
      if (version == null) {
        exchange.sendResponseHeaders(LinkProtocol.NOT_FOUND, -1);
        return;
      }
      LinkHead head = LinkHead.read(path, exchange.getRequestHeaders()::getFirst, body.length);
      int status = 200;
      byte[] answer = session.getBytes(StandardCharsets.US_ASCII);
      if (!LinkVersion.isSession(path)) {
        status = head.session().equals(session) ? 200 : LinkProtocol.NEW_SESSION;
        LinkRequest request = version.messages().readRequest(body);
        boolean all = pending.getAndUpdate(left -> Math.max(0, left - 1)) == 0;
        answer =
            version
                .messages()
                .answers(
                    request.orders().stream()
                        .map(
                            order ->
                                all || order.id() == 0
                                    ? LinkBlockResult.refused(version + " " + order.id())
                                    : LinkBlockResult.PENDING)
                        .toList());
      }
      exchange
          .getResponseHeaders()
          .set(LinkProtocol.PROOF, head.answerProof(secret, status, answer));
      exchange.sendResponseHeaders(status, answer.length);
      exchange.getResponseBody().write(answer);
    }
  }

  private DatanodeInfo node() {
    return new DatanodeInfo.DatanodeInfoBuilder()
        .setIpAddr("127.0.0.1")
        .setHostName("node1")
        .setDatanodeUuid("uuid-1")
        .setXferPort(server.getAddress().getPort())
        .build();
  }

  private static LinkBlockRequest order(long id, String path) {
    StorePath object = StorePath.of(path);
    return new LinkBlockRequest(
        "BP-1", id, 8, new LinkedBlock("data", object, 9, new StoreObject.Version(1, 2), 0, 9));
  }

  private static List<LinkBlockResult> refused(String... reasons) {
    return List.of(reasons).stream().map(LinkBlockResult::refused).toList();
  }

  @Test
  void aDataNodeIsAskedInTheNewestVersion() throws IOException {
    LinkClient client = new LinkClient(conf);

    assertThat(client.link(node(), List.of(ORDER, ORDER))).isEqualTo(refused("V3 7", "V3 7"));
    assertThat(paths).containsExactly("/situ/3/session", "/situ/3/link");
  }

  @Test
  void moreBlocksThanOneRequestMayHaveAreAskedForInSeveral() throws IOException {
    List<LinkBlockRequest> orders =
        LongStream.rangeClosed(0, LinkProtocol.MAX_ORDERS)
            .mapToObj(id -> order(id, "/a/" + id))
            .toList();

    assertThat(new LinkClient(conf).link(node(), orders))
        .extracting(LinkBlockResult::refusal)
        .containsExactlyElementsOf(orders.stream().map(order -> "V3 " + order.id()).toList());
    assertThat(paths).containsExactly("/situ/3/session", "/situ/3/link", "/situ/3/link");
  }

  @Test
  void aRequestOfLongPathsIsNoLongerThanItMayBe() throws IOException {
    String deep = ("/" + "d".repeat(250)).repeat(16);
    List<LinkBlockRequest> orders =
        LongStream.range(0, LinkProtocol.MAX_ORDERS)
            .mapToObj(id -> order(id, deep + "/" + id))
            .toList();

    assertThat(new LinkClient(conf).link(node(), orders))
        .extracting(LinkBlockResult::refusal)
        .containsExactlyElementsOf(orders.stream().map(order -> "V3 " + order.id()).toList());
    assertThat(longest).hasValueLessThan(LinkProtocol.MAX_REQUEST);
  }

  @Test
  void aDataNodeThatWasNotUpgradedIsAskedInItsVersion() throws IOException {
    known.remove(LinkVersion.V3);
    LinkClient client = new LinkClient(conf);

    assertThat(client.link(node(), List.of(ORDER))).isEqualTo(refused("V2 7"));
    assertThat(client.link(node(), List.of(ORDER))).isEqualTo(refused("V2 7"));
    assertThat(paths)
        .containsExactly("/situ/3/session", "/situ/2/session", "/situ/2/link", "/situ/2/link");
  }

  @Test
  void aDataNodeMayBeUpgradedOrRolledBackMeanwhile() throws IOException {
    known.remove(LinkVersion.V3);
    LinkClient client = new LinkClient(conf);
    client.link(node(), List.of(ORDER));

    known.add(LinkVersion.V3);
    session = "upgraded";
    assertThat(client.link(node(), List.of(ORDER))).isEqualTo(refused("V3 7"));

    known.remove(LinkVersion.V3);
    session = "rolled back";
    assertThat(client.link(node(), List.of(ORDER))).isEqualTo(refused("V2 7"));
  }

  @Test
  void ordersThatAreNotEndedForLongAreNamed() throws IOException {
    List<String> warnings = new ArrayList<>();
    List<LinkBlockRequest> orders = List.of(order(0, "/a/0"), order(1, "/a/1"), order(2, "/a/2"));
    pending.set(3);

    assertThat(new LinkClient(conf, 0, warnings::add).link(node(), orders))
        .isEqualTo(refused("V3 0", "V3 1", "V3 2"));

    assertThat(warnings)
        .hasSize(2)
        .allSatisfy(
            warning ->
                assertThat(warning)
                    .startsWith("DataNode node1 has long been linking 2 blocks of store 'data'"));
    pending.set(3);
    warnings.clear();
    new LinkClient(conf, TimeUnit.HOURS.toNanos(1), warnings::add).link(node(), orders);
    assertThat(warnings).isEmpty();
  }

  @Test
  void anotherProgramThatKnowsNoPathIsNamed() throws IOException {
    known.clear();
    LinkClient client = new LinkClient(conf);

    assertThatThrownBy(() -> client.link(node(), List.of(ORDER)))
        .hasMessageContaining("of DataNode node1 does not prove that it knows the secret")
        .hasMessageContaining("(status 404: ");
    assertThat(paths).containsExactly("/situ/3/session", "/situ/2/session");
  }
}
