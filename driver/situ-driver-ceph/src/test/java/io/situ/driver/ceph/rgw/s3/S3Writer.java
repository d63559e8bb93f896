// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.rgw.s3;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Puts objects into buckets, which the driver does not. */
public final class S3Writer {

  private static final Pattern UPLOAD = Pattern.compile("<UploadId>([^<]+)</UploadId>");

  private final URI gateway;
  private final AwsSigV4Signer signature;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  public S3Writer(URI gateway, S3Credentials keys) {
    this.gateway = gateway;
    this.signature = new AwsSigV4Signer(keys, "us-east-1");
  }

  /** Sends a request, and fails if it is refused. */
  public HttpResponse<String> send(
      String method,
      String path,
      Map<String, String> query,
      Map<String, String> headers,
      byte[] body)
      throws IOException, InterruptedException {
    Map<String, String> encoded = new TreeMap<>();
    query.forEach((name, value) -> encoded.put(encode(name, false), encode(value, false)));
    AwsSigV4Signer.Request plain =
        new AwsSigV4Signer.Request(
            method, encode(path, true), encoded, headers, "UNSIGNED-PAYLOAD");
    String text = plain.queryText();
    URI uri = URI.create(gateway + plain.path() + (text.isEmpty() ? "" : "?" + text));
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri).method(method, HttpRequest.BodyPublishers.ofByteArray(body));
    signature.sign(plain, S3Client.hostOf(gateway), Instant.now()).forEach(request::header);
    HttpResponse<String> answer = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() >= 300) {
      throw new IOException(method + " " + path + ": " + answer.statusCode() + answer.body());
    }
    return answer;
  }

  private static String encode(String text, boolean keepSlashes) {
    return AwsSigV4Signer.encode(text.getBytes(StandardCharsets.UTF_8), keepSlashes);
  }

  public void makeBucket(String bucket) throws IOException, InterruptedException {
    send("PUT", "/" + bucket, Map.of(), Map.of(), new byte[0]);
  }

  public void put(String bucket, String key, byte[] body) throws IOException, InterruptedException {
    put(bucket, key, body, Map.of());
  }

  public void put(String bucket, String key, byte[] body, Map<String, String> headers)
      throws IOException, InterruptedException {
    send("PUT", "/" + bucket + "/" + key, Map.of(), headers, body);
  }

  public void delete(String bucket, String key) throws IOException, InterruptedException {
    send("DELETE", "/" + bucket + "/" + key, Map.of(), Map.of(), new byte[0]);
  }

  /** Puts an object in parts of this size; the last may be smaller. */
  public void putInParts(String bucket, String key, byte[] body, int partSize)
      throws IOException, InterruptedException {
    String path = "/" + bucket + "/" + key;
    String started = send("POST", path, Map.of("uploads", ""), Map.of(), new byte[0]).body();
    Matcher found = UPLOAD.matcher(started);
    if (!found.find()) {
      throw new IOException(started);
    }
    String upload = found.group(1);
    ByteArrayOutputStream end = new ByteArrayOutputStream();
    end.writeBytes("<CompleteMultipartUpload>".getBytes(StandardCharsets.UTF_8));
    for (int number = 1, at = 0; at < body.length; number++, at += partSize) {
      byte[] part = Arrays.copyOfRange(body, at, Math.min(body.length, at + partSize));
      Map<String, String> query = Map.of("partNumber", "" + number, "uploadId", upload);
      String etag =
          send("PUT", path, query, Map.of(), part).headers().firstValue("etag").orElseThrow();
      String line = "<Part><PartNumber>" + number + "</PartNumber><ETag>" + etag + "</ETag></Part>";
      end.writeBytes(line.getBytes(StandardCharsets.UTF_8));
    }
    end.writeBytes("</CompleteMultipartUpload>".getBytes(StandardCharsets.UTF_8));
    send("POST", path, Map.of("uploadId", upload), Map.of(), end.toByteArray());
  }
}
