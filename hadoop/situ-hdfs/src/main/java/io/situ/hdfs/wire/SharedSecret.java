// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.wire;

import io.situ.hdfs.HdfsKeys;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.apache.hadoop.conf.Configuration;

/**
 * Proves that a message comes from a process that may read the cluster's secret, by HMAC-SHA256.
 * Says nothing of the secret in any text. Immutable and thread-safe.
 */
public final class SharedSecret {

  private static final String KEY = HdfsKeys.SECRET.name();
  private static final String ALGORITHM = "HmacSHA256";

  private final SecretKeySpec key;

  private SharedSecret(byte[] secret) {
    this.key = new SecretKeySpec(secret, ALGORITHM);
  }

  /**
   * Reads the secret of a configuration.
   *
   * @throws IOException if none is configured, or its file is not fit for a secret
   */
  public static SharedSecret of(Configuration conf) throws IOException {
    String name = conf.getTrimmed(KEY, "");
    if (name.isEmpty()) {
      throw new IOException(
          KEY
              + " is not set; it names a file with a secret that DataNodes and 'situ attach' share");
    }
    return new SharedSecret(new SecretFile(conf, name).read());
  }

  /** Returns the proof for these texts in this order, hexadecimal. */
  public String sign(String... texts) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      for (String text : texts) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        mac.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, bytes.length));
        mac.update(bytes);
      }
      return HexFormat.of().formatHex(mac.doFinal());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has " + ALGORITHM, e);
    }
  }

  /**
   * Returns whether two proofs are the same, in a time that does not depend on where they differ.
   */
  public static boolean isSame(String proof, String other) {
    return MessageDigest.isEqual(
        proof.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
  }
}
