// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.scan;

import io.situ.storage.Extent;
import io.situ.storage.Replica;
import io.situ.storage.StoreObject;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.List;

/**
 * Pre-calculated block names: a hash of object name, object location and replication level. The
 * exact definition is in {@code docs/format/inventory.md}. Not thread-safe.
 */
public final class BlockIds {

  /** Set in every such number: HDFS counts its own block numbers up from 2^30 and stays below. */
  static final long MARK = 1L << 62;

  private static final byte[] NOWHERE = {0, 0, '0'};

  private final MessageDigest sha256;
  private final byte[] hash = new byte[32];

  public BlockIds() {
    try {
      sha256 = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** The number of a file, 0 for what is not one. */
  public long of(StoreObject object, byte[] key) {
    if (!object.isFile()) {
      return 0;
    }
    sha256.update(key);
    sha256.update(location(object.extents()));
    try {
      sha256.digest(hash, 0, hash.length);
    } catch (DigestException e) {
      throw new IllegalStateException("32 bytes hold a SHA-256", e);
    }
    return (ByteBuffer.wrap(hash).getLong() & (MARK - 1)) | MARK;
  }

  /** NUL, the hosts of the first extent sorted and joined by commas, NUL, their number. */
  private static byte[] location(List<Extent> extents) {
    if (extents.isEmpty() || extents.get(0).replicas().isEmpty()) {
      return NOWHERE;
    }
    List<Replica> replicas = extents.get(0).replicas();
    String[] hosts = new String[replicas.size()];
    for (int i = 0; i < hosts.length; i++) {
      hosts[i] = replicas.get(i).host();
    }
    Arrays.sort(hosts);
    String text = '\0' + String.join(",", hosts) + '\0' + hosts.length;
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
