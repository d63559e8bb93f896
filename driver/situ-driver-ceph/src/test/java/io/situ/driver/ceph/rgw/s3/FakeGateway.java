// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.rgw.s3;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A server of HTTP on this host that answers as a test says. Thread-safe. */
public final class FakeGateway implements AutoCloseable {

  /**
   * What it was asked.
   *
   * @param path as it was sent, encoded
   * @param query values by name, decoded, each character a byte
   * @param headers by name in lower case
   */
  public record Question(
      String method, String path, Map<String, String> query, Map<String, String> headers) {

    /** Returns the value of a query; empty if there is none. */
    public String query(String name) {
      return query.getOrDefault(name, "");
    }

    /** Returns the value of a header; empty if there is none. */
    public String header(String name) {
      return headers.getOrDefault(name, "");
    }
  }

  /**
   * What it answers.
   *
   * @param length how long the body is said to be; a shorter one is cut off there
   */
  public record Answer(int status, Map<String, String> headers, byte[] body, long length) {

    /** Answers with a text. */
    public static Answer of(int status, String body) {
      return of(status, body.getBytes(StandardCharsets.UTF_8));
    }

    /** Answers with bytes. */
    public static Answer of(int status, byte[] body) {
      return new Answer(status, Map.of(), body, body.length);
    }

    /** Refuses as S3 does. */
    public static Answer refusal(int status, String code) {
      return of(
          status,
          "<?xml version=\"1.0\" encoding=\"UTF-8\"?><Error><Code>"
              + code
              + "</Code><RequestId>tx1</RequestId></Error>");
    }

    /** Returns the same with a header. */
    public Answer with(String name, String value) {
      Map<String, String> more = new TreeMap<>(headers);
      more.put(name, value);
      return new Answer(status, more, body, length);
    }

    /** Returns the same, cut off in the middle. */
    public Answer cutOff() {
      return new Answer(status, headers, body, body.length * 2L + 1);
    }
  }

  /** Answers questions. */
  @FunctionalInterface
  public interface Answerer {
    /** Returns what is answered. */
    Answer answer(Question question);
  }

  static {
    // Else each answer waits 40 ms for the packet before it to be acknowledged.
    System.setProperty("sun.net.httpserver.nodelay", "true");
  }

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<Question> questions = new CopyOnWriteArrayList<>();
  private final HttpServer server;
  private volatile Answerer answerer;

  /** Starts one. */
  public FakeGateway(Answerer answerer) throws IOException {
    this.answerer = answerer;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  /** Answers otherwise from now on. */
  public void answer(Answerer other) {
    answerer = other;
  }

  /** Returns where it is. */
  public URI address() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  /** Returns all that it was asked, in that order. */
  public List<Question> questions() {
    return List.copyOf(questions);
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      Map<String, String> headers = new TreeMap<>();
      exchange
          .getRequestHeaders()
          .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values.get(0)));
      URI uri = exchange.getRequestURI();
      Question question =
          new Question(
              exchange.getRequestMethod(), uri.getRawPath(), query(uri.getRawQuery()), headers);
      questions.add(question);
      send(exchange, answerer.answer(question));
    }
  }

  private static Map<String, String> query(String raw) {
    Map<String, String> query = new TreeMap<>();
    for (String part : Optional.ofNullable(raw).orElse("").split("&")) {
      int equals = part.indexOf('=');
      if (equals > 0) {
        query.put(decode(part.substring(0, equals)), decode(part.substring(equals + 1)));
      }
    }
    return query;
  }

  /** Returns what a percent-encoded text means, each character a byte. */
  public static String decode(String text) {
    return new String(ListObjectsResult.decode(text), StandardCharsets.ISO_8859_1);
  }

  private static void send(HttpExchange exchange, Answer answer) throws IOException {
    answer.headers().forEach(exchange.getResponseHeaders()::set);
    if (exchange.getRequestMethod().equals("HEAD") || answer.length() == 0) {
      exchange.sendResponseHeaders(answer.status(), -1);
      return;
    }
    exchange.sendResponseHeaders(answer.status(), answer.length());
    exchange.getResponseBody().write(answer.body());
    exchange.getResponseBody().flush();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
