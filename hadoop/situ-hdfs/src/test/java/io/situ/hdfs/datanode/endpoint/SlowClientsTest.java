// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.hdfs.cluster.LinkRequests;
import io.situ.hdfs.cluster.LinkedClusterFixture;
import io.situ.hdfs.wire.LinkHead;
import io.situ.hdfs.wire.LinkVersion;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Clients that begin a request to a DataNode and do not end it. */
@Tag("hadoop-3.4-long")
class SlowClientsTest extends LinkedClusterFixture {

  private static final int COUNT = 100;

  private final LinkRequests requests = new LinkRequests(linked);
  private final List<Socket> sockets = new ArrayList<>();

  @AfterEach
  void hangUp() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
  }

  private void send(String text) throws IOException {
    Socket socket = new Socket();
    sockets.add(socket);
    socket.connect(requests.address(0));
    OutputStream out = socket.getOutputStream();
    out.write(text.getBytes(StandardCharsets.US_ASCII));
    out.flush();
  }

  private void attach(String name) throws Exception {
    byte[] bytes = linked.write("on1/" + name + "/object", 5000);

    linked.attach("/on1/" + name, "/" + name);

    assertThat(linked.read("/" + name + "/object")).isEqualTo(bytes);
  }

  @Test
  void thatSayNothing() throws Exception {
    for (int i = 0; i < COUNT; i++) {
      send("");
    }
    attach("nothing");
  }

  @Test
  void thatSendHalfAHead() throws Exception {
    for (int i = 0; i < COUNT; i++) {
      send("POST " + LinkVersion.NEWEST.link() + " HTTP/1.1\r\nHost: node1\r\nSitu-");
    }
    attach("head");
  }

  @Test
  void thatSendAHeadWithoutAProofAndTwoBytes() throws Exception {
    for (int i = 0; i < COUNT; i++) {
      send(
          "POST "
              + LinkVersion.NEWEST.link()
              + " HTTP/1.1\r\nHost: node1\r\nSitu-Time: 1\r\nSitu-Proof: 1\r\n"
              + "Content-Length: 16000000\r\n\r\nxx");
    }
    attach("body");
  }

  @Test
  void thatHaveTheSecretAndSendTwoBytes() throws Exception {
    for (int i = 0; i < COUNT; i++) {
      byte[] body = new byte[100_000];
      LinkHead head = requests.head(0, body);
      Map<String, String> headers = new HashMap<>(head.headers(requests.secret()));
      headers.put("Content-Length", Integer.toString(body.length));
      StringBuilder text = new StringBuilder("POST " + head.path() + " HTTP/1.1\r\n");
      headers.forEach((name, value) -> text.append(name).append(": ").append(value).append("\r\n"));
      send(text + "\r\nxx");
    }
    attach("proven");
  }
}
