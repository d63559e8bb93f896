// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import io.situ.hdfs.wire.ChecksumMode;
import io.situ.hdfs.wire.LinkBlockResult;
import io.situ.hdfs.wire.LinkHead;
import io.situ.hdfs.wire.LinkProtocol;
import io.situ.hdfs.wire.LinkType;
import io.situ.hdfs.wire.LinkVersion;
import io.situ.hdfs.wire.SharedSecret;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What listens at the port of a DataNode and is none, or none that answers. */
class LinkConnectorTest {

  private static final byte[] BODY = {1, 2, 3};

  @TempDir private Path scratch;
  private final Configuration conf = new Configuration(false);
  private HttpServer server;
  private SharedSecret secret;
  private String session;

  @BeforeEach
  void start() throws IOException {
    secret = secret("secret", "0123456789abcdef0123456789abcdef");
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private SharedSecret secret(String name, String text) throws IOException {
    Path file = Files.writeString(scratch.resolve(name), text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    conf.set("fs.situ.hdfs.secret.file", file.toString());
    return SharedSecret.of(conf);
  }

  private DatanodeInfo node(int port) {
    conf.setInt("fs.situ.hdfs.port.offset", 0);
    return new DatanodeInfo.DatanodeInfoBuilder()
        .setIpAddr("127.0.0.1")
        .setHostName("node1")
        .setDatanodeUuid("uuid-1")
        .setXferPort(port)
        .build();
  }

  private DatanodeInfo node() {
    return node(server.getAddress().getPort());
  }

  private void answers(HttpHandler handler) {
    server.createContext("/", handler);
  }

  private static void answer(HttpExchange exchange, int status, byte[] body, String proof)
      throws IOException {
    try (exchange) {
      exchange.getRequestBody().readAllBytes();
      exchange.getResponseHeaders().set(LinkProtocol.PROOF, proof);
      exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
      exchange.getResponseBody().write(body);
    }
  }

  private static LinkHead head(HttpExchange exchange) throws IOException {
    return LinkHead.read(
        exchange.getRequestURI().getPath(),
        exchange.getRequestHeaders()::getFirst,
        Integer.parseInt(exchange.getRequestHeaders().getFirst("Content-Length")));
  }

  private LinkConnector.Answer ask() throws IOException {
    return new LinkConnector(conf, secret).send(node(), LinkVersion.NEWEST.link(), "-", BODY);
  }

  @Test
  void anAnswerWithAProofIsTaken() throws IOException {
    answers(exchange -> answer(exchange, 200, BODY, head(exchange).answerProof(secret, 200, BODY)));

    assertThat(ask().body()).isEqualTo(BODY);
  }

  @Test
  void anotherProgramThatSaysLinkedIsNotBelieved() throws IOException {
    byte[] linked =
        LinkVersion.NEWEST
            .messages()
            .answers(List.of(LinkBlockResult.linked(LinkType.PLACEHOLDER)));
    answers(exchange -> answer(exchange, 200, linked, "00"));

    assertThatThrownBy(this::ask)
        .hasMessageStartingWith(
            "what answers at port "
                + server.getAddress().getPort()
                + " of DataNode node1 does not prove that it knows the secret (status 200: ");
  }

  @Test
  void aProofOfAnotherAnswerOrRequestOrSecretIsNone() throws IOException {
    SharedSecret other = secret("other", "fedcba9876543210fedcba9876543210");
    byte[] different = {1, 2, 4};
    LinkHead before = LinkHead.of(LinkVersion.NEWEST.link(), "uuid-1", "-", BODY);
    String[] proofs = new String[4];
    answers(
        exchange -> {
          LinkHead head = head(exchange);
          proofs[0] = head.answerProof(secret, 200, different);
          proofs[1] = head.answerProof(secret, 503, BODY);
          proofs[2] = before.answerProof(secret, 200, BODY);
          proofs[3] = head.answerProof(other, 200, BODY);
          int number = Integer.parseInt(head.session());
          answer(exchange, 200, BODY, proofs[number]);
        });

    for (int i = 0; i < proofs.length; i++) {
      session = Integer.toString(i);
      assertThatThrownBy(
              () ->
                  new LinkConnector(conf, secret)
                      .send(node(), LinkVersion.NEWEST.link(), session, BODY))
          .as(session)
          .hasMessageContaining("does not prove that it knows the secret");
    }
  }

  @Test
  void aDataNodeOfTheVersionBeforeIsNamedAsSuch() throws IOException {
    server.createContext("/situ/link", exchange -> answer(exchange, 403, BODY, "00"));

    assertThatThrownBy(this::ask)
        .hasMessageContaining("(status 404: ")
        .hasMessageEndingWith(
            "fs.situ.hdfs.secret.file must hold the same secret there and here, and the DataNode"
                + " the same release of Situ, or it is another program");
  }

  @Test
  void anAnswerThatDoesNotEndIsCutOff() throws IOException {
    answers(
        exchange -> {
          try (exchange) {
            exchange.sendResponseHeaders(200, 0);
            byte[] much = new byte[1 << 20];
            for (int i = 0; i < 1_000; i++) {
              exchange.getResponseBody().write(much);
            }
          } catch (IOException e) {
            // The client has hung up.
            exchange.close();
          }
        });

    assertThatThrownBy(this::ask)
        .hasMessageContaining("the answer is larger than " + LinkProtocol.MAX_ANSWER + " bytes");
  }

  @Test
  void whatTakesARequestAndIsSilentIsGivenUp() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      LinkConnector connector = new LinkConnector(conf, secret, 300);

      assertThatThrownBy(
              () ->
                  connector.send(node(silent.getLocalPort()), LinkVersion.NEWEST.link(), "-", BODY))
          .hasMessageContaining("DataNode node1 does not answer at port")
          .hasMessageContaining("(no answer within 300 ms)");
    }
  }

  @Test
  void whatStopsInTheMiddleOfAnAnswerIsGivenUp() throws Exception {
    try (ServerSocket slow = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread half = new Thread(() -> sendHalf(slow));
      half.setDaemon(true);
      half.start();
      LinkConnector connector = new LinkConnector(conf, secret, 2_000);

      assertThatThrownBy(
              () -> connector.send(node(slow.getLocalPort()), LinkVersion.NEWEST.link(), "-", BODY))
          .hasMessageContaining("(no answer within 2000 ms)");
    }
  }

  private static void sendHalf(ServerSocket server) {
    try (Socket socket = server.accept()) {
      socket
          .getOutputStream()
          .write(
              "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx".getBytes(StandardCharsets.US_ASCII));
      while (socket.getInputStream().read() >= 0) {
        // Until the client hangs up.
      }
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  void wordsOfTheProtocolAreInTheirOrder() {
    // They go over the wire by their numbers.
    assertThat(ChecksumMode.values()).containsExactly(ChecksumMode.EAGER, ChecksumMode.LAZY);
    assertThat(LinkType.values()).containsExactly(LinkType.PLACEHOLDER, LinkType.SYMLINK);
  }
}
