// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.hdfs.wire.LinkHead;
import io.situ.hdfs.wire.LinkProtocol;
import io.situ.hdfs.wire.LinkVersion;
import io.situ.hdfs.wire.SharedSecret;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an endpoint takes of connections: in number, time and size. */
class LinkEndpointLimitsTest {

  private static final int OF_ADDRESS = 64;

  @TempDir private Path scratch;
  private final List<Socket> sockets = new ArrayList<>();
  private SharedSecret secret;
  private RequestGate gate;
  private LinkEndpoint endpoint;

  @BeforeEach
  void readTheSecret() throws IOException {
    Path file = Files.writeString(scratch.resolve("secret"), "0123456789abcdef0123456789abcdef");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    Configuration conf = new Configuration(false);
    conf.set("fs.situ.hdfs.secret.file", file.toString());
    secret = SharedSecret.of(conf);
    gate = new RequestGate(secret, () -> "uuid");
  }

  @AfterEach
  void close() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
    endpoint.close();
  }

  private void open(LinkEndpoint.Timeouts timeouts) throws IOException {
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    endpoint = LinkEndpoint.open(any, gate, new LinkRequestHandler(null), timeouts);
  }

  private Socket send(String text) throws IOException {
    Socket socket = new Socket();
    sockets.add(socket);
    socket.connect(endpoint.address());
    socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    return socket;
  }

  private static String received(Socket socket) throws IOException {
    try (InputStream in = socket.getInputStream()) {
      return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
    }
  }

  private String head(int length) {
    LinkHead head =
        new LinkHead(
            LinkVersion.NEWEST.link(),
            "uuid",
            gate.session(),
            System.currentTimeMillis(),
            LinkHead.random(),
            length,
            LinkHead.digest(new byte[0]));
    Map<String, String> headers = new HashMap<>(head.headers(secret));
    headers.put("Content-Length", Integer.toString(length));
    StringBuilder text = new StringBuilder("POST " + head.path() + " HTTP/1.1\r\n");
    headers.forEach((name, value) -> text.append(name).append(": ").append(value).append("\r\n"));
    return text + "\r\n";
  }

  @Test
  void aHeadThatDoesNotEndIsCutOff() throws IOException {
    open(new LinkEndpoint.Timeouts(100, 600_000, 600_000, 600_000));

    assertThat(received(send("POST /situ"))).isEmpty();
    assertThat(received(send(""))).isEmpty();
  }

  @Test
  void aBodyThatDoesNotEndIsCutOff() throws IOException {
    open(new LinkEndpoint.Timeouts(600_000, 100, 600_000, 600_000));

    assertThat(received(send(head(1_000) + "x"))).isEmpty();
  }

  @Test
  void aBodyWithoutAProofIsRefusedBeforeItCame() throws IOException {
    open(new LinkEndpoint.Timeouts(600_000, 600_000, 600_000, 100));

    assertThat(
            received(
                send(
                    "POST "
                        + LinkVersion.NEWEST.link()
                        + " HTTP/1.1\r\nContent-Length: 9\r\n\r\n")))
        .startsWith("HTTP/1.1 403 ")
        .endsWith("it has no proof of the secret");
  }

  @Test
  void aBodyThatIsTooLongIsRefusedBeforeItCame() throws IOException {
    open(new LinkEndpoint.Timeouts(600_000, 600_000, 600_000, 100));

    assertThat(received(send(head(LinkProtocol.MAX_REQUEST + 1))))
        .startsWith("HTTP/1.1 413 ")
        .contains(LinkProtocol.PROOF);
  }

  @Test
  void bodiesTogetherAreBounded() throws IOException {
    open(new LinkEndpoint.Timeouts(600_000, 600_000, 600_000, 100));
    for (int i = 0; i < 4; i++) {
      send(head(LinkProtocol.MAX_REQUEST));
    }
    while (endpoint.limits().bytes() < 4L * LinkProtocol.MAX_REQUEST) {
      Thread.onSpinWait();
    }

    assertThat(received(send(head(LinkProtocol.MAX_REQUEST))))
        .startsWith("HTTP/1.1 503 ")
        .endsWith("this DataNode has no room for more requests now");
  }

  @Test
  void headersThatAreTooLongAreRefused() throws IOException {
    open(new LinkEndpoint.Timeouts(600_000, 600_000, 600_000, 100));

    assertThat(received(send("POST / HTTP/1.1\r\nX: " + "x".repeat(10_000))))
        .startsWith("HTTP/1.1 400 ");
  }

  @Test
  void theOldestConnectionMakesRoom() throws IOException {
    open(new LinkEndpoint.Timeouts(600_000, 600_000, 600_000, 600_000));
    List<Socket> hanging = new ArrayList<>();
    for (int i = 0; i < 3 * OF_ADDRESS; i++) {
      hanging.add(send("POST"));
    }

    for (Socket oldest : hanging.subList(0, 2 * OF_ADDRESS)) {
      assertThat(received(oldest)).isEmpty();
    }
    assertThat(endpoint.limits().unproven()).isEqualTo(OF_ADDRESS);
  }
}
