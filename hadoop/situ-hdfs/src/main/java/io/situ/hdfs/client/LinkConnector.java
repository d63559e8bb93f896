// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.client;

import io.situ.hdfs.parallel.ParallelSteps;
import io.situ.hdfs.wire.LinkHead;
import io.situ.hdfs.wire.LinkProtocol;
import io.situ.hdfs.wire.SharedSecret;
import io.situ.storage.http.BoundedBody;
import io.situ.storage.util.PlainText;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;

/**
 * Sends requests to DataNodes and takes answers only with a proof of the secret: while a DataNode
 * is down, any process of its host may listen at its port. Each request has a time within which it
 * is answered to its last byte. Thread-safe.
 */
final class LinkConnector {

  /** A DataNode answers within ten seconds what it has room for, and as soon as it can else. */
  private static final int ANSWER_SECONDS = 120;

  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
  private static final int MAX_EXCERPT = 200;

  /**
   * An answer that is proven.
   *
   * @param status as in HTTP
   */
  record Answer(int status, byte[] body) {}

  /** An answer without a proof of the secret. */
  static final class UnprovenException extends IOException {

    private static final long serialVersionUID = 1;

    private final int status;

    UnprovenException(int status, String message) {
      super(message);
      this.status = status;
    }

    /** Whether it may be of a DataNode that does not know the path. */
    boolean isNotFound() {
      return status == LinkProtocol.NOT_FOUND;
    }
  }

  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .followRedirects(HttpClient.Redirect.NEVER)
          .connectTimeout(CONNECT_TIMEOUT)
          .build();
  private final Configuration conf;
  private final SharedSecret secret;
  private final long millis;

  LinkConnector(Configuration conf, SharedSecret secret) {
    this(conf, secret, TimeUnit.SECONDS.toMillis(ANSWER_SECONDS));
  }

  /**
   * @param millis within which a request is answered
   */
  LinkConnector(Configuration conf, SharedSecret secret, long millis) {
    this.conf = conf;
    this.secret = secret;
    this.millis = millis;
  }

  /**
   * Sends a request.
   *
   * @param session that of the DataNode; without meaning in a request for it
   * @throws UnprovenException if there is an answer without a proof
   * @throws IOException if there is no answer in time
   */
  Answer send(DatanodeInfo node, String path, String session, byte[] body) throws IOException {
    LinkHead head = LinkHead.of(path, node.getDatanodeUuid(), session, body);
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://" + node.getIpAddr() + ":" + port(node) + path))
            .POST(HttpRequest.BodyPublishers.ofByteArray(body));
    head.headers(secret).forEach(request::header);
    HttpResponse<byte[]> response = await(node, request.build());
    String proof = response.headers().firstValue(LinkProtocol.PROOF).orElse("");
    String expected = head.answerProof(secret, response.statusCode(), response.body());
    if (!SharedSecret.isSame(expected, proof)) {
      throw unproven(node, response);
    }
    return new Answer(response.statusCode(), response.body());
  }

  private HttpResponse<byte[]> await(DatanodeInfo node, HttpRequest request) throws IOException {
    CompletableFuture<HttpResponse<byte[]>> answer =
        http.sendAsync(request, BoundedBody.handler(LinkProtocol.MAX_ANSWER));
    try {
      return answer.get(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      answer.cancel(true);
      throw ParallelSteps.interrupted();
    } catch (TimeoutException e) {
      answer.cancel(true);
      throw silent(node, "no answer within " + millis + " ms", e);
    } catch (ExecutionException e) {
      throw silent(node, why(e.getCause()), e.getCause());
    }
  }

  private int port(DatanodeInfo node) {
    return LinkProtocol.port(conf, node.getXferPort());
  }

  private IOException silent(DatanodeInfo node, String why, Throwable cause) {
    return new IOException(
        "DataNode "
            + node.getHostName()
            + " does not answer at port "
            + port(node)
            + " ("
            + why
            + "); is Situ's plug-in running there (dfs.datanode.plugins)?",
        cause);
  }

  private static String why(Throwable failure) {
    if (failure instanceof ConnectException) {
      return "connection refused";
    }
    return failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
  }

  private UnprovenException unproven(DatanodeInfo node, HttpResponse<byte[]> response) {
    String text = new String(response.body(), StandardCharsets.UTF_8);
    String excerpt = text.length() <= MAX_EXCERPT ? text : text.substring(0, MAX_EXCERPT) + "...";
    return new UnprovenException(
        response.statusCode(),
        "what answers at port "
            + port(node)
            + " of DataNode "
            + node.getHostName()
            + " does not prove that it knows the secret (status "
            + response.statusCode()
            + ": "
            + PlainText.of(excerpt, ' ').strip()
            + "); "
            + SharedSecret.KEY.name()
            + " must hold the same secret there and here, and the DataNode the same release of"
            + " Situ, or it is another program");
  }
}
