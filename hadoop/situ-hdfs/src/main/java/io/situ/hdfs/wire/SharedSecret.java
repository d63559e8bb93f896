// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.wire;

import io.situ.storage.config.ConfigKey;
import io.situ.storage.config.ConfigType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.apache.hadoop.conf.Configuration;

/**
 * Proves that a message comes from a process that may read the cluster's secret, by HMAC-SHA256.
 * Says nothing of the secret in any text. Immutable and thread-safe.
 */
public final class SharedSecret {

  /** The file with the secret that DataNodes and those who attach share. */
  public static final ConfigKey<Path> KEY =
      ConfigKey.of(
              "fs.situ.hdfs.secret.file",
              ConfigType.path(),
              "A file with a secret of at least 32 bytes, the same on every DataNode and wherever"
                  + " 'situ attach' is called. It belongs to root or to the reading process; its group"
                  + " may read it, and nothing else is open to others.")
          .asPrivileged();

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
    Optional<Path> file = KEY.find(conf::get);
    if (file.isEmpty()) {
      throw new IOException(
          KEY.name()
              + " is not set; it names a file with a secret that DataNodes and 'situ attach' share");
    }
    return new SharedSecret(new SecretFile(conf, file.get().toString()).read());
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
