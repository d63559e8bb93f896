// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.rgw.s3;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs requests as Amazon's "Signature Version 4" for S3 wants it (AWS General Reference,
 * "Signature Version 4 signing process"). Immutable and thread-safe.
 *
 * @param region RGW takes any, and wants the same in all parts of a signature
 */
public record AwsSigV4Signer(S3Credentials keys, String region) {

  /** SHA-256 of no bytes: what a request without a body declares. */
  static final String EMPTY = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);
  private static final String ALGORITHM = "AWS4-HMAC-SHA256";
  private static final String UNRESERVED = "-_.~";

  /**
   * What is signed of a request.
   *
   * @param path encoded by {@link #encode}
   * @param query names and values, encoded by {@link #encode}
   * @param headers to be signed, names in lower case
   * @param bodyHash SHA-256 of the body in hexadecimal digits
   */
  record Request(
      String method,
      String path,
      Map<String, String> query,
      Map<String, String> headers,
      String bodyHash) {

    String queryText() {
      StringBuilder text = new StringBuilder();
      new TreeMap<>(query)
          .forEach((k, v) -> text.append(text.isEmpty() ? "" : "&").append(k + "=" + v));
      return text.toString();
    }
  }

  /**
   * All headers to send beside {@code host}, which the HTTP client sends by itself.
   *
   * @param host as the client will send it
   */
  Map<String, String> sign(Request request, String host, Instant now) {
    String stamp = STAMP.format(now);
    Map<String, String> headers = new TreeMap<>(request.headers());
    headers.put("host", host);
    headers.put("x-amz-content-sha256", request.bodyHash());
    headers.put("x-amz-date", stamp);
    String names = String.join(";", headers.keySet());
    StringBuilder canonical = new StringBuilder();
    canonical.append(request.method()).append('\n').append(request.path()).append('\n');
    canonical.append(request.queryText()).append('\n');
    headers.forEach((k, v) -> canonical.append(k).append(':').append(v.strip()).append('\n'));
    canonical.append('\n').append(names).append('\n').append(request.bodyHash());
    String day = stamp.substring(0, 8);
    String scope = day + "/" + region + "/s3/aws4_request";
    String text = String.join("\n", ALGORITHM, stamp, scope, hex(sha256(canonical.toString())));
    byte[] key = hmac(("AWS4" + keys.secret()).getBytes(StandardCharsets.UTF_8), day);
    String signature = hex(hmac(hmac(hmac(hmac(key, region), "s3"), "aws4_request"), text));
    headers.put(
        "authorization",
        ALGORITHM
            + (" Credential=" + keys.access() + "/" + scope)
            + (",SignedHeaders=" + names)
            + (",Signature=" + signature));
    headers.remove("host");
    return headers;
  }

  /** Percent-encodes all bytes but those that S3 leaves as they are, and slashes if asked to. */
  static String encode(byte[] bytes, boolean keepSlashes) {
    StringBuilder text = new StringBuilder(bytes.length);
    for (byte b : bytes) {
      char c = (char) (b & 0xff);
      boolean plain =
          c >= 'a' && c <= 'z'
              || c >= 'A' && c <= 'Z'
              || c >= '0' && c <= '9'
              || UNRESERVED.indexOf(c) >= 0
              || c == '/' && keepSlashes;
      if (plain) {
        text.append(c);
      } else {
        text.append('%').append(HexFormat.of().withUpperCase().toHexDigits(b));
      }
    }
    return text.toString();
  }

  static byte[] sha256(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] hmac(byte[] key, String text) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}
