// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.rgw.s3;

import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import io.situ.storage.http.BoundedBody;
import io.situ.storage.util.Backoff;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Asks one bucket of a gateway, by S3. Where one gateway does not answer the next is asked, and
 * stays the first to be asked. No call waits for ever. Thread-safe.
 */
public final class S3Client {

  private static final Duration CONNECT = Duration.ofSeconds(10);
  private static final int TIMEOUT_SECONDS = 60;
  private static final int ROUNDS = 3;
  private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

  /** More than a page of a list of the longest keys takes, and than what an administrator asks. */
  private static final int MAX_ANSWER = 64 << 20;

  /** Of a refusal, where an object's bytes are asked for. */
  private static final int MAX_REFUSAL = 1 << 16;

  private static final Pattern CODE = Pattern.compile("<Code>([A-Za-z0-9]+)</Code>");

  private final List<URI> gateways;
  private final String bucket;
  private final AwsSigV4Signer signature;
  private final AtomicInteger first = new AtomicInteger();
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(CONNECT).build();

  /**
   * @param gateways at least one, without path
   */
  public S3Client(List<URI> gateways, String bucket, AwsSigV4Signer signature) {
    this.gateways = List.copyOf(gateways);
    this.bucket = bucket;
    this.signature = signature;
  }

  public String bucket() {
    return bucket;
  }

  /** Where the bucket is, by its first gateway. */
  public String address() {
    return gateways.get(0) + "/" + bucket;
  }

  /**
   * What there is to ask.
   *
   * @param key of an object in bytes; empty for the bucket itself
   * @param query names and values, not encoded
   * @param object whom a failure is about
   * @param most bytes of the answer: one that is larger is a failure
   */
  public record S3Request(
      String method,
      byte[] key,
      Map<String, String> query,
      Map<String, String> headers,
      StorePath object,
      int most) {

    S3Request(
        String method,
        byte[] key,
        Map<String, String> query,
        Map<String, String> headers,
        StorePath object) {
      this(method, key, query, headers, object, MAX_ANSWER);
    }

    public static S3Request head(byte[] key, StorePath object) {
      return new S3Request("HEAD", key, Map.of(), Map.of(), object);
    }
  }

  /** Asks the gateway's own interface for administrators, in JSON. */
  public HttpResponse<byte[]> admin(String what, Map<String, String> query) throws StoreException {
    Map<String, String> all = new TreeMap<>(query);
    all.put("format", "json");
    S3Request question = new S3Request("GET", new byte[0], all, Map.of(), null);
    return execute(question, "/admin/" + what);
  }

  /**
   * Reads a range that lies within the object.
   *
   * @param etag of the object that was opened
   * @throws StoreException {@code CHANGED} if it is another by now, or gone
   */
  public byte[] read(byte[] key, StorePath object, String etag, long position, int length)
      throws StoreException {
    long last = position + length - 1;
    Map<String, String> headers =
        Map.of("range", "bytes=" + position + "-" + last, "if-match", etag);
    try {
      int most = Math.max(length, MAX_REFUSAL);
      byte[] bytes = execute(new S3Request("GET", key, Map.of(), headers, object, most)).body();
      if (bytes.length != length) {
        throw new StoreException(
            Kind.UNAVAILABLE, object, "RGW sent " + bytes.length + " of " + length + " bytes");
      }
      return bytes;
    } catch (StoreException e) {
      if (e.kind() == Kind.NOT_FOUND) {
        throw new StoreException(Kind.CHANGED, object, "it was deleted since it was opened", e);
      }
      throw e;
    }
  }

  /**
   * One page of a list of objects.
   *
   * @param prefix what their keys begin with, in bytes
   * @param query the rest of the question
   */
  public ListObjectsResult list(byte[] prefix, Map<String, String> query, StorePath directory)
      throws StoreException {
    Map<String, String> all = new TreeMap<>(query);
    all.put("prefix", StorePath.decode(prefix));
    HttpResponse<byte[]> answer =
        execute(new S3Request("GET", new byte[0], all, Map.of(), directory));
    try {
      return ListObjectsResult.parse(answer.body());
    } catch (IllegalArgumentException e) {
      throw new StoreException(Kind.FAILED, directory, "RGW's answer: " + e.getMessage(), e);
    }
  }

  /** Asks; the answer is held in memory. */
  public HttpResponse<byte[]> execute(S3Request question) throws StoreException {
    String bucketPath = "/" + AwsSigV4Signer.encode(bucket.getBytes(StandardCharsets.UTF_8), false);
    String path =
        question.key().length == 0
            ? bucketPath
            : bucketPath + "/" + AwsSigV4Signer.encode(question.key(), true);
    return execute(question, path);
  }

