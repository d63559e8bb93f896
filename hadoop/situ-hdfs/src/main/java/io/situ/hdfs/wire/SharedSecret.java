package io.situ.hdfs.wire;

import io.situ.hdfs.HdfsKeys;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.apache.hadoop.conf.Configuration;

/**
 * Proves that a message comes from somebody who may read the cluster's secret: HMAC-SHA256 over the
 * time and the body. Safe for use by many threads.
 */
public final class SharedSecret {

  private static final String KEY = HdfsKeys.SECRET.name();

  /** How far the clocks of two hosts may differ, milliseconds. */
  public static final long WINDOW = 300_000;

  private static final int LEAST = 32;
  private static final String ALGORITHM = "HmacSHA256";

  private final SecretKeySpec key;

  private SharedSecret(byte[] secret) {
    this.key = new SecretKeySpec(secret, ALGORITHM);
  }

  /**
   * Reads the secret of a configuration.
   *
   * @throws IOException if none is configured, it is too short, or others than its owner and group
   *     may read it
   */
  public static SharedSecret of(Configuration conf) throws IOException {
    String name = conf.getTrimmed(KEY, "");
    if (name.isEmpty()) {
      throw new IOException(
          KEY
              + " is not set; it names a file with a secret that DataNodes and 'situ attach' share");
    }
    Path file = Path.of(name);
    Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
    if (permissions.contains(PosixFilePermission.OTHERS_READ)) {
      throw new IOException("everybody may read the secret in '" + file + "'; chmod o-r " + file);
    }
    byte[] secret = Files.readAllBytes(file);
    if (secret.length < LEAST) {
      throw new IOException(
          "the secret in '" + file + "' has " + secret.length + " bytes; it needs " + LEAST);
    }
    return new SharedSecret(secret);
  }

  /**
   * The proof for a message.
   *
   * @param time milliseconds since 1970-01-01T00:00Z
   */
  public String sign(long time, byte[] body) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      mac.update(ByteBuffer.allocate(Long.BYTES).putLong(0, time));
      return HexFormat.of().formatHex(mac.doFinal(body));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has " + ALGORITHM, e);
    }
  }

  /** Whether the proof is right and not older, or from further ahead, than {@link #WINDOW}. */
  public boolean accepts(long time, byte[] body, String proof, long now) {
    return Math.abs(now - time) <= WINDOW
        && MessageDigest.isEqual(sign(time, body).getBytes(), proof.getBytes());
  }
}
