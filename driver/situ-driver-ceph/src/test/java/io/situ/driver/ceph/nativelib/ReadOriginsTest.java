// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.nativelib;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.junit.jupiter.api.Test;

/** To TCP, 127.0.0.2 is another host than 127.0.0.1. */
final class ReadOriginsTest {

  private static final String HERE = "127.0.0.1";
  private static final String THERE = "127.0.0.2";

  private final ReadOrigins origins = new ReadOrigins();

  /** A connection by which a server sends. */
  private record Sender(ServerSocket server, Socket client, Socket sending)
      implements AutoCloseable {

    static Sender on(String host) throws IOException {
      ServerSocket server = new ServerSocket(0, 1, InetAddress.getByName(host));
      Socket client =
          new Socket(
              server.getInetAddress(), server.getLocalPort(), InetAddress.getByName(HERE), 0);
      return new Sender(server, client, server.accept());
    }

    int receive(int bytes) throws IOException {
      sending.getOutputStream().write(new byte[bytes]);
      return client.getInputStream().readNBytes(bytes).length;
    }

    @Override
    public void close() throws IOException {
      client.close();
      sending.close();
      server.close();
    }
  }

  @Test
  void whatCameFromThisHostIsNotRemote() throws IOException {
    try (Sender here = Sender.on(HERE);
        Sender there = Sender.on(THERE)) {
      here.receive(700);
      assertThat(origins.measure(0, () -> here.receive(1000))).isEqualTo(1000);
      assertThat(origins.measure(1000, () -> there.receive(500))).isEqualTo(500);
      assertThat(origins.measure(1500, () -> here.receive(100))).isEqualTo(100);
    }
    assertThat(origins.remoteBytes(0, 1000)).isZero();
    assertThat(origins.remoteBytes(1000, 500)).isEqualTo(500);
    assertThat(origins.remoteBytes(900, 350)).isEqualTo(250);
    assertThat(origins.remoteBytes(0, 5000)).isEqualTo(500);
    assertThat(origins.remoteBytes(1500, 100)).isZero();
  }

  @Test
  void readsAtTheSameTimeDoNotClaimTheSameBytes() throws IOException {
    try (Sender here = Sender.on(HERE);
        Sender there = Sender.on(THERE)) {
      origins.measure(
          0,
          () -> {
            origins.measure(1000, () -> here.receive(1000));
            return there.receive(1000);
          });
    }
    assertThat(origins.remoteBytes(0, 1000)).isEqualTo(1000);
    assertThat(origins.remoteBytes(1000, 1000)).isZero();
  }

  @Test
  void theLastReadOfARangeCounts() throws IOException {
    origins.unknown(0, 1000);
    assertThat(origins.remoteBytes(0, 1000)).isEqualTo(1000);
    try (Sender here = Sender.on(HERE)) {
      origins.measure(0, () -> here.receive(1000));
    }
    assertThat(origins.remoteBytes(0, 1000)).isZero();
  }
}