  private HttpResponse<byte[]> execute(S3Request question, String path) throws StoreException {
    StoreException failure;
    Backoff backoff = new Backoff(ROUNDS - 1, FIRST_PAUSE, LONGEST_PAUSE);
    do {
      failure = null;
      int start = first.get();
      for (int i = 0; i < gateways.size(); i++) {
        int number = (start + i) % gateways.size();
        try {
          HttpResponse<byte[]> answer = send(gateways.get(number), path, question);
          first.compareAndSet(start, number);
          return answer;
        } catch (StoreException e) {
          if (!e.retryable()) {
            throw e;
          }
          failure = e;
        }
      }
    } while (pause(question, backoff));
    throw failure;
  }

  private HttpResponse<byte[]> send(URI gateway, String path, S3Request question)
      throws StoreException {
    Map<String, String> query = new TreeMap<>();
    question.query().forEach((name, value) -> query.put(encode(name), encode(value)));
    AwsSigV4Signer.Request plain =
        new AwsSigV4Signer.Request(
            question.method(), path, query, question.headers(), AwsSigV4Signer.EMPTY);
    String text = plain.queryText();
    URI uri = URI.create(gateway + path + (text.isEmpty() ? "" : "?" + text));
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri).method(question.method(), HttpRequest.BodyPublishers.noBody());
    signature.sign(plain, hostOf(gateway), Instant.now()).forEach(request::header);
    HttpResponse<byte[]> answer =
        await(
            gateway,
            question,
            http.sendAsync(request.build(), BoundedBody.handler(question.most())));
    if (answer.statusCode() >= 300) {
      throw refusal(gateway, question, answer);
    }
    return answer;
  }

  private static String encode(String text) {
    return AwsSigV4Signer.encode(StorePath.encode(text), false);
  }

  /** As the JDK's client writes it: without the scheme's own port. */
  static String hostOf(URI gateway) {
    int usual = "https".equals(gateway.getScheme()) ? 443 : 80;
    return gateway.getPort() < 0 || gateway.getPort() == usual
        ? gateway.getHost()
        : gateway.getHost() + ":" + gateway.getPort();
  }

  private static <T> T await(URI gateway, S3Request question, CompletableFuture<T> answer)
      throws StoreException {
    try {
      return answer.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      answer.cancel(true);
      Thread.currentThread().interrupt();
      throw new StoreException(
          Kind.INTERRUPTED, question.object(), "interrupted while waiting for RGW", e);
    } catch (TimeoutException e) {
      answer.cancel(true);
      throw unavailable(gateway, question, "does not answer within " + TIMEOUT_SECONDS + " s", e);
    } catch (ExecutionException e) {
      String why = e.getCause() instanceof IOException ? "does not answer" : "cannot be asked";
      String detail = e.getCause().getMessage();
      throw unavailable(gateway, question, why + (detail == null ? "" : " (" + detail + ")"), e);
    }
  }

  private static StoreException unavailable(
      URI gateway, S3Request question, String why, Throwable e) {
    return new StoreException(
        Kind.UNAVAILABLE, question.object(), "the gateway " + gateway + " " + why, e);
  }

  private StoreException refusal(URI gateway, S3Request question, HttpResponse<byte[]> answer) {
    Matcher found = CODE.matcher(new String(answer.body(), StandardCharsets.UTF_8));
    String code = found.find() ? " (" + found.group(1) + ")" : "";
    int status = answer.statusCode();
    StorePath object = question.object();
    return switch (status) {
      case 403 ->
          new StoreException(
              Kind.PERMISSION_DENIED,
              object,
              "RGW does not let the user of access key "
                  + signature.keys().access()
                  + " do this"
                  + code);
      case 404 ->
          new StoreException(
              Kind.NOT_FOUND,
              object,
              object == null
                  ? "there is no bucket " + bucket + code + ": make it, or name another as 'bucket'"
                  : "there is nothing there in bucket " + bucket + code);
      case 412 ->
          new StoreException(Kind.CHANGED, object, "it was overwritten since it was opened");
      case 429, 500, 502, 503, 504 -> unavailable(gateway, question, "says " + status + code, null);
      default ->
          new StoreException(
              Kind.FAILED, object, "the gateway " + gateway + " says " + status + code);
    };
  }

  private static boolean pause(S3Request question, Backoff backoff) throws StoreException {
    try {
      return backoff.pause();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreException(
          Kind.INTERRUPTED, question.object(), "interrupted while waiting for RGW", e);
    }
  }
}
