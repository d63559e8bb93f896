// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.rgw.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Gateways, or proxies before them, that answer otherwise than they were asked. */
final class S3ClientTest {

  private static final StorePath OBJECT = StorePath.of("/object");
  private static final byte[] KEY = {'o'};

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
    threads.shutdownNow();
  }

  private S3Client client() {
    URI gateway = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    AwsSigV4Signer signature = new AwsSigV4Signer(new S3Credentials("access", "secret"), "default");
    return new S3Client(List.of(gateway), "bucket", signature);
  }

  @Test
  void oneThatIgnoresTheRangeIsCutOff() {
    server.createContext("/", S3ClientTest::sendTerabytes);

    assertThatThrownBy(() -> client().read(KEY, OBJECT, "etag", 0, 10))
        .hasMessageContaining("the answer is larger than 65536 bytes");
  }

  private static void sendTerabytes(HttpExchange exchange) {
    try (exchange) {
      exchange.sendResponseHeaders(200, 1L << 42);
      byte[] much = new byte[1 << 20];
      for (long sent = 0; sent < 1L << 42; sent += much.length) {
        exchange.getResponseBody().write(much);
      }
    } catch (IOException e) {
      // The client has hung up, as it should.
      exchange.getHttpContext();
    }
  }

  @Test
  void oneThatSendsWhatIsAskedIsRead() throws IOException {
    byte[] bytes = new byte[100_000];
    server.createContext(
        "/",
        exchange -> {
          try (exchange) {
            exchange.sendResponseHeaders(206, bytes.length);
            exchange.getResponseBody().write(bytes);
          }
        });

    assertThat(client().read(KEY, OBJECT, "etag", 0, bytes.length)).isEqualTo(bytes);
  }
}
