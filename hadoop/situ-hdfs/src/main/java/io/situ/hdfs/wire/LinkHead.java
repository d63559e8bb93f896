// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.wire;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * What the headers of a request say. The proof is over all of it, so that a request is proven
 * before any of its body is read. Immutable and thread-safe.
 *
 * @param path of the request
 * @param datanode UUID of the DataNode that it is for: others refuse it
 * @param session that of the DataNode's process; without meaning in a request for it
 * @param time milliseconds since 1970-01-01T00:00Z
 * @param nonce a random number that makes it differ from all others
 * @param length bytes of the body
 * @param digest SHA-256 of the body, hexadecimal
 */
public record LinkHead(
    String path,
    String datanode,
    String session,
    long time,
    String nonce,
    int length,
    String digest) {

  private static final String DATANODE = "Situ-DataNode";
  private static final String SESSION = "Situ-Session";
  private static final String TIME = "Situ-Time";
  private static final String NONCE = "Situ-Nonce";
  private static final String DIGEST = "Situ-Body-SHA256";
  private static final int NONCE_BYTES = 16;
  private static final int MAX_FIELD = 200;
  private static final SecureRandom RANDOM = new SecureRandom();

  public LinkHead {
    Objects.requireNonNull(path, "path");
    Objects.requireNonNull(datanode, "datanode");
    Objects.requireNonNull(session, "session");
    Objects.requireNonNull(nonce, "nonce");
    Objects.requireNonNull(digest, "digest");
  }

  /** Returns the head of a new request, of now. */
  public static LinkHead of(String path, String datanode, String session, byte[] body) {
    return new LinkHead(
        path, datanode, session, System.currentTimeMillis(), random(), body.length, digest(body));
  }

  /** Returns a random number of 128 bits, hexadecimal. */
  public static String random() {
    byte[] bytes = new byte[NONCE_BYTES];
    RANDOM.nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  /** Returns the SHA-256 of a body, hexadecimal. */
  public static String digest(byte[] body) {
    return HexFormat.of().formatHex(sha256().digest(body));
  }

  /** Returns what computes the digest of a body that comes in parts. */
  public static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /**
   * Reads the head of a request.
   *
   * @param header the value of a header, null where the request has none
   * @param length bytes of the body as the request says
   * @throws IOException if a header is missing or is not valid
   */
  public static LinkHead read(String path, UnaryOperator<String> header, int length)
      throws IOException {
    try {
      return new LinkHead(
          path,
          field(header, DATANODE),
          field(header, SESSION),
          Long.parseLong(field(header, TIME)),
          field(header, NONCE),
          length,
          field(header, DIGEST));
    } catch (NumberFormatException e) {
      throw new IOException("its time is no number", e);
    }
  }

  private static String field(UnaryOperator<String> header, String name) throws IOException {
    String value = header.apply(name);
    if (value == null || value.length() > MAX_FIELD) {
      throw new IOException("it has no proof of the secret");
    }
    return value;
  }

  /** Returns the headers of a request, without its length. */
  public Map<String, String> headers(SharedSecret secret) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put(DATANODE, datanode);
    headers.put(SESSION, session);
    headers.put(TIME, Long.toString(time));
    headers.put(NONCE, nonce);
    headers.put(DIGEST, digest);
    headers.put(LinkProtocol.PROOF, proof(secret));
    return headers;
  }

  /** Returns the proof of the request. */
  public String proof(SharedSecret secret) {
    return secret.sign(
        "request",
        LinkProtocol.PROOF_VERSION,
        "POST",
        path,
        datanode,
        session,
        Long.toString(time),
        nonce,
        Integer.toString(length),
        digest);
  }

  /** Returns the proof of an answer to the request. */
  public String answerProof(SharedSecret secret, int status, byte[] body) {
    return secret.sign(
        "answer",
        LinkProtocol.PROOF_VERSION,
        proof(secret),
        Integer.toString(status),
        digest(body));
  }
}
